// SPDX-License-Identifier: MIT
internal import Crypto

/// The pseudo-random sequence that sender and receiver of an animated code share: xoshiro256** 1.0 by Blackman and
/// Vigna.
///
/// It protects no secret; it only has to be the same on both sides. BCR-2024-001, section 3.
struct Xoshiro256 {
    private var state: (UInt64, UInt64, UInt64, UInt64)

    /// The state is the SHA-256 of the seed.
    init(seed: [UInt8]) {
        let digest = SHA256.hash(seed).bytes
        func word(_ index: Int) -> UInt64 {
            digest[index * 8..<index * 8 + 8].reduce(0) { $0 << 8 | UInt64($1) }
        }
        state = (word(0), word(1), word(2), word(3))
    }

    mutating func next() -> UInt64 {
        let result = Self.rotate(state.1 &* 5, 7) &* 9
        let shifted = state.1 << 17
        state.2 ^= state.0
        state.3 ^= state.1
        state.1 ^= state.2
        state.0 ^= state.3
        state.2 ^= shifted
        state.3 = Self.rotate(state.3, 45)
        return result
    }

    /// From 0 up to 1; both sides must share the rounding of the highest 1,024 values to 1.
    mutating func nextUnit() -> Double {
        Double(next()) / 0x1p64
    }

    /// From 0 up to the bound, which must be positive.
    mutating func nextIndex(below bound: Int) -> Int {
        // The minimum only matters where the unit was rounded up to 1.
        min(Int(nextUnit() * Double(bound)), bound - 1)
    }

    private static func rotate(_ value: UInt64, _ count: UInt64) -> UInt64 {
        value << count | value >> (64 - count)
    }
}
