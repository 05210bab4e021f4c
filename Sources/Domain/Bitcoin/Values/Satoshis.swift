// SPDX-License-Identifier: MIT
internal import Chains

/// An amount of bitcoin in satoshis, at most 21 million bitcoins. Core: `MoneyRange`
package struct Satoshis: Hashable, Comparable, Sendable {
    package let value: UInt64

    /// The total supply: 21,000,000 BTC.
    package static let maximum = Satoshis(unchecked: 21_000_000 * 100_000_000)
    package static let zero = Satoshis(unchecked: 0)

    /// - Throws: ``BitcoinError`` with `.badAmount` above 21 million bitcoins.
    package init(_ value: UInt64) throws {
        guard value <= Self.maximum.value else {
            throw BitcoinError(.badAmount, "\(value) satoshis are more than the 21 million bitcoins that can exist.")
        }
        self.value = value
    }

    private init(unchecked value: UInt64) {
        self.value = value
    }

    /// - Throws: ``BitcoinError`` with `.badAmount` above 21 million bitcoins.
    package func adding(_ other: Satoshis) throws -> Satoshis {
        // Two values of at most 2.1e15 cannot reach 2^64.
        try Satoshis(value + other.value)
    }

    /// - Throws: ``BitcoinError`` with `.badAmount` below zero.
    package func subtracting(_ other: Satoshis) throws -> Satoshis {
        guard value >= other.value else {
            throw BitcoinError(.badAmount, "\(other) cannot be taken from \(self).")
        }
        return Satoshis(unchecked: value - other.value)
    }

    /// - Throws: ``BitcoinError`` with `.badAmount` above 21 million bitcoins.
    package static func sum(_ amounts: some Sequence<Satoshis>) throws -> Satoshis {
        try amounts.reduce(.zero) { try $0.adding($1) }
    }

    package static func < (left: Satoshis, right: Satoshis) -> Bool { left.value < right.value }
}

extension Satoshis: ExpressibleByIntegerLiteral {
    /// For constants in the program; traps above 21 million bitcoins.
    package init(integerLiteral value: UInt64) {
        precondition(value <= Self.maximum.value, "\(value) satoshis cannot exist.")
        self.value = value
    }
}

extension Satoshis: CustomStringConvertible {
    /// For messages, in bitcoins: `0.000015 BTC`.
    package var description: String { Unit.bitcoin.formatted(UInt256(value)) }
}
