// SPDX-License-Identifier: MIT

/// An unsigned integer of 256 bits: Ethereum's amounts, fees and identifiers. Arithmetic that overflows throws.
package struct UInt256: Hashable, Sendable {
    /// Four words in base 2^64, the least significant first.
    var words: (UInt64, UInt64, UInt64, UInt64)

    package static let zero = UInt256(0)
    package static let one = UInt256(1)
    package static let max = UInt256(words: (.max, .max, .max, .max))

    package init(_ value: UInt64) { words = (value, 0, 0, 0) }

    init(words: (UInt64, UInt64, UInt64, UInt64)) { self.words = words }

    /// The number if it fits 64 bits.
    package var uint64: UInt64? { words.1 | words.2 | words.3 == 0 ? words.0 : nil }

    package var isZero: Bool { words.0 | words.1 | words.2 | words.3 == 0 }

    /// The number of significant bits; zero for zero.
    package var bitCount: Int {
        if words.3 != 0 { return 256 - words.3.leadingZeroBitCount }
        if words.2 != 0 { return 192 - words.2.leadingZeroBitCount }
        if words.1 != 0 { return 128 - words.1.leadingZeroBitCount }
        return 64 - words.0.leadingZeroBitCount
    }

    package static func == (left: UInt256, right: UInt256) -> Bool { left.words == right.words }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(words.0)
        hasher.combine(words.1)
        hasher.combine(words.2)
        hasher.combine(words.3)
    }
}

extension UInt256: Comparable {
    package static func < (left: UInt256, right: UInt256) -> Bool {
        if left.words.3 != right.words.3 { return left.words.3 < right.words.3 }
        if left.words.2 != right.words.2 { return left.words.2 < right.words.2 }
        if left.words.1 != right.words.1 { return left.words.1 < right.words.1 }
        return left.words.0 < right.words.0
    }
}

extension UInt256: ExpressibleByIntegerLiteral {
    package init(integerLiteral value: UInt64) { self.init(value) }
}

extension UInt256: CustomStringConvertible {
    package var description: String { decimal }
}
