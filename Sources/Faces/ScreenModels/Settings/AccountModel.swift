// SPDX-License-Identifier: MIT
package import HubAPI
internal import Observation
internal import Wallet

/// The account at the hub: second factor, password, and session length.
///
///     off ─enrol (password)─▶ enrolling(secret) ─confirm (code)─▶ on, the recovery codes on the screen once
@Observable @MainActor
package final class AccountModel: BusyModel {
    package private(set) var secondFactor: LoadState<SecondFactorState> = .loading
    /// The data for an authenticator app, during enrolment.
    package private(set) var enrolment: Enrolment?
    /// Shown once and not stored.
    package private(set) var recoveryCodes: [String] = []
    package internal(set) var isBusy = false
    package internal(set) var refusal: UserMessage?
    package private(set) var isPasswordChanged = false
    /// Minutes without use after which the hub's session ends; nil for never.
    package private(set) var autoLogoutMinutes: Int?

    package var password = ""
    package var code = ""
    package var oldPassword = ""
    package var newPassword = ""
    package var newPasswordAgain = ""
    package let session: WalletSession

    package static let autoLogoutChoices = [0, 15, 30, 60, 240]

    /// The secret as a barcode and as text.
    package struct Enrolment {
        package let code: CodeModel
        package let secret: String
    }

    package init(_ session: WalletSession) { self.session = session }

    package func load() async {
        guard case .loggedIn = session.account else {
            secondFactor = .empty
            return
        }
        do {
            let (state, minutes) = try await session.walletService.ask { wallet in
                (try wallet.secondFactor(), try wallet.autoLogoutMinutes)
            }
            secondFactor = .ready(state)
            autoLogoutMinutes = minutes.flatMap { Int(exactly: $0) }
        } catch {
            secondFactor = .failed(UserMessage(error))
        }
    }

    // MARK: - Second factor

    /// Requests a secret; nothing changes before ``confirm()``.
    package func enrol() async {
        let typed = password
        password = ""
        await attempt {
            let offer = try await self.session.walletService.use { try $0.enrolSecondFactor(password: typed) }
            self.enrolment = Enrolment(code: try CodeModel(document: offer.link), secret: offer.secret)
        }
    }

    /// Turns the second factor on. The recovery codes are on the screen afterwards.
    package func confirm() async {
        let typed = takeCode()
        await attempt {
            self.recoveryCodes = try await self.session.walletService.use { try $0.confirmSecondFactor(typed) }
            self.enrolment = nil
        }
        if refusal == nil { await load() }
    }

    package func disable() async {
        let typed = takeCode()
        await attempt { try await self.session.walletService.use { try $0.disableSecondFactor(typed) } }
        if refusal == nil { await load() }
    }

    /// Makes ten new recovery codes; the earlier ones become invalid.
    package func makeRecoveryCodes() async {
        let typed = takeCode()
        await attempt {
            self.recoveryCodes = try await self.session.walletService.use { try $0.makeRecoveryCodes(typed) }
        }
        if refusal == nil { await load() }
    }

    package func forgetRecoveryCodes() { recoveryCodes = [] }
    package func stopEnrolling() { enrolment = nil }

    private func takeCode() -> String {
        defer { code = "" }
        return code.trimmed
    }

    // MARK: - Password and sessions

    package var canChangePassword: Bool {
        !isBusy && !oldPassword.isEmpty && newPassword.utf8.count >= 8 && newPassword == newPasswordAgain
    }

    /// Changes the account's password; all other devices are logged out.
    package func changePassword() async {
        guard canChangePassword else { return }
        let (old, new) = (oldPassword, newPassword)
        (oldPassword, newPassword, newPasswordAgain) = ("", "", "")
        isPasswordChanged = false
        await attempt {
            guard !self.session.isDemo else { throw UserMessage(.refusedInDemo) }
            try await self.session.walletService.use { try $0.changePassword(from: old, to: new) }
            self.isPasswordChanged = true
        }
    }

    /// - Parameter minutes: zero for never.
    package func logOutWhenIdle(after minutes: Int) async {
        await attempt {
            try await self.session.walletService.use {
                try $0.logoutWhenIdle(afterMinutes: minutes == 0 ? nil : UInt64(minutes))
            }
            self.autoLogoutMinutes = minutes == 0 ? nil : minutes
        }
    }

    /// Ends every session of the account, including this one. Offline money stays on each device.
    package func logOutEverywhere() async {
        await attempt { try await self.session.walletService.use { try $0.logoutEverywhere() } }
        await session.caughtUp()
    }
}
