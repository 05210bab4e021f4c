// SPDX-License-Identifier: MIT
package import Chains

/// Three fee levels, computed from recent blocks.
package struct FeeSuggestion: Hashable, Sendable {
    /// The base fee of the next block per unit of gas.
    package let baseFee: Wei
    package let slow: Level
    package let normal: Level
    package let fast: Level

    /// The two prices of EIP-1559, in wei per unit of gas.
    package struct Level: Hashable, Sendable {
        package let maximumFee: Wei
        package let tip: Wei

        package init(maximumFee: Wei, tip: Wei) {
            self.maximumFee = maximumFee
            self.tip = tip
        }

        package var pricing: Transaction.Pricing { .market(maximumFee: maximumFee, tip: tip) }
    }

    /// The percentiles of tips to request from `eth_feeHistory`, one column each.
    package static let percentiles = [10, 50, 90]
    /// Higher prices are not believed: 10,000 gwei, a hundred times the most expensive days.
    package static let maximumPrice: Wei = 10_000_000_000_000
    /// The review warns of prices above this: 1,000 gwei, ten times the most expensive days.
    package static let unusualPrice: Wei = 1_000_000_000_000
    /// Zero tips are not mined in practice.
    package static let minimumTip: Wei = 1_000_000

    /// `baseFees` and `rewards` are the answer of `eth_feeHistory` for ``percentiles``, oldest first. The last base fee
    /// is the next block's. Pass nil for empty blocks, which have no tips.
    ///
    /// A level's tip is the median of its column. Its maximum leaves room for the base fee to grow: by a quarter, a
    /// half, or to double, which takes two, four and six full blocks.
    ///
    /// - Throws: ``EthereumError`` with `.malformed` for columns that do not match, `.absurdFee` above
    ///   ``maximumPrice``.
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
