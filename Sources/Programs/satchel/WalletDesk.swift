// SPDX-License-Identifier: MIT
import Keys
import Money
import Terminal
import Wallet

/// Builds the real surroundings of a wallet from a command line: its folder, the machine's clock and chance, the network.
struct WalletDesk {
    let invocation: Invocation
    let home: WalletHome
    /// One for all the wallet's connections of this process.
    let meter = ConnectionMeter()

    init(_ invocation: Invocation) throws {
        self.invocation = invocation
        guard let home = WalletHome(wallet: invocation.value(.wallet), variable: Program.processEnvironment) else {
            throw Failure(.usage, "HOME is not set. Say where the wallet lives with --wallet.")
        }
        self.home = home
    }

    var folder: String { home.folder }

    /// Opens the wallet: with the passphrase where one is given, else with the key of an earlier `unlock`, else by asking.
    ///
    /// - Parameter isUse: whether a person uses the wallet, which puts an automatic log-out off.
    func open(isUse: Bool = true) throws -> Wallet {
        let wallet = try unlocked()
        if isUse { try wallet.noteUse() }
        return wallet
    }

    private func unlocked() throws -> Wallet {
        let isGiven = invocation.has(.passphraseFile) || invocation.has(.passphraseDescriptor)
        if !isGiven, Wallet.exists(in: folder), let key = unlockCache.fetch() {
            do {
                return try Wallet.open(environment(), .vaultKey(key))
            } catch let error as WalletError where error.code == .damaged {
                // The key may be of a wallet that was here before; the passphrase tells.
                unlockCache.clear()
            }
        }
        guard Wallet.exists(in: folder) else {
            throw Failure(.failed, "There is no wallet in \(folder). Make one with `satchel init`.")
        }
        return try Wallet.open(environment(), .passphrase(try invocation.passphrase("Passphrase of the wallet")))
    }

    /// The key of an opened wallet, for a while.
    var unlockCache: UnlockCache { UnlockCache(wallet: folder) }

    /// The app's PIN for this wallet.
    var pin: PINSlot { PINSlot(wallet: folder) }

    /// Forgets what the system keeps of the key of the wallet that is here, or was here before.
    func forgetKeys() {
        unlockCache.clear()
        pin.remove()
    }

    func environment() -> Wallet.Environment { home.environment(meter: meter) }
}

extension Wallet {
    /// Reads what a person typed as an amount in the currency that it names, such as 5EUR, or else in the hub's first one.
    func amountInAnyCurrency(_ invocation: Invocation, _ operand: Operand = .amount) throws -> Amount {
        let named = try invocation.operand(operand) { Currency.named(in: $0) }
        guard let named else { return try amount(invocation, operand) }
        return try invocation.operand(operand) { try Amount(parsing: $0, currency: named) }
    }

    /// Reads what a person typed as an amount in the hub's currency.
    func amount(_ invocation: Invocation, _ operand: Operand = .amount) throws -> Amount {
        guard let currency = try currency else {
            throw Failure(
                .failed,
                "The wallet does not know its currency yet. Join a hub with `satchel join`, then `satchel sync`.")
        }
        return try invocation.operand(operand) { try Amount(parsing: $0, currency: currency) }
    }
}

extension Currency {
    /// The currency whose code stands before or behind the number of a text, if any does.
    static func named(in text: String) -> Currency? {
        let words = text.split { !$0.isLetter }
        guard words.count == 1 else { return nil }
        return all.first { $0.code == words[0].uppercased() }
    }
}
