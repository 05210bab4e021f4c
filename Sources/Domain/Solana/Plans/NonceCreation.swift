// SPDX-License-Identifier: MIT

/// Creates and closes durable nonces.
package enum NonceCreation {
    /// Creates a nonce at `address`, whose key also signs, under the payer's authority.
    ///
    /// - Throws: ``SolanaError`` with `.insufficientFunds` when the deposit and the fee exceed the payer's balance.
    package static func plan(
        payer: Address, balance: Lamports, address: Address, lifetime: Lifetime, unitPrice: UInt64,
        rent: Rent = .standard
    ) throws -> TransactionPlan {
        let deposit = try rent.minimum(for: NonceAccount.count)
        let fee = Fee(signatureCount: 2, unitLimit: 1_500, unitPrice: unitPrice)
        let left = balance.subtracting(try deposit.adding(fee.total))
        let least = try rent.minimum(for: 0)
        guard let left, left.isZero || left >= least else {
            throw SolanaError(
                .insufficientFunds, "The account has \(balance); a nonce takes a deposit of \(deposit) and the fee.")
        }
        return TransactionPlan(
            payer: payer,
            instructions: [
                SystemProgram.createAccount(
                    payer: payer, new: address, deposit, space: UInt64(NonceAccount.count), owner: .systemProgram),
                SystemProgram.initializeNonce(address, authority: payer),
            ], lifetime: lifetime, fee: fee)
    }

    /// Withdraws everything from a nonce account, which closes it.
    package static func closing(
        _ nonce: NonceAccount, balance: Lamports, lifetime: Lifetime, unitPrice: UInt64
    ) -> TransactionPlan {
        TransactionPlan(
            payer: nonce.authority,
            instructions: [
                SystemProgram.withdrawNonce(
                    nonce.address, authority: nonce.authority, to: nonce.authority, balance)
            ], lifetime: lifetime, fee: Fee(unitLimit: 1_500, unitPrice: unitPrice))
    }
}
