// SPDX-License-Identifier: MIT
package import Chains

/// What the network takes for running a transaction: five thousand lamports a signature, and a price for haste.
package struct Fee: Hashable, Sendable {
    /// Which the chain fixes.
    package static let perSignature: UInt64 = 5_000
    /// The most that this wallet offers for a unit by itself, in millionths of a lamport: servers report prices.
    package static let maximumSuggestedPrice: UInt64 = 5_000_000

    package let signatureCount: Int
    package let unitLimit: UInt32
    /// In millionths of a lamport for each unit.
    package let unitPrice: UInt64

    package init(signatureCount: Int = 1, unitLimit: UInt32, unitPrice: UInt64) {
        self.signatureCount = signatureCount
        self.unitLimit = unitLimit
        self.unitPrice = unitPrice
    }

    package var base: Lamports { Lamports(Self.perSignature * UInt64(signatureCount)) }

    /// The limit times the price, rounded up, as the chain does whatever the work turns out to be.
    ///
    /// - Throws: ``SolanaError`` with `.absurdFee` beyond 64 bits.
    package var priority: Lamports {
        get throws {
            let product = UInt64(unitLimit).multipliedFullWidth(by: unitPrice)
            guard product.high < 1_000_000 else {
                throw SolanaError(.absurdFee, "A price of \(unitPrice) for each unit is more than anybody has.")
            }
            let (quotient, rest) = UInt64(1_000_000).dividingFullWidth(product)
            return try Lamports(quotient).adding(Lamports(rest == 0 ? 0 : 1))
        }
    }

    /// - Throws: ``SolanaError`` with `.absurdFee` or `.badAmount` beyond 64 bits.
    package var total: Lamports {
        get throws { try base.adding(priority) }
    }

    /// A price for each unit, from what `getRecentPrioritizationFees` says was paid in the last blocks.
    ///
    /// Slow is what a quarter of the blocks took, normal what most took, fast what nearly all took; never more than
    /// ``maximumSuggestedPrice``, whatever the server says.
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
