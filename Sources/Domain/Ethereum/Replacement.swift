// SPDX-License-Identifier: MIT
internal import Chains

/// Replaces a waiting transaction: same sender, same nonce, both prices at least a tenth higher.
///
/// Nodes refuse smaller increases ("replacement transaction underpriced"). Only one of the two can be mined.
package enum Replacement {
    /// The same transaction at a higher price, and at least at the current suggestion.
    ///
    /// - Throws: ``EthereumError`` with `.absurdFee` when a tenth more is above ``FeeSuggestion/maximumPrice``.
    package static func speedUp(_ waiting: Transaction, suggestion: FeeSuggestion.Level) throws -> Transaction {
        var faster = waiting
        faster.pricing = try raised(waiting.pricing, suggestion)
        return faster
    }

    /// A payment of zero from the sender to itself that replaces the transaction, so that it can never happen.
    ///
    /// Layer-2 networks may need a higher limit than a payment's; pass their node's estimate.
    ///
    /// - Throws: ``EthereumError`` with `.absurdFee` as ``speedUp(_:suggestion:)`` does.
    package static func cancel(
        _ waiting: Transaction, sender: Address, suggestion: FeeSuggestion.Level, gasLimit: UInt64 = Gas.payment
    ) throws -> Transaction {
        Transaction(
            chainID: waiting.chainID, nonce: waiting.nonce, pricing: try raised(waiting.pricing, suggestion),
            gasLimit: gasLimit, to: sender, value: 0)
    }

    /// Whether nodes accept one pricing as a replacement of another.
    package static func isEnough(_ pricing: Transaction.Pricing, over waiting: Transaction.Pricing) throws -> Bool {
        try pricing.maximum >= tenthMore(waiting.maximum) && pricing.tip >= tenthMore(waiting.tip)
    }

    private static func raised(
        _ pricing: Transaction.Pricing, _ suggestion: FeeSuggestion.Level
    ) throws -> Transaction.Pricing {
        let tip = max(try tenthMore(pricing.tip), suggestion.tip)
        let maximum = max(try tenthMore(pricing.maximum), suggestion.maximumFee, tip)
        guard maximum <= FeeSuggestion.maximumPrice else {
            throw EthereumError(
                .absurdFee, "Replacing this transaction would cost more than ten thousand gwei a unit of gas.")
        }
        return switch pricing {
        case .legacy: .legacy(gasPrice: maximum)
        case .listed: .listed(gasPrice: maximum)
        case .market: .market(maximumFee: maximum, tip: tip)
        }
    }

    /// Eleven tenths, rounded up, and at least one more.
    private static func tenthMore(_ price: Wei) throws -> Wei {
        do {
            let tenth = try price.adding(9).quotientAndRemainder(dividingBy: 10).quotient
            return try price.adding(max(tenth, 1))
        } catch {
            throw EthereumError(.absurdFee, "The waiting transaction's price cannot be raised.", cause: error)
        }
    }
}

extension Transaction.Pricing {
    /// The most that the block's proposer receives; the whole price before EIP-1559.
    package var tip: Wei {
        switch self {
        case .legacy(let price), .listed(let price): price
        case .market(_, let tip): tip
        }
    }
}
