// SPDX-License-Identifier: MIT

/// What a transaction will do, before it is a message: instructions, who pays, how long it lives.
package struct TransactionPlan: Hashable, Sendable {
    package let payer: Address
    /// Without the nonce's advance and the compute budget, which ``message()`` puts in front.
    package let instructions: [Instruction]
    package let lifetime: Lifetime
    /// Its signature count is counted anew in ``message()``.
    package let fee: Fee
    /// Version 0 is used when tables are given, and legacy otherwise, which every signer understands.
    package let tables: [LookupTable]

    package init(
        payer: Address, instructions: [Instruction], lifetime: Lifetime, fee: Fee, tables: [LookupTable] = []
    ) {
        self.payer = payer
        self.instructions = instructions
        self.lifetime = lifetime
        self.fee = fee
        self.tables = tables
    }

    /// The message to review and sign.
    ///
    /// A nonce is advanced by the first instruction, or the chain would not take its value for a blockhash.
    ///
    /// - Throws: ``SolanaError`` with `.tooLarge` when it does not fit a packet.
    package func message() throws -> Message {
        var all: [Instruction] = []
        all.reserveCapacity(instructions.count + 3)
        if case .nonce(let nonce) = lifetime {
            all.append(SystemProgram.advanceNonce(nonce.address, authority: nonce.authority))
        }
        if fee.unitPrice > 0 {
            all.append(ComputeBudgetProgram.unitLimit(fee.unitLimit))
            all.append(ComputeBudgetProgram.unitPrice(fee.unitPrice))
        }
        all.append(contentsOf: instructions)
        let message =
            tables.isEmpty
            ? try Message.legacy(all, payer: payer, blockhash: lifetime.blockhash)
            : try Message.version0(all, payer: payer, blockhash: lifetime.blockhash, tables: tables)
        let count = message.encodedCount + 1 + message.header.signerCount * Signature.count
        guard count <= Transaction.maximumCount else {
            throw SolanaError(
                .tooLarge, "This transaction would have \(count) bytes; the network takes \(Transaction.maximumCount).")
        }
        return message
    }
}
