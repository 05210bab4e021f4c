// SPDX-License-Identifier: MIT

/// An input of a plan: this wallet's, or a cosigner's.
package struct PlannedInput: Hashable, Sendable {
    package let outPoint: OutPoint
    /// The output that it spends.
    package let output: TransactionOutput
    /// How it is spent; nil when this wallet cannot sign it.
    package let spending: Spending?
    package let sequence: UInt32
    package let previousTransaction: Transaction?

    /// - Throws: ``BitcoinError`` as ``UTXO`` does: the output must be locked by the script of its key.
    package init(
        outPoint: OutPoint, output: TransactionOutput, spending: Spending?, sequence: UInt32,
        previousTransaction: Transaction? = nil
    ) throws {
        if let spending {
            _ = try UTXO(
                outPoint: outPoint, output: output, spending: spending, standing: .unconfirmedForeign,
                previousTransaction: previousTransaction)
        }
        self.outPoint = outPoint
        self.output = output
        self.spending = spending
        self.sequence = sequence
        self.previousTransaction = previousTransaction
    }

    /// For an input that the review of a PSBT has already checked against its keys and its previous transaction.
    init(
        proven outPoint: OutPoint, output: TransactionOutput, spending: Spending?, sequence: UInt32,
        previousTransaction: Transaction?
    ) {
        self.outPoint = outPoint
        self.output = output
        self.spending = spending
        self.sequence = sequence
        self.previousTransaction = previousTransaction
    }

    init(_ coin: UTXO, sequence: UInt32) {
        outPoint = coin.outPoint
        output = coin.output
        spending = coin.spending
        self.sequence = sequence
        previousTransaction = coin.previousTransaction
    }
}
