// SPDX-License-Identifier: MIT
package import Chains

/// The network fee of a transaction: five thousand lamports per signature, plus a priority fee.
package struct Fee: Hashable, Sendable {
    /// Fixed by the chain.
    package static let perSignature: UInt64 = 5_000
    /// The highest unit price that this wallet suggests, in millionths of a lamport, because servers report the prices.
    package static let maximumSuggestedPrice: UInt64 = 5_000_000

    package let signatureCount: Int
    package let unitLimit: UInt32
    /// In millionths of a lamport per unit.
    package let unitPrice: UInt64

    package init(signatureCount: Int = 1, unitLimit: UInt32, unitPrice: UInt64) {
        self.signatureCount = signatureCount
        self.unitLimit = unitLimit
        self.unitPrice = unitPrice
    }

    package var base: Lamports { Lamports(Self.perSignature * UInt64(signatureCount)) }

    /// The limit times the price, rounded up. The chain charges it whatever the transaction uses.
    ///
    /// - Throws: ``SolanaError`` with `.absurdFee` beyond 64 bits.
    package var priority: Lamports {
        get throws {
            let product = UInt64(unitLimit).multipliedFullWidth(by: unitPrice)
            guard product.high < 1_000_000 else {
                throw SolanaError(.absurdFee, "A price of \(unitPrice) for each unit is too high.")
            }
            let (quotient, rest) = UInt64(1_000_000).dividingFullWidth(product)
            return try Lamports(quotient).adding(Lamports(rest == 0 ? 0 : 1))
        }
    }

    /// - Throws: ``SolanaError`` with `.absurdFee` or `.badAmount` beyond 64 bits.
    package var total: Lamports {
        get throws { try base.adding(priority) }
    }

    /// The unit price for a level, from the answer of `getRecentPrioritizationFees` about the last blocks.
    ///
    /// Slow is the price of a quarter of the blocks, normal that of most, fast that of nearly all; never more than
    /// ``maximumSuggestedPrice``, whatever the server reports.
    package static func suggestedPrice(recent: [UInt64], _ level: FeeLevel) -> UInt64 {
        guard !recent.isEmpty else { return level == .fast ? 10_000 : 0 }
        let sorted = recent.sorted()
        let percent =
            switch level {
            case .slow: 25
            case .normal: 60
            case .fast: 95
            }
        return min(sorted[(sorted.count - 1) * percent / 100], maximumSuggestedPrice)
    }
}
