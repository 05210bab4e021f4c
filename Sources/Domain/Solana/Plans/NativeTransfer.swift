// SPDX-License-Identifier: MIT

/// A transfer of native coins: the order, and the known facts of both accounts.
package struct NativeTransfer: Hashable, Sendable {
    package enum Amount: Hashable, Sendable {
        case exactly(Lamports)
        /// Everything except the fee, so that nothing remains.
        case everything
    }

    package var sender: Address
    /// The sender's balance according to a server. If it is wrong, the chain refuses the transfer and never pays more.
    package var balance: Lamports
    package var recipient: Address
    /// The recipient's balance; zero means that the account is new.
    package var recipientBalance: Lamports
    package var amount: Amount
    package var memo: String?
    /// Keys by which a shop finds the payment. Solana Pay.
    package var references: [Address]

    package init(
        sender: Address, balance: Lamports, recipient: Address, recipientBalance: Lamports, amount: Amount,
        memo: String? = nil, references: [Address] = []
    ) {
        self.sender = sender
        self.balance = balance
        self.recipient = recipient
        self.recipientBalance = recipientBalance
        self.amount = amount
        self.memo = memo
        self.references = references
    }

    /// A generous limit of compute units. The budget's two instructions take 150 units each, as do a transfer and a
    /// nonce's advance; the cost of a memo grows with its length.
    package static func unitLimit(memo: String?) -> UInt32 {
        guard let memo else { return 1_000 }
        return 20_000 + 400 * UInt32(min(memo.utf8.count, MemoProgram.maximumCount))
    }

    /// Plans the transfer.
    ///
    /// - Throws: ``SolanaError`` with `.badAmount` for zero or too little for a new account, `.insufficientFunds` when
    ///   the remainder would be above zero and below the rent deposit.
    package func plan(lifetime: Lifetime, unitPrice: UInt64, rent: Rent = .standard) throws -> TransactionPlan {
        // A nonce with another authority needs a second signature.
        var signatureCount = 1
        if case .nonce(let nonce) = lifetime, nonce.authority != sender { signatureCount = 2 }
        let fee = Fee(
            signatureCount: signatureCount, unitLimit: Self.unitLimit(memo: memo), unitPrice: unitPrice)
        let sent = try checkedAmount(fee: fee.total, deposit: rent.minimum(for: 0))
        var instructions: [Instruction] = []
        if let memo { instructions.append(try MemoProgram.note(memo)) }
        instructions.append(SystemProgram.transfer(from: sender, to: recipient, sent, references: references))
        return TransactionPlan(payer: sender, instructions: instructions, lifetime: lifetime, fee: fee)
    }

    private func checkedAmount(fee: Lamports, deposit: Lamports) throws -> Lamports {
        let sent: Lamports
        switch amount {
        case .everything:
            guard let rest = balance.subtracting(fee), !rest.isZero else {
                throw SolanaError(.insufficientFunds, "The account has \(balance); the fee alone is \(fee).")
            }
            sent = rest
        case .exactly(let asked):
            guard !asked.isZero else { throw SolanaError(.badAmount, "There is nothing to send.") }
            guard let rest = balance.subtracting(try asked.adding(fee)) else {
                throw SolanaError(
                    .insufficientFunds, "The account has \(balance); \(asked) and the fee of \(fee) are more than that."
                )
            }
            // In a transfer to oneself, the amount stays.
            let left = recipient == sender ? try rest.adding(asked) : rest
            guard left.isZero || left >= deposit else {
                throw SolanaError(
                    .insufficientFunds,
                    "\(left) would stay, and the chain keeps no account below \(deposit). Send everything, or less.")
            }
            sent = asked
        }
        let arrived = try recipientBalance.adding(sent)
        guard recipient == sender || arrived >= deposit else {
            throw SolanaError(
                .badAmount, "The recipient's account is new; the chain keeps no account below \(deposit). Send more.")
        }
        return sent
    }
}
