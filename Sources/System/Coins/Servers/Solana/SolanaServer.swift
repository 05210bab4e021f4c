// SPDX-License-Identifier: MIT
package import Solana

/// A server that knows a chain of Solana's kind; what it says is checked against what was asked before it is returned.
///
/// Every method throws ``CoinsError`` with code `.unreachable`, `.refused`, `.lyingServer` or `.tooLarge`.
package protocol SolanaServer {
    /// Throws `.lyingServer` when the server is on another network than the one that this server was added for.
    func checkNetwork() throws
    func balance(of address: Address) throws -> Lamports
    /// A blockhash at `confirmed`, and the last block height at which it is good.
    func latestBlockhash() throws -> (blockhash: Blockhash, lastValidBlockHeight: UInt64)
    /// Below this height nothing changes any more.
    func finalizedBlockHeight() throws -> UInt64
    /// When the oldest block was made that the server still knows, in seconds since 1970; nil when it does not say.
    func oldestTime() throws -> UInt64?
    /// What stands at some addresses, in their order; nil for nothing.
    func accounts(_ addresses: [Address]) throws -> [SolanaAccount?]
    /// All token accounts of an owner, of both token programs.
    func tokenAccounts(of owner: Address) throws -> [TokenAccount]
    /// What was paid for priority in the last blocks that wrote to these accounts, in millionths of a lamport a unit.
    func priorityPrices(writing addresses: [Address]) throws -> [UInt64]
    /// Runs a transaction without signatures; nil when it would succeed, else the server's reason.
    func simulate(_ transaction: Transaction) throws -> String?

    /// Hands a transaction over. One that was executed already is accepted as well.
    ///
    /// - Throws: ``CoinsError`` with `.refused` and the server's own reason.
    func broadcast(_ transaction: Transaction) throws
    /// What became of some transactions, however old, in their order; nil for what the server does not know.
    func statuses(of signatures: [Signature]) throws -> [SolanaStatus?]
    /// The newest transactions that touch an address first, older than `before`.
    func history(of address: Address, before: Signature?, limit: Int) throws -> [SolanaEntry]
    /// Transactions with what they did, in the order of the signatures; nil for what the server does not know.
    func transactions(_ signatures: [Signature]) throws -> [SolanaOutcome?]
}

/// What stands at an address.
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

/// What became of a transaction.
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

/// A line of an address's history.
package struct SolanaEntry: Hashable, Sendable {
    package let signature: Signature
    package let slot: UInt64
    /// Seconds since 1970, when the chain knows it.
    package let time: UInt64?
    package let hasFailed: Bool

    package init(signature: Signature, slot: UInt64, time: UInt64?, hasFailed: Bool) {
        self.signature = signature
        self.slot = slot
        self.time = time
        self.hasFailed = hasFailed
    }
}

/// A transaction with what it did.
package struct SolanaOutcome: Sendable {
    package let transaction: Transaction
    package let fee: Lamports
    /// Before and after, by the message's accounts.
    package let balances: [Address: (before: Lamports, after: Lamports)]
    /// Before and after in smallest units, by token account and mint; absent ones count as zero.
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
