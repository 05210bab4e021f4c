// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Glibc
import Keys
import Money
import Terminal
import Tokens
import Wallet

/// Builds the real surroundings of a wallet from a command line: its folder, the machine's clock and chance, the network.
struct WalletDesk {
    let invocation: Invocation
    let folder: String
    /// One for all the wallet's connections of this process.
    let meter = ConnectionMeter()

    init(_ invocation: Invocation) throws {
        self.invocation = invocation
        let given = try invocation.value(.wallet) ?? Self.directory(for: "XDG_DATA_HOME", otherwise: ".local/share")
        // One wallet has one name in the keyring, however its folder is written; a folder still to be made has none yet.
        folder = Self.absolute(given)
    }

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
                return try Wallet.open(try environment(), .vaultKey(key))
            } catch let error as WalletError where error.code == .damaged {
                // The key may be of a wallet that was here before; the passphrase tells.
                unlockCache.clear()
            }
        }
        guard Wallet.exists(in: folder) else {
            throw Failure(.failed, "There is no wallet in \(folder). Make one with `satchel init`.")
        }
        return try Wallet.open(try environment(), .passphrase(try invocation.passphrase("Passphrase of the wallet")))
    }

    /// The key of an opened wallet, for a while.
    var unlockCache: UnlockCache { UnlockCache(wallet: folder) }

    func environment() throws -> Wallet.Environment {
        let epochs = try Self.directory(for: "XDG_STATE_HOME", otherwise: ".local/state")
        return Wallet.Environment(
            place: .folder(folder), epochs: .folder(epochs),
            clock: Clock { Timestamp(seconds: UInt64(max(0, time(nil)))) }, random: .system,
            connect: { [meter] in try HubConnection.open($0, trusting: $1, meter: meter) }, meter: meter)
    }

    private static func directory(for variable: String, otherwise: String) throws -> String {
        // XDG Base Directory Specification: a relative value is to be ignored.
        if let named = Program.processEnvironment(variable), named.hasPrefix("/") { return named + "/satchel" }
        guard let home = Program.processEnvironment("HOME"), !home.isEmpty else {
            throw Failure(.usage, "HOME is not set. Say where the wallet lives with --wallet.")
        }
        return "\(home)/\(otherwise)/satchel"
    }

    static func absolute(_ path: String) -> String {
        if let resolved = realpath(path, nil) {
            defer { free(resolved) }
            return String(cString: resolved)
        }
        guard !path.hasPrefix("/"), let here = getcwd(nil, 0) else { return path }
        defer { free(here) }
        return String(cString: here) + "/" + path
    }
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
