// SPDX-License-Identifier: MIT
import Crypto
import Synchronization

/// Everything that is left to chance in one economy, decided by its seed (SplitMix64).
final class Dice {
    private var state: UInt64

    init(seed: UInt64) { state = Self.mixed(seed) }

    func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        return Self.mixed(state)
    }

    /// A number from zero up to, not including, `count`.
    func below(_ count: Int) -> Int { Int(next() % UInt64(max(1, count))) }
    func roll(_ range: ClosedRange<Int>) -> Int { range.lowerBound + below(range.count) }
    /// True so many times in a thousand.
    func chance(_ perMille: Int) -> Bool { below(1000) < perMille }
    func pick<T>(_ items: [T]) -> T? { items.isEmpty ? nil : items[below(items.count)] }

    /// A stream of bytes of its own.
    func randomSource() -> RandomSource {
        let state = Mutex(next())
        return RandomSource { count in
            state.withLock { state in
                var bytes: [UInt8] = []
                bytes.reserveCapacity(count + 8)
                while bytes.count < count {
                    state &+= 0x9e37_79b9_7f4a_7c15
                    withUnsafeBytes(of: Self.mixed(state)) { bytes.append(contentsOf: $0) }
                }
                bytes.removeLast(bytes.count - count)
                return bytes
            }
        }
    }

    private static func mixed(_ value: UInt64) -> UInt64 {
        let once = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
        let twice = (once ^ once >> 27) &* 0x94d0_49bb_1331_11eb
        return twice ^ twice >> 31
    }
}
