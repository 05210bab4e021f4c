// SPDX-License-Identifier: MIT
package import Chains

/// An amount of one coin or token in its smallest unit, with the unit for formatting it.
package struct CoinAmount: Hashable, Sendable, CustomStringConvertible {
    package let value: UInt256
    package let unit: Unit

    package init(_ value: UInt256, _ unit: Unit) {
        self.value = value
        self.unit = unit
    }

    /// In whole coins with the symbol: `0.001 BTC`.
    package var description: String { unit.formatted(value) }
}
