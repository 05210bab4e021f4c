// SPDX-License-Identifier: MIT

/// An input that a plan spends: ours to sign, or a cosigner's.
package struct PlannedInput: Hashable, Sendable {
    package let outPoint: OutPoint
    /// What it spends.
    package let output: TransactionOutput
    /// How it is spent; nil when this wallet has no part in it.
    package let spending: Spending?
    package let sequence: UInt32
    package let previousTransaction: Transaction?

    /// - Throws: ``BitcoinError`` as ``Coin`` does: nothing is signed that is not locked by the script of its key.
    package init(
        outPoint: OutPoint, output: TransactionOutput, spending: Spending?, sequence: UInt32,
        previousTransaction: Transaction? = nil
    ) throws {
        if let spending {
            _ = try Coin(
                outPoint: outPoint, output: output, spending: spending, standing: .unconfirmedForeign,
                previousTransaction: previousTransaction)
        }
        self.outPoint = outPoint
        self.output = output
        self.spending = spending
        self.sequence = sequence
        self.previousTransaction = previousTransaction
    }

    /// For what a PSBT's review has held against its keys and its previous transaction already.
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

    init(_ coin: Coin, sequence: UInt32) {
        outPoint = coin.outPoint
        output = coin.output
        spending = coin.spending
        self.sequence = sequence
        previousTransaction = coin.previousTransaction
    }
}
