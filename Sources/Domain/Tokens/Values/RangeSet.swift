// SPDX-License-Identifier: MIT

/// A set of units, stored as sorted, disjoint ranges that never touch.
package struct RangeSet: Hashable, Sendable, CustomStringConvertible {
    /// The ranges, from low to high. Adjacent ranges are merged, so equal sets are equal values.
    package private(set) var pieces: [UnitRange] = []

    /// The empty set.
    package init() {}

    /// The set of one range.
    package init(_ range: UnitRange) { pieces = [range] }

    /// The union of the ranges, in any order and however they overlap.
    package init(_ ranges: some Sequence<UnitRange>) { for range in ranges { insert(range) } }

    /// The number of units in the set. The pieces are disjoint below 2^64, so the sum cannot overflow.
    package var total: UInt64 { pieces.reduce(0) { $0 + $1.length } }

    package var isEmpty: Bool { pieces.isEmpty }

    /// Adds units. Units already present change nothing.
    package mutating func insert(_ range: UnitRange) {
        var lower = range.lower
        var upper = range.upper
        var before: [UnitRange] = []
        var after: [UnitRange] = []
        for piece in pieces {
            if piece.upper < lower {
                before.append(piece)
            } else if upper < piece.lower {
                after.append(piece)
            } else {
                lower = min(lower, piece.lower)
                upper = max(upper, piece.upper)
            }
        }
        if let merged = UnitRange.between(lower, upper) { before.append(merged) }
        pieces = before + after
    }

    /// Adds all units of another set.
    package mutating func insert(_ other: RangeSet) { for piece in other.pieces { insert(piece) } }

    /// Removes units. Units not present change nothing.
    package mutating func subtract(_ range: UnitRange) {
        pieces = pieces.flatMap { piece in
            guard piece.overlaps(range) else { return [piece] }
            return [
                UnitRange.between(piece.lower, max(piece.lower, range.lower)),
                UnitRange.between(min(piece.upper, range.upper), piece.upper),
            ].compactMap { $0 }
        }
    }

    /// Removes all units of another set.
    package mutating func subtract(_ other: RangeSet) { for piece in other.pieces { subtract(piece) } }

    /// The units that are in this set and in the range.
    package func intersection(_ range: UnitRange) -> RangeSet {
        var result = RangeSet()
        result.pieces = pieces.compactMap { $0.intersection(range) }
        return result
    }

    /// The units that are in both sets.
    package func intersection(_ other: RangeSet) -> RangeSet {
        var result = RangeSet()
        for piece in other.pieces { result.insert(intersection(piece)) }
        return result
    }

    /// Whether every unit of the range is in the set.
    package func contains(_ range: UnitRange) -> Bool { pieces.contains { $0.contains(range) } }

    package var description: String { "{" + pieces.map(\.description).joined(separator: ", ") + "}" }
}
