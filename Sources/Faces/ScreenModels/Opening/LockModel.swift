// SPDX-License-Identifier: MIT
internal import Bytes
internal import Observation
internal import Wallet

/// The lock: nothing is shown before the passphrase.
@Observable @MainActor
package final class LockModel {
    package var passphrase = ""
    package private(set) var isBusy = false
    package private(set) var refusal: Refusal?
    /// Wrong passphrases since the lock was shown.
    package private(set) var wrongTries = 0

    @ObservationIgnored private let custodian: Custodian
    @ObservationIgnored var didOpen: @MainActor () async -> Void = {}

    init(_ custodian: Custodian) { self.custodian = custodian }

    package var canUnlock: Bool { !passphrase.isEmpty && !isBusy }

    package func unlock() async {
        guard canUnlock else { return }
        let typed = SecretText.bytes(passphrase)
        passphrase = ""
        isBusy = true
        refusal = nil
        defer { isBusy = false }
        do {
            try await custodian.open(passphrase: typed)
            await didOpen()
        } catch {
            let refusal = Refusal(error)
            if refusal.word == .refusedPassphrase { wrongTries += 1 }
            self.refusal = refusal
        }
    }

    /// Opens the wallet with the key that the system remembers, if it does.
    func openRemembered() async {
        isBusy = true
        defer { isBusy = false }
        do {
            if try await custodian.openRemembered() { await didOpen() }
        } catch {
            refusal = Refusal(error)
        }
    }
}
