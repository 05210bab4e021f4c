// SPDX-License-Identifier: MIT
package import HubAPI
internal import Tokens

/// Devices, the second factor, the password, and the automatic logout.
extension Wallet {
    private var access: AccessSaga { AccessSaga(context: open, link: link) }

    /// The account's devices, the most recently used first.
    package func devices() throws -> [Device] { try run { try access.devices() } }

    /// Logs a device out.
    ///
    /// - Parameter device: its id, or the first characters of it, or its name.
    /// - Throws: ``WalletError`` with `.badDocument` when no device or several match.
    @discardableResult
    package func revokeDevice(_ device: String) throws -> Device { try run { try access.revoke(device) } }

    /// Logs out all devices of the account, including this one. Each keeps its offline money.
    package func logoutEverywhere() throws { try run { try access.logoutEverywhere() } }

    package func secondFactor() throws -> SecondFactorState {
        try run { try link.call(Routes.secondFactor, Nothing()) }
    }

    /// Returns a secret for an authenticator app. Nothing changes until ``confirmSecondFactor(_:)``.
    package func enrolSecondFactor(password: String) throws -> SecondFactorEnrolment {
        try run { try link.call(Routes.enrolSecondFactor, PasswordProof(password: password)) }
    }

    /// Turns the second factor on.
    ///
    /// - Returns: recovery codes, which the wallet does not store.
    package func confirmSecondFactor(_ code: String) throws -> [String] {
        try run { try link.call(Routes.confirmSecondFactor, OneTimeCode(code: code)).codes }
    }

    package func disableSecondFactor(_ code: String) throws {
        _ = try run { try link.call(Routes.disableSecondFactor, OneTimeCode(code: code)) }
    }

    /// Replaces the recovery codes. The earlier ones become invalid.
    package func makeRecoveryCodes(_ code: String) throws -> [String] {
        try run { try link.call(Routes.recoveryCodes, OneTimeCode(code: code)).codes }
    }

    /// Changes the account's password and logs out all other devices.
    package func changePassword(from password: String, to replacement: String) throws {
        _ = try run {
            try link.call(Routes.changePassword, PasswordChange(password: password, replacement: replacement))
        }
    }

    // MARK: - Auto-logout

    /// Minutes without use after which the wallet ends the session at the hub; nil for never.
    package var autoLogoutMinutes: UInt64? { get throws { try run { try open.store.get(.idleLogout)?.minutes } } }

    /// Sets the minutes without use after which the wallet ends the session; nil for never. Offline money stays in the
    /// wallet.
    package func logoutWhenIdle(afterMinutes minutes: UInt64?) throws {
        try run {
            guard minutes != 0 else {
                throw WalletError(.badAmount, "Say after how many minutes, one at least.")
            }
            try open.store.set(.idleLogout, try minutes.map { IdleLogout(minutes: $0, lastUsed: try open.now()) })
        }
    }

    /// Records that the user uses the wallet now. Automatic work, such as a sync from a timer, must not call this.
    package func noteUse() throws {
        try run {
            // Viewing a read-only wallet does not count as use.
            guard !open.isReadOnly else { return }
            try open.endSessionIfIdle()
            guard var idle = try open.store.get(.idleLogout) else { return }
            let now = try open.now()
            // Once a minute is exact enough and avoids disk writes. If the stored use is later than now, the clock was
            // ahead then.
            guard now < idle.lastUsed || now.seconds(since: idle.lastUsed) >= 60 else { return }
            idle.lastUsed = now
            try open.store.set(.idleLogout, idle)
        }
    }
}
