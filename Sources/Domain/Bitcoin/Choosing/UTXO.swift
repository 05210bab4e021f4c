// SPDX-License-Identifier: MIT

/// An unspent output of this wallet, with the data needed to spend it.
package struct UTXO: Hashable, Sendable {
    /// How certain it is that the coin remains.
    package enum Standing: Hashable, Sendable {
        case confirmed(height: UInt32)
        /// Change of an unconfirmed transaction of this wallet.
        case unconfirmedOwn
        /// Unconfirmed, from another wallet, whose owner could still replace the transaction.
        case unconfirmedForeign
    }

    package let outPoint: OutPoint
    package let output: TransactionOutput
    package let spending: Spending
    package let standing: Standing
    /// Outputs of a coinbase cannot be spent for 100 blocks.
    package let isCoinbase: Bool
    /// A frozen coin is never chosen, neither for a payment nor for sending everything.
    package let isFrozen: Bool
    /// The transaction that created it. P2PKH needs it, because signatures without witnesses do not cover the amount.
    package let previousTransaction: Transaction?

    /// Core: `COINBASE_MATURITY`
    package static let maturity: UInt32 = 100

    /// - Throws: ``BitcoinError`` with `.malformed` when the script does not match `spending`, when the previous
    ///   transaction does not match, or when it is missing for P2PKH.
    package init(
        outPoint: OutPoint, output: TransactionOutput, spending: Spending, standing: Standing,
        isCoinbase: Bool = false, isFrozen: Bool = false, previousTransaction: Transaction? = nil
    ) throws {
        guard try spending.lockingScript == output.script else {
            throw BitcoinError(.malformed, "The output \(outPoint) is not locked by the script of its key.")
        }
        if let previousTransaction {
            let index = Int(outPoint.index)
            guard previousTransaction.id == outPoint.transactionID,
                previousTransaction.outputs.indices.contains(index), previousTransaction.outputs[index] == output
            else {
                throw BitcoinError(
                    .malformed,
                    "The transaction given for the output \(outPoint) is another, or has another amount there.")
            }
        } else if case .key(.legacy, _, _) = spending {
            throw BitcoinError(
                .malformed,
                "The output \(outPoint) can be spent only with the transaction that made it: it proves the amount.")
        }
        self.outPoint = outPoint
        self.output = output
        self.spending = spending
        self.standing = standing
        self.isCoinbase = isCoinbase
        self.isFrozen = isFrozen
        self.previousTransaction = previousTransaction
    }

    package var value: Satoshis { output.value }

    /// Whether it may be spent in the block after `height`.
    package func isSpendable(at height: UInt32) -> Bool {
        guard !isFrozen else { return false }
        guard isCoinbase else { return true }
        guard case .confirmed(let born) = standing, height >= born else { return false }
        return height - born >= Self.maturity - 1
    }
}
