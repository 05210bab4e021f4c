// SPDX-License-Identifier: MIT
internal import HTTP

/// Devices, second factors and passwords.
extension Routes {
    package static let devices = Route(
        .get, "/v1/devices", .account, in: Nothing.self, out: DeviceList.self)
    package static let revokeDevice = Route(
        .post, "/v1/devices/revoke", .signed, in: DeviceName.self, out: Nothing.self)
    /// Ends all sessions of the account, including the caller's own.
    package static let logoutEverywhere = Route(
        .post, "/v1/devices/revoke-all", .signed, in: Nothing.self, out: Nothing.self)

    /// The second step of a log-in that was answered with `SECOND_FACTOR_NEEDED`.
    package static let answerChallenge = Route(
        .post, "/v1/auth/login/second-factor", .open, cost: .password, in: ChallengeAnswer.self, out: Session.self)
    package static let secondFactor = Route(
        .get, "/v1/auth/second-factor", .account, in: Nothing.self, out: SecondFactorState.self)
    /// Creates a secret. Log-ins require a code only after one was confirmed.
    package static let enrolSecondFactor = Route(
        .post, "/v1/auth/second-factor/enrol", .signed, cost: .password, in: PasswordProof.self,
        out: SecondFactorEnrolment.self)
    package static let confirmSecondFactor = Route(
        .post, "/v1/auth/second-factor/confirm", .signed, cost: .password, in: OneTimeCode.self,
        out: RecoveryCodes.self)
    package static let disableSecondFactor = Route(
        .post, "/v1/auth/second-factor/disable", .signed, cost: .password, in: OneTimeCode.self, out: Nothing.self)
    /// Creates new recovery codes; the previous ones become invalid.
    package static let recoveryCodes = Route(
        .post, "/v1/auth/second-factor/recovery-codes", .signed, cost: .password, in: OneTimeCode.self,
        out: RecoveryCodes.self)
    /// Ends all other sessions of the account.
    package static let changePassword = Route(
        .post, "/v1/auth/password", .signed, cost: .password, in: PasswordChange.self, out: Nothing.self)
}
