// SPDX-License-Identifier: MIT
internal import Keys
internal import Observation

/// The PIN of this device: setting, changing and removing it.
@Observable @MainActor
package final class PINModel: BusyModel {
    package internal(set) var isBusy = false
    package internal(set) var refusal: UserMessage?
    /// Whether a PIN opens the wallet; nil before it was checked.
    package private(set) var isSet: Bool?
    /// The wallet's passphrase. An open app alone cannot set a PIN.
    package var passphrase = ""
    package var pin = ""
    package var pinAgain = ""
    package let session: WalletSession

    /// The wrong PINs in a row after which only the passphrase opens the wallet.
    package nonisolated static let maximumTries = PINSlot.maximumTries

    package init(_ session: WalletSession) { self.session = session }

    package func load() async { isSet = await session.walletService.pinState.map { $0 != .none } ?? false }

    /// What is wrong with a PIN; nil when it is valid, or still incomplete.
    package nonisolated static func objection(to pin: String) -> StringKey? {
        if pin.isEmpty { return nil }
        if pin.count < PINSlot.leastDigits || !pin.utf8.allSatisfy({ 48...57 ~= $0 }) { return .pinTooShort }
        return isGuessed(pin) ? .pinTooSimple : nil
    }

    /// At most two different digits, or a run such as 123456: attackers try these first.
    private nonisolated static func isGuessed(_ pin: String) -> Bool {
        let digits = pin.utf8.map(Int.init)
        let steps = Set(zip(digits, digits.dropFirst()).map { $1 - $0 })
        return Set(digits).count < 3 || (steps.count == 1 && steps.allSatisfy { abs($0) <= 1 })
    }

    package var objection: StringKey? {
        Self.objection(to: pin) ?? (!pinAgain.isEmpty && pin != pinAgain ? .pinsDiffer : nil)
    }

    package var canSet: Bool {
        !isBusy && !passphrase.isEmpty && !pin.isEmpty && pin == pinAgain && objection == nil
    }

    /// Sets or replaces the PIN.
    package func set() async {
        guard canSet else { return }
        let (typed, secret) = (SecretText.bytes(pin), SecretText.bytes(passphrase))
        (passphrase, pin, pinAgain) = ("", "", "")
        await attempt { try await self.session.walletService.setPIN(typed, passphrase: secret) }
        await load()
    }

    package func remove() async {
        await session.walletService.removePIN()
        await load()
    }
}
