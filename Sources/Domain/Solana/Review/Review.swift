// SPDX-License-Identifier: MIT
package import Chains

/// A transaction read back from its bytes: what moves, to whom, what it costs, and what to be warned of.
///
/// It is made from the message that will be signed, never from the plan that led to it, so a slip between the two shows.
/// ``approve(acknowledging:)`` is the only way to an ``ApprovedTransaction``, and only that signs.
package struct Review: Sendable {
    package let network: Network
    package let transaction: Transaction
    /// Every instruction, in order. An instruction that touches a table that was not read is an unknown call.
    package let actions: [Action]
    package let movements: [Movement]
    /// What the network takes, at most.
    package let fee: Lamports
    /// What is set aside for new accounts.
    package let deposits: Lamports
    /// The nonce account whose value stands in the message; nil for a recent blockhash.
    package let nonce: Address?
    /// In the order of the instructions, each once.
    package let warnings: [ReviewWarning]

    /// A fee above this is pointed out whatever is sent: 0.01 SOL, a thousand times a usual one.
    package static let largeFee = Lamports(10_000_000)

    /// Reads a transaction of this wallet or of somebody else.
    ///
    /// - Throws: ``SolanaError`` with `.otherNetwork` for a network of another chain, `.absurdFee` beyond 64 bits.
    package init(_ transaction: Transaction, on network: Network, knowing facts: AccountFacts) throws {
        guard network.chain == .solana else {
            throw SolanaError(.otherNetwork, "\(network) is not a network of Solana.")
        }
        let message = transaction.message
        let reading = try MessageReading(message, tables: facts.tables)
        var judge = ReviewJudge(facts: facts)
        for table in reading.unknownTables { judge.warn(.unknownTable(table)) }
        for action in reading.actions { try judge.consider(action) }
        let fee = try reading.fee
        // A transaction that somebody else pays for costs this wallet nothing.
        if facts.own.contains(message.feePayer) { try judge.considerFee(fee) }

        self.network = network
        self.transaction = transaction
        self.fee = fee
        actions = reading.actions
        movements = judge.movements
        deposits = judge.deposits
        nonce = reading.nonce
        warnings = judge.warnings
    }

    /// Reads a message that nobody signed yet.
    package init(_ message: Message, on network: Network, knowing facts: AccountFacts) throws {
        try self.init(Transaction(message), on: network, knowing: facts)
    }

    /// Lets the transaction be signed by a person who has seen every warning.
    ///
    /// - Throws: ``SolanaError`` with `.unsupported` naming the first warning that was not acknowledged.
    package func approve(acknowledging seen: Set<ReviewWarning>) throws -> ApprovedTransaction {
        if let unseen = warnings.first(where: { !seen.contains($0) }) {
            throw SolanaError(.unsupported, "Not approved: \(unseen.text)")
        }
        return ApprovedTransaction(self)
    }
}

/// A transaction that a person has seen decoded and agreed to. Only ``Review/approve(acknowledging:)`` makes one.
package struct ApprovedTransaction: Sendable {
    /// What was agreed to.
    package let review: Review

    fileprivate init(_ review: Review) {
        self.review = review
    }
}
