// SPDX-License-Identifier: MIT

/// Which signed calls may be made again when their answer was lost.
extension Routes {
    /// The paths of those that may not: a code is good once, a password is another one afterwards, fresh recovery codes are
    /// shown once, and an audit takes long. All other signed calls name an id, or what they end stays ended, so the second
    /// answer is the first one.
    package static let askedOnce: Set<String> = [
        enrolSecondFactor.path, confirmSecondFactor.path, disableSecondFactor.path, recoveryCodes.path,
        changePassword.path, adminAudit.path,
    ]
}
