// SPDX-License-Identifier: MIT
import Demo
import Keys
import Money
import ScreenModels
import Terminal
import Wallet

/// Builds a wallet's environment from a command line: its folder, the machine's clock and random source, the network.
struct CommandContext {
    let invocation: Invocation
    let home: WalletHome
    /// Nil for the user's own wallet.
    let demo: Demo?
    /// Shared by all connections of the wallet in this process.
    let meter = ConnectionMeter()

    init(_ invocation: Invocation) throws {
        self.invocation = invocation
        if invocation.has(.demo) {
            let found = try HeldDemo.find()
            if !invocation.wantsJSON { invocation.console.note("Demo: nothing here is real.") }
            (demo, home) = (found, found.place.home)
            return
        }
        demo = nil
        guard let home = WalletHome(wallet: invocation.value(.wallet), variable: Program.processEnvironment) else {
            throw Failure(.usage, "HOME is not set. Name the wallet's directory with --wallet.")
        }
        self.home = home
    }

    var folder: String { home.folder }

    /// Opens the wallet: with a given passphrase, else with the key of an earlier `unlock`, else by a prompt.
    ///
    /// - Parameters:
    ///   - isUse: whether a person uses the wallet, which restarts the time until automatic logout.
    ///   - isBlockable: see `Wallet.open`.
    func open(isUse: Bool = true, isBlockable: Bool = true) throws -> Wallet {
        let wallet = try unlocked(isBlockable: isBlockable)
        if isUse { try wallet.noteUse() }
        return wallet
    }

    private func unlocked(isBlockable: Bool) throws -> Wallet {
        if let demo {
            return try Wallet.open(environment(), .passphrase(demo.access.secret), isBlockable: isBlockable)
        }
        let isGiven = invocation.has(.passphraseFile) || invocation.has(.passphraseDescriptor)
        if !isGiven, Wallet.exists(in: folder), let key = unlockCache.fetch() {
            do {
                return try Wallet.open(environment(), .vaultKey(key), isBlockable: isBlockable)
            } catch let error as WalletError where error.code == .damaged {
                // The key may belong to a former wallet in this folder. The passphrase decides.
                unlockCache.clear()
            }
        }
        guard Wallet.exists(in: folder) else {
            throw Failure(.failed, "No wallet in \(folder). Create one: satchel init")
        }
        return try Wallet.open(
            environment(), .passphrase(try invocation.passphrase("Wallet passphrase")), isBlockable: isBlockable)
    }

    /// The key of an unlocked wallet, for a limited time.
    var unlockCache: UnlockCache { UnlockCache(wallet: folder) }

    /// The app's PIN for this wallet.
    var pin: PINSlot { PINSlot(wallet: folder) }

    /// Deletes the system's copies of the key of the present wallet, or of a former wallet in this folder.
    func forgetKeys() {
        unlockCache.clear()
        pin.remove()
    }

    func environment() -> Wallet.Environment {
        if let demo { return demo.environment(meter: meter) }
        var environment = home.environment(meter: meter)
        environment.device = findings
        return environment
    }
}

extension Wallet {
    /// Reads an amount in the currency that the text names, such as 5EUR, or else in the hub's first currency.
    func amountInAnyCurrency(_ invocation: Invocation, _ operand: Operand = .amount) throws -> Amount {
        let named = try invocation.operand(operand) { Currency.named(in: $0) }
        guard let named else { return try amount(invocation, operand) }
        return try invocation.operand(operand) { try Amount(parsing: $0, currency: named) }
    }

    /// Reads an amount in the hub's currency.
    func amount(_ invocation: Invocation, _ operand: Operand = .amount) throws -> Amount {
        guard let currency = try currency else {
            throw Failure(
                .failed,
                "The wallet does not know its currency yet. Join a hub with `satchel join`, then run `satchel sync`.")
        }
        return try invocation.operand(operand) { try Amount(parsing: $0, currency: currency) }
    }
}

extension Currency {
    /// The currency whose code stands before or after the number of a text, or nil.
    static func named(in text: String) -> Currency? {
        let words = text.split { !$0.isLetter }
        guard words.count == 1 else { return nil }
        return all.first { $0.code == words[0].uppercased() }
    }
}
