// SPDX-License-Identifier: MIT

/// A transfer of tokens: the order, and the known facts of both accounts.
package struct TokenTransfer: Hashable, Sendable {
    package enum Amount: Hashable, Sendable {
        case exactly(UInt64)
        /// The whole balance; the empty account is closed and its deposit is refunded.
        case everything
    }

    /// The state of the recipient's associated token account.
    package enum RecipientAccount: Hashable, Sendable {
        case missing
        case there(TokenAccount)
    }

    /// The owner of the source, who also pays the fee.
    package var sender: Address
    /// The owner's native coins, which pay the fee and the deposit of a new account.
    package var balance: Lamports
    package var source: TokenAccount
    package var mint: Mint
    /// The recipient's wallet, not a token account.
    package var recipient: Address
    package var recipientAccount: RecipientAccount
    package var amount: Amount
    package var memo: String?
    /// Keys by which a shop finds the payment. Solana Pay.
    package var references: [Address]

    package init(
        sender: Address, balance: Lamports, source: TokenAccount, mint: Mint, recipient: Address,
        recipientAccount: RecipientAccount, amount: Amount, memo: String? = nil, references: [Address] = []
    ) {
        self.sender = sender
        self.balance = balance
        self.source = source
        self.mint = mint
        self.recipient = recipient
        self.recipientAccount = recipientAccount
        self.amount = amount
        self.memo = memo
        self.references = references
    }

    /// A generous limit of compute units; creating an account searches its address.
    package static func unitLimit(createsAccount: Bool, program: Address, memo: String?) -> UInt32 {
        var units: UInt32 = program == .token2022Program ? 30_000 : 15_000
        if createsAccount { units += 60_000 }
        if let memo { units += NativeTransfer.unitLimit(memo: memo) }
        return units
    }

    /// Plans the transfer.
    ///
    /// The instruction states the mint's decimals, so that the chain refuses it if a server lied about them.
    ///
    /// - Throws: ``SolanaError`` with `.badAmount`, `.insufficientFunds`, `.badAddress` when the accounts do not belong
    ///   together, `.frozen` when the issuer has frozen one of them, `.unsupported` for tokens that this wallet cannot
    ///   move.
    package func plan(lifetime: Lifetime, unitPrice: UInt64, rent: Rent = .standard) throws -> TransactionPlan {
        try checkAccounts()
        let units = try checkedUnits()
        let target = try ProgramAddress.associatedTokenAccount(
            owner: recipient, mint: mint.address, program: mint.program)
        let creates = recipientAccount == .missing
        var signatureCount = 1
        if case .nonce(let nonce) = lifetime, nonce.authority != sender { signatureCount = 2 }
        let fee = Fee(
            signatureCount: signatureCount,
            unitLimit: Self.unitLimit(createsAccount: creates, program: mint.program, memo: memo), unitPrice: unitPrice)
        try checkCoins(fee: fee.total, deposit: creates ? rent.minimum(for: mint.associatedAccountCount) : .zero, rent)

        var instructions: [Instruction] = []
        if creates {
            instructions.append(
                try AssociatedTokenProgram.createIdempotent(
                    payer: sender, owner: recipient, mint: mint.address, program: mint.program))
        }
        if let memo { instructions.append(try MemoProgram.note(memo)) }
        instructions.append(
            TokenProgram.transferChecked(
                from: source.address, mint: mint.address, to: target, owner: sender,
                TokenAmount(units: units, decimals: mint.decimals), program: mint.program, references: references))
        if amount == .everything, source.address != target {
            instructions.append(
                TokenProgram.closeAccount(source.address, to: sender, owner: sender, program: mint.program))
        }
        return TransactionPlan(payer: sender, instructions: instructions, lifetime: lifetime, fee: fee)
    }

    private func checkAccounts() throws {
        guard source.owner == sender, source.mint == mint.address, source.program == mint.program else {
            throw SolanaError(.badAddress, "The token account \(source.address) is not this wallet's for this token.")
        }
        guard mint.isTransferable else {
            throw SolanaError(.unsupported, "The issuer of the token \(mint.address) does not allow transfers.")
        }
        guard mint.transferHook == nil else {
            throw SolanaError(
                .unsupported,
                "The token \(mint.address) runs a program of its issuer in each transfer, which "
                    + "Satchel does not support.")
        }
        guard !source.isFrozen else {
            throw SolanaError(.frozen, "The token's issuer has frozen the token account \(source.address).")
        }
        guard case .there(let account) = recipientAccount else { return }
        guard account.owner == recipient, account.mint == mint.address else {
            throw SolanaError(
                .badAddress, "The token account \(account.address) is not the recipient's for this token.")
        }
        guard !account.isFrozen else {
            throw SolanaError(.frozen, "The token's issuer has frozen the recipient's token account.")
        }
        guard !account.requiresMemo || memo != nil else {
            throw SolanaError(.unsupported, "The recipient takes no transfer without a memo. Give one.")
        }
    }

    private func checkedUnits() throws -> UInt64 {
        let units: UInt64
        switch amount {
        case .everything: units = source.units
        case .exactly(let asked): units = asked
        }
        guard units > 0 else { throw SolanaError(.badAmount, "There is nothing to send.") }
        guard units <= source.units else {
            let has = TokenAmount(units: source.units, decimals: mint.decimals)
            let asked = TokenAmount(units: units, decimals: mint.decimals)
            throw SolanaError(.insufficientFunds, "The account has \(has) of this token; \(asked) are more than that.")
        }
        return units
    }

    private func checkCoins(fee: Lamports, deposit: Lamports, _ rent: Rent) throws {
        let needed = try fee.adding(deposit)
        guard let left = balance.subtracting(needed) else {
            let why = deposit.isZero ? "" : " and \(deposit) for the recipient's new token account"
            throw SolanaError(
                .insufficientFunds, "The account has \(balance); the fee of \(fee)\(why) must be paid in SOL.")
        }
        let least = try rent.minimum(for: 0)
        guard left.isZero || left >= least else {
            throw SolanaError(
                .insufficientFunds, "\(left) would stay, and the chain keeps no account below \(least). Add some SOL.")
        }
    }
}
