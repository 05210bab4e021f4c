// SPDX-License-Identifier: MIT

/// An amount of the native coin: 1 SOL is 1,000,000,000 lamports. Arithmetic is checked.
package struct Lamports: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let units: UInt64

    package static let zero = Lamports(0)

    package init(_ units: UInt64) {
        self.units = units
    }

    package var isZero: Bool { units == 0 }

    /// - Throws: ``SolanaError`` with `.badAmount` beyond 64 bits.
    package func adding(_ other: Lamports) throws -> Lamports {
        let (sum, overflow) = units.addingReportingOverflow(other.units)
        guard !overflow else { throw SolanaError(.badAmount, "\(self) and \(other) add up to too much.") }
        return Lamports(sum)
    }

    /// Nil below zero.
    package func subtracting(_ other: Lamports) -> Lamports? {
        units >= other.units ? Lamports(units - other.units) : nil
    }

    /// In SOL, without trailing zeros of its nine decimals.
    package var description: String { "\(TokenAmount(units: units, decimals: 9)) SOL" }

    package static func < (left: Lamports, right: Lamports) -> Bool { left.units < right.units }
}
