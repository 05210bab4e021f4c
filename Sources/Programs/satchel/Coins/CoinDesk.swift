// SPDX-License-Identifier: MIT
import Chains
import Coins
import Glibc
import Terminal
import Wallet

/// Opens the coins of a wallet with the machine's clock and the way to the accepted servers.
struct CoinDesk {
    let invocation: Invocation
    let coins: CoinWallet
    /// Kept open with the coins: its lock keeps other processes out.
    private let wallet: Wallet

    init(_ invocation: Invocation) throws {
        self.invocation = invocation
        wallet = try WalletDesk(invocation).open()
        coins = try CoinWallet(
            store: wallet.sealedStore,
            CoinWallet.Environment(
                clock: { UInt64(max(0, time(nil))) }, bitcoin: { try ServerConnector.bitcoin($0) },
                ethereum: { try ServerConnector.ethereum($0) }, solana: { try ServerConnector.solana($0) }))
    }

    /// The account that an operand names, by its number or its name.
    func account(_ operand: Operand = .account) throws -> CoinAccount {
        try account(named: try invocation.operand(operand))
    }

    func account(named word: String) throws -> CoinAccount {
        if let number = Int64(word) { return try coins.account(number) }
        let named = try coins.accounts().filter { $0.name == word }
        guard let first = named.first else {
            throw Failure(.failed, "There is no account '\(word)'. See them with `satchel coins accounts`.")
        }
        guard named.count == 1 else {
            throw Failure(.usage, "\(named.count) accounts are called '\(word)'. Say which by its number.")
        }
        return first
    }

    /// The account that an optional operand names; all of them without one.
    func accounts(_ operand: Operand) throws -> [CoinAccount] {
        guard let word = invocation.optional(operand) else { return try coins.accounts() }
        return [try account(named: word)]
    }

    /// A payment by the number that `satchel coins payments` shows.
    func payment() throws -> Int64 {
        try invocation.operand(.payment) { text in
            guard let number = Int64(text), number > 0 else {
                throw Failure(.usage, "give the number that `satchel coins payments` shows")
            }
            return number
        }
    }

    func network() throws -> Network { try invocation.operand(.network) { try Network(named: $0) } }
}
