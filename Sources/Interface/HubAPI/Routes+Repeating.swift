// SPDX-License-Identifier: MIT

/// Which signed calls may be repeated if their answer was lost.
extension Routes {
    /// The paths of signed calls that must not be repeated: a code can be used once, a password is different
    /// afterwards, new recovery codes are shown once, and an audit takes long. All other signed calls have an id, or
    /// end something that stays ended, so a repeat gets the same answer.
    package static let askedOnce: Set<String> = [
        enrolSecondFactor.path, confirmSecondFactor.path, disableSecondFactor.path, recoveryCodes.path,
        changePassword.path, adminAudit.path,
    ]
}
