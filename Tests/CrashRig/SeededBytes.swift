// SPDX-License-Identifier: MIT
package import Crypto
internal import Synchronization

/// Numbers that a seed decides (SplitMix64), so that a printed seed is a whole run. Never used where a secret matters.
package struct SeededNumbers: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(_ seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = (state ^ state >> 30) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
        return mixed ^ mixed >> 31
    }
}

/// ``SeededNumbers`` as the source of a wallet or hub. Each process gets a seed of its own: what a killed one drew is
/// never drawn again.
package final class SeededBytes: Sendable {
    private let numbers: Mutex<SeededNumbers>

    package init(_ seed: UInt64) { numbers = Mutex(SeededNumbers(seed)) }

    package var source: RandomSource {
        RandomSource { [self] count in
            numbers.withLock { numbers in (0..<count).map { _ in UInt8(truncatingIfNeeded: numbers.next()) } }
        }
    }
}
