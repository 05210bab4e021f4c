// SPDX-License-Identifier: MIT
internal import Bytes
internal import Keys
internal import Observation
internal import Wallet

/// The lock screen. Nothing is shown before the passphrase, or the PIN where this device has one.
@Observable @MainActor
package final class LockModel {
    package var passphrase = ""
    package var pin = ""
    package private(set) var isBusy = false
    package private(set) var refusal: UserMessage?
    /// The number of wrong passphrases since the lock was shown.
    package private(set) var wrongTries = 0
    /// The remaining PIN attempts and the wait before the next; nil where there is no PIN.
    package private(set) var pinTries: (left: Int, wait: Int)?
    /// Whether the user chose the passphrase instead of the PIN.
    package var prefersPassphrase = false

    @ObservationIgnored private let walletService: WalletService
    @ObservationIgnored var didOpen: @MainActor () async -> Void = {}

    /// Whether any passphrase is right.
    package let isDemo: Bool

    init(_ walletService: WalletService, isDemo: Bool = false) {
        self.walletService = walletService
        self.isDemo = isDemo
    }

    package var asksForPIN: Bool { pinTries != nil && !prefersPassphrase }
    /// Seconds until the next PIN attempt.
    package var wait: Int { asksForPIN ? pinTries?.wait ?? 0 : 0 }

    package var canUnlock: Bool {
        guard !isBusy else { return false }
        return asksForPIN ? pin.count >= PINSlot.leastDigits && wait == 0 : !passphrase.isEmpty
    }

    /// Checks whether a PIN can open the wallet now.
    package func look() async {
        if case .ready(let left, let wait) = await walletService.pinState {
            pinTries = (left, wait)
        } else {
            pinTries = nil
        }
    }

    package func unlock() async {
        guard canUnlock else { return }
        let isPIN = asksForPIN
        let typed = SecretText.bytes(isPIN ? pin : passphrase)
        (passphrase, pin) = ("", "")
        isBusy = true
        refusal = nil
        defer { isBusy = false }
        do {
            if isPIN {
                try await walletService.open(pin: typed)
            } else {
                try await walletService.open(passphrase: typed)
            }
            await didOpen()
        } catch {
            self.refusal = isPIN ? UserMessage(pin: error) : UserMessage(error)
            if refusal?.word == .refusedPassphrase { wrongTries += 1 }
            await look()
        }
    }

    /// Opens the wallet with the key in the system's unlock cache, if there is one.
    func openRemembered() async {
        isBusy = true
        defer { isBusy = false }
        do {
            if try await walletService.openRemembered() { await didOpen() }
        } catch {
            refusal = UserMessage(error)
        }
    }
}

extension UserMessage {
    /// Why a PIN did not open the wallet.
    init(pin error: any Error) {
        switch (error as? KeysError)?.code {
        case .wrongPassphrase: self.init(.refusedPIN)
        case .locked: self.init(.refusedPINSoon)
        case .notFound: self.init(.refusedPINGone)
        case .unsupported: self.init(.refusedNoKeyring)
        default: self.init(error)
        }
    }
}
