// SPDX-License-Identifier: MIT

/// The checksum of ISO 3309, Ethernet and zip files. It detects damage but proves nothing, because anyone can compute
/// it.
///
/// Reflected polynomial 0xEDB88320, start and end inverted.
package enum CRC32 {
    /// The checksum of the bytes; zero for none.
    package static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var state: UInt32 = .max
        for byte in bytes {
            state = state >> 8 ^ table[Int(UInt8(truncatingIfNeeded: state) ^ byte)]
        }
        return ~state
    }

    /// The change of the state for each value of a byte.
    private static let table: [UInt32] = (0..<256).map { index in
        var state = UInt32(index)
        for _ in 0..<8 {
            state = state & 1 == 0 ? state >> 1 : state >> 1 ^ 0xEDB8_8320
        }
        return state
    }
}
