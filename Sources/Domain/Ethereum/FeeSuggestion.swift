// SPDX-License-Identifier: MIT
package import Chains

/// Three fees to choose from, worked out of what recent blocks took.
package struct FeeSuggestion: Hashable, Sendable {
    /// What the next block burns for a unit of gas.
    package let baseFee: Wei
    package let slow: Level
    package let normal: Level
    package let fast: Level

    /// The two numbers of EIP-1559, in wei a unit of gas.
    package struct Level: Hashable, Sendable {
        package let maximumFee: Wei
        package let tip: Wei

        package init(maximumFee: Wei, tip: Wei) {
            self.maximumFee = maximumFee
            self.tip = tip
        }

        package var pricing: Transaction.Pricing { .market(maximumFee: maximumFee, tip: tip) }
    }

    /// The percentiles of tips to ask `eth_feeHistory` for, one column each.
    package static let percentiles = [10, 50, 90]
    /// No price above is believed: 10,000 gwei, a hundred times the dearest days.
    package static let maximumPrice: Wei = 10_000_000_000_000
    /// Above this a price is pointed out, whoever named it: 1,000 gwei, ten times the dearest days.
    package static let unusualPrice: Wei = 1_000_000_000_000
    /// Tips of nothing are not mined in practice.
    package static let minimumTip: Wei = 1_000_000

    /// `baseFees` and `rewards` as `eth_feeHistory` answers for ``percentiles``, oldest first; the last base fee is the
    /// next block's. Empty blocks have no tips: give nil for them.
    ///
    /// A level's tip is the median of its column. Its maximum leaves room for the base fee to grow: by a quarter, a
    /// half, or to double, which takes two, four and six full blocks.
    ///
    /// - Throws: ``EthereumError`` with `.malformed` for columns that do not fit, `.absurdFee` above ``maximumPrice``.
    package init(baseFees: [Wei], rewards: [[Wei]?]) throws {
        guard let baseFee = baseFees.last, baseFees.count == rewards.count + 1,
            rewards.allSatisfy({ $0 == nil || $0?.count == Self.percentiles.count })
        else {
            throw EthereumError(.malformed, "The server's fee history does not fit the question.")
        }
        let columns = rewards.compactMap { $0 }
        let tips = try (0..<Self.percentiles.count).map { column in
            let sorted = columns.map { $0[column] }.sorted()
            let tip = max(sorted.isEmpty ? Self.minimumTip : sorted[sorted.count / 2], Self.minimumTip)
            guard tip <= Self.maximumPrice, baseFee <= Self.maximumPrice else {
                throw EthereumError(
                    .absurdFee, "The server says that gas costs more than ten thousand gwei; ask another server.")
            }
            return tip
        }
        self.baseFee = baseFee
        slow = try Self.level(baseFee, quarters: 5, tip: tips[0])
        normal = try Self.level(baseFee, quarters: 6, tip: max(tips[0], tips[1]))
        fast = try Self.level(baseFee, quarters: 8, tip: max(tips[0], tips[1], tips[2]))
    }

    package subscript(level: FeeLevel) -> Level {
        switch level {
        case .slow: slow
        case .normal: normal
        case .fast: fast
        }
    }

    private static func level(_ baseFee: Wei, quarters: Wei, tip: Wei) throws -> Level {
        let room = try baseFee.multiplied(by: quarters).adding(3).quotientAndRemainder(dividingBy: 4).quotient
        return Level(maximumFee: try room.adding(tip), tip: tip)
    }
}
