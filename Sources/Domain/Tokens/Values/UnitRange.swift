// SPDX-License-Identifier: MIT

/// A range of units of one root, `lower..<upper`; never empty, never beyond UInt64.
package struct UnitRange: Hashable, Sendable, CustomStringConvertible {
    /// The first unit.
    package let lower: UInt64
    /// The number of units; more than zero.
    package let length: UInt64

    /// - Throws: ``TokensError`` with code `.zeroLength`, or `.overflow` when the end does not fit 64 bits.
    package init(lower: UInt64, length: UInt64) throws {
        guard length > 0 else { throw TokensError(.zeroLength, "A range of units must hold at least one unit.") }
        guard !lower.addingReportingOverflow(length).overflow else {
            throw TokensError(.overflow, "A range of units starts at \(lower) and would end beyond 64 bits.")
        }
        self.lower = lower
        self.length = length
    }

    private init(from lower: UInt64, to upper: UInt64) {
        precondition(lower < upper, "A range of units must hold at least one unit.")
        self.lower = lower
        length = upper - lower
    }

    /// The range between two bounds; nil if it would be empty.
    package static func between(_ lower: UInt64, _ upper: UInt64) -> UnitRange? {
        lower < upper ? UnitRange(from: lower, to: upper) : nil
    }

    /// The first unit after the range.
    package var upper: UInt64 { lower + length }

    /// Whether every unit of the other range is in this one.
    package func contains(_ other: UnitRange) -> Bool { lower <= other.lower && other.upper <= upper }

    /// Whether at least one unit is in both.
    package func overlaps(_ other: UnitRange) -> Bool { lower < other.upper && other.lower < upper }

    /// The units in both, or nil.
    package func intersection(_ other: UnitRange) -> UnitRange? {
        Self.between(max(lower, other.lower), min(upper, other.upper))
    }

    /// The first units of the range, at most all of them; nil for zero.
    package func prefix(_ count: UInt64) -> UnitRange? { Self.between(lower, lower + min(count, length)) }

    package var description: String { "\(lower)..<\(upper)" }
}
