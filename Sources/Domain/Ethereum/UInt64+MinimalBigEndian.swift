// SPDX-License-Identifier: MIT

extension UInt64 {
    /// Big-endian without leading zeros; empty for zero. The form of every number in RLP.
    var minimalBigEndian: [UInt8] {
        let width = (UInt64.bitWidth - leadingZeroBitCount + 7) / 8
        return [UInt8](unsafeUninitializedCapacity: width) { buffer, filled in
            for index in 0..<width {
                buffer[index] = UInt8(truncatingIfNeeded: self >> UInt64(8 * (width - 1 - index)))
            }
            filled = width
        }
    }
}
