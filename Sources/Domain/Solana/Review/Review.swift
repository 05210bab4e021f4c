// SPDX-License-Identifier: MIT
package import Chains

/// A transaction decoded from its bytes: transfers, recipients, costs and warnings.
///
/// It is made from the message to sign, never from the plan, so a difference between the two becomes visible.
/// ``approve(acknowledging:)`` is the only way to an ``ApprovedTransaction``, and only that signs.
package struct Review: Sendable {
    package let network: Network
    package let transaction: Transaction
    /// Every instruction, in order. An instruction that uses an unread lookup table is an unknown call.
    package let actions: [Action]
    package let movements: [Movement]
    /// The highest network fee.
    package let fee: Lamports
    /// The deposits for new accounts.
    package let deposits: Lamports
    /// The nonce account whose value is in the message; nil for a recent blockhash.
    package let nonce: Address?
    /// In the order of the instructions, without repetitions.
    package let warnings: [ReviewWarning]

    /// A fee above this causes a warning for any amount: 0.01 SOL, a thousand times the usual.
    package static let largeFee = Lamports(10_000_000)

    /// Decodes a transaction of this wallet or of another party.
    ///
    /// - Throws: ``SolanaError`` with `.otherNetwork` for a network of another chain, `.absurdFee` beyond 64 bits.
    package init(_ transaction: Transaction, on network: Network, knowing facts: AccountFacts) throws {
        guard network.chain == .solana else {
            throw SolanaError(.otherNetwork, "\(network) is not a network of Solana.")
        }
        let message = transaction.message
        let reading = try MessageReading(message, tables: facts.tables)
        var judge = ReviewJudge(facts: facts, actions: reading.actions)
        for table in reading.unknownTables { judge.warn(.unknownTable(table)) }
        for action in reading.actions { try judge.consider(action) }
        let fee = try reading.fee
        // A fee that another party pays costs this wallet nothing.
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

    /// Decodes an unsigned message.
    package init(_ message: Message, on network: Network, knowing facts: AccountFacts) throws {
        try self.init(Transaction(message), on: network, knowing: facts)
    }

    /// Approves the transaction for signing, after the user has acknowledged every warning.
    ///
    /// - Throws: ``SolanaError`` with `.unsupported` naming the first warning that was not acknowledged.
    package func approve(acknowledging seen: Set<ReviewWarning>) throws -> ApprovedTransaction {
        if let unseen = warnings.first(where: { !seen.contains($0) }) {
            throw SolanaError(.unsupported, "Not approved: \(unseen.text)")
        }
        return ApprovedTransaction(self)
    }
}

/// A transaction that the user reviewed and approved. Only ``Review/approve(acknowledging:)`` makes one.
package struct ApprovedTransaction: Sendable {
    /// The approved review.
    package let review: Review

    fileprivate init(_ review: Review) {
        self.review = review
    }
}
