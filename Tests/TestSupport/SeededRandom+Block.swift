// SPDX-License-Identifier: MIT

extension SeededRandom {
    /// Many bytes, quickly: one random block again and again, each time with another number in it.
    package mutating func block(_ count: Int) -> [UInt8] {
        let pattern = bytes(min(count, 64 << 10))
        var block: [UInt8] = []
        block.reserveCapacity(count)
        while block.count < count {
            let number = withUnsafeBytes(of: next(), Array.init)
            block += number.prefix(count - block.count)
            block += pattern.prefix(count - block.count)
        }
        return block
    }
}
