// SPDX-License-Identifier: MIT

/// A planned transaction before it is a message: instructions, payer, lifetime.
package struct TransactionPlan: Hashable, Sendable {
    package let payer: Address
    /// Without the nonce's advance and the compute budget, which ``message()`` prepends.
    package let instructions: [Instruction]
    package let lifetime: Lifetime
    /// ``message()`` counts the signatures again.
    package let fee: Fee
    /// With tables the message has version 0; otherwise it is legacy, which every signer supports.
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
    /// The first instruction advances the nonce, otherwise the chain would not accept its value as a blockhash.
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
