// SPDX-License-Identifier: MIT
package import Solana

/// A server of a Solana chain. Its answers are checked against the request before they are returned.
///
/// Every method throws ``CoinsError`` with code `.unreachable`, `.refused`, `.lyingServer` or `.tooLarge`.
package protocol SolanaServer {
    /// Throws `.lyingServer` when the server is on another network than the one that it was added for.
    func checkNetwork() throws
    func balance(of address: Address) throws -> Lamports
    /// A blockhash at `confirmed`, and the last block height at which it is valid.
    func latestBlockhash() throws -> (blockhash: Blockhash, lastValidBlockHeight: UInt64)
    /// The height up to which blocks are final.
    func finalizedBlockHeight() throws -> UInt64
    /// The time of the oldest block that the server has, in seconds since 1970; nil when it does not say.
    func oldestTime() throws -> UInt64?
    /// The accounts at some addresses, in order; nil where there is none.
    func accounts(_ addresses: [Address]) throws -> [SolanaAccount?]
    /// All token accounts of an owner, of both token programs.
    func tokenAccounts(of owner: Address) throws -> [TokenAccount]
    /// The priority prices of recent blocks that wrote to these accounts, in millionths of a lamport per compute unit.
    func priorityPrices(writing addresses: [Address]) throws -> [UInt64]
    /// Simulates a transaction without signatures; nil when it would succeed, else the server's reason.
    func simulate(_ transaction: Transaction) throws -> String?

    /// Broadcasts a transaction. One that was already executed is accepted as well.
    ///
    /// - Throws: ``CoinsError`` with `.refused` and the server's own reason.
    func broadcast(_ transaction: Transaction) throws
    /// The outcome of transactions of any age, in order; nil for those that the server does not know.
    func statuses(of signatures: [Signature]) throws -> [SolanaStatus?]
    /// The transactions that touch an address and are older than `before`, newest first.
    func history(of address: Address, before: Signature?, limit: Int) throws -> [SolanaEntry]
    /// Transactions with their effects, in the order of the signatures; nil for those that the server does not know.
    func transactions(_ signatures: [Signature]) throws -> [SolanaOutcome?]
}

/// The account at an address.
package struct SolanaAccount: Hashable, Sendable {
    package let owner: Address
    package let balance: Lamports
    package let isExecutable: Bool
    package let data: [UInt8]

    package init(owner: Address, balance: Lamports, isExecutable: Bool, data: [UInt8]) {
        self.owner = owner
        self.balance = balance
        self.isExecutable = isExecutable
        self.data = data
    }
}

/// The outcome of a transaction.
package struct SolanaStatus: Hashable, Sendable {
    package let slot: UInt64
    package let isFinal: Bool
    /// The reason when it was executed without effect.
    package let failure: String?

    package init(slot: UInt64, isFinal: Bool, failure: String?) {
        self.slot = slot
        self.isFinal = isFinal
        self.failure = failure
    }
}

/// An entry of an address's history.
package struct SolanaEntry: Hashable, Sendable {
    package let signature: Signature
    package let slot: UInt64
    /// Seconds since 1970; nil when the chain does not record it.
    package let time: UInt64?
    package let hasFailed: Bool

    package init(signature: Signature, slot: UInt64, time: UInt64?, hasFailed: Bool) {
        self.signature = signature
        self.slot = slot
        self.time = time
        self.hasFailed = hasFailed
    }
}

/// A transaction with its effects.
package struct SolanaOutcome: Sendable {
    package let transaction: Transaction
    package let fee: Lamports
    /// Before and after, keyed by the message's accounts.
    package let balances: [Address: (before: Lamports, after: Lamports)]
    /// Before and after in smallest units, by token account and mint; a missing entry counts as zero.
    package let tokens: [TokenChange]

    package struct TokenChange: Hashable, Sendable {
        package let owner: Address
        package let mint: Address
        package let before: UInt64
        package let after: UInt64

        package init(owner: Address, mint: Address, before: UInt64, after: UInt64) {
            self.owner = owner
            self.mint = mint
            self.before = before
            self.after = after
        }
    }

    package init(
        transaction: Transaction, fee: Lamports, balances: [Address: (before: Lamports, after: Lamports)],
        tokens: [TokenChange]
    ) {
        self.transaction = transaction
        self.fee = fee
        self.balances = balances
        self.tokens = tokens
    }
}
