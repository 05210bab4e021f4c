// SPDX-License-Identifier: MIT
internal import Chains

/// Another transaction in the place of one that waits: same sender, same nonce, at least a tenth dearer in both prices.
///
/// Nodes refuse less ("replacement transaction underpriced"). Only one of the two can ever be mined.
package enum Replacement {
    /// The same order at a higher price, and at no less than what is suggested now.
    ///
    /// - Throws: ``EthereumError`` with `.absurdFee` when a tenth more is above ``FeeSuggestion/maximumPrice``.
    package static func speedUp(_ waiting: Transaction, suggestion: FeeSuggestion.Level) throws -> Transaction {
        var faster = waiting
        faster.pricing = try raised(waiting.pricing, suggestion)
        return faster
    }

    /// Nothing sent from the sender to itself in the place of the order, so that it can never happen.
    ///
    /// Networks above Ethereum may want a higher limit than a payment's; give what their node estimates.
    ///
    /// - Throws: ``EthereumError`` with `.absurdFee` as ``speedUp(_:suggestion:)`` does.
    package static func cancel(
        _ waiting: Transaction, sender: Address, suggestion: FeeSuggestion.Level, gasLimit: UInt64 = Gas.payment
    ) throws -> Transaction {
        Transaction(
            chainID: waiting.chainID, nonce: waiting.nonce, pricing: try raised(waiting.pricing, suggestion),
            gasLimit: gasLimit, to: sender, value: 0)
    }

    /// Whether nodes take one pricing in the place of another.
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

    /// Eleven tenths rounded up, and at least one more.
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
    /// What the proposer of a block gets at most; all of it before EIP-1559.
    package var tip: Wei {
        switch self {
        case .legacy(let price), .listed(let price): price
        case .market(_, let tip): tip
        }
    }
}
