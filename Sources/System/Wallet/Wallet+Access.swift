// SPDX-License-Identifier: MIT
package import HubAPI
internal import Tokens

/// Devices, the second factor, the password, and how long a wallet that nobody uses stays logged in.
extension Wallet {
    private var access: AccessSaga { AccessSaga(wallet: open, link: link) }

    /// The account's devices, the one used last first.
    package func devices() throws -> [Device] { try run { try access.devices() } }

    /// Logs a device out.
    ///
    /// - Parameter device: its id, or the first characters of it, or its name.
    /// - Throws: ``WalletError`` with `.badDocument` when none or several are called so.
    @discardableResult
    package func revokeDevice(_ device: String) throws -> Device { try run { try access.revoke(device) } }

    /// Logs all devices of the account out, this one too. What is offline stays in each.
    package func logoutEverywhere() throws { try run { try access.logoutEverywhere() } }

    package func secondFactor() throws -> SecondFactorState {
        try run { try link.call(Routes.secondFactor, Nothing()) }
    }

    /// Offers a secret for an authenticator app; nothing changes until ``confirmSecondFactor(_:)``.
    package func enrolSecondFactor(password: String) throws -> SecondFactorEnrolment {
        try run { try link.call(Routes.enrolSecondFactor, PasswordProof(password: password)) }
    }

    /// Turns the second factor on.
    ///
    /// - Returns: recovery codes; they are kept nowhere else.
    package func confirmSecondFactor(_ code: String) throws -> [String] {
        try run { try link.call(Routes.confirmSecondFactor, OneTimeCode(code: code)).codes }
    }

    package func disableSecondFactor(_ code: String) throws {
        _ = try run { try link.call(Routes.disableSecondFactor, OneTimeCode(code: code)) }
    }

    /// Fresh recovery codes; the earlier ones are void.
    package func makeRecoveryCodes(_ code: String) throws -> [String] {
        try run { try link.call(Routes.recoveryCodes, OneTimeCode(code: code)).codes }
    }

    /// Changes the account's password and logs all other devices out.
    package func changePassword(from password: String, to replacement: String) throws {
        _ = try run {
            try link.call(Routes.changePassword, PasswordChange(password: password, replacement: replacement))
        }
    }

    // MARK: - Auto-logout

    /// Minutes without use after which the session at the hub is given up; nil for never.
    package var autoLogoutMinutes: UInt64? { get throws { try run { try open.store.get(.idleLogout)?.minutes } } }

    /// Gives the session up once nobody has used the wallet for so long; what is offline stays, and nil is never.
    package func logoutWhenIdle(afterMinutes minutes: UInt64?) throws {
        try run {
            guard minutes != 0 else {
                throw WalletError(.badAmount, "Say after how many minutes, one at least.")
            }
            try open.store.set(.idleLogout, try minutes.map { IdleLogout(minutes: $0, lastUsed: try open.now()) })
        }
    }

    /// A person uses the wallet now; what runs by itself, such as a sync from a timer, does not say so.
    package func noteUse() throws {
        try run {
            // Who can only look at it does not use it.
            guard !open.isReadOnly else { return }
            try open.endSessionIfIdle()
            guard var idle = try open.store.get(.idleLogout) else { return }
            let now = try open.now()
            // Once a minute is exact enough and spares the disk; a later use was by a clock that was ahead.
            guard now < idle.lastUsed || now.seconds(since: idle.lastUsed) >= 60 else { return }
            idle.lastUsed = now
            try open.store.set(.idleLogout, idle)
        }
    }
}
