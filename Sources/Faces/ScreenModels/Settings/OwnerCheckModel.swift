// SPDX-License-Identifier: MIT
internal import Bytes
internal import Keys
internal import Observation

/// Asks for the PIN or the passphrase before something that a passer-by at an open app must not do: showing the phrase,
/// erasing the wallet.
@Observable @MainActor
package final class OwnerCheckModel: BusyModel {
    package var secret = ""
    package internal(set) var isBusy = false
    package internal(set) var refusal: UserMessage?
    /// Whether a PIN can be typed; the passphrase always can.
    package private(set) var hasPIN = false
    package var prefersPassphrase = false
    private let walletService: WalletService

    package init(_ session: WalletSession) { walletService = session.walletService }

    package var asksForPIN: Bool { hasPIN && !prefersPassphrase }
    package var canConfirm: Bool { !isBusy && !secret.isEmpty }

    package func load() async {
        if case .ready = await walletService.pinState { hasPIN = true } else { hasPIN = false }
    }

    /// - Returns: whether the owner is here. A wrong PIN counts as one of its tries.
    package func confirm() async -> Bool {
        guard canConfirm else { return false }
        let (typed, isPIN) = (SecretText.bytes(secret), asksForPIN)
        secret = ""
        let isOwner = await attempt {
            do {
                try await self.walletService.confirmOwner(typed, isPIN: isPIN)
            } catch {
                throw isPIN ? UserMessage(pin: error) : UserMessage(error)
            }
        }
        await load()
        return isOwner
    }
}
