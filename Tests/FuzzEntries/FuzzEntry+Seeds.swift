// SPDX-License-Identifier: MIT
import Bytes

extension FuzzEntry {
    /// Well-formed inputs to start from.
    package var seeds: [[UInt8]] {
        switch self {
        case .cbor:
            var writer = CBORWriter()
            writer.array(4)
            writer.uint(1)
            writer.bytes([1, 2, 3])
            writer.text("coin")
            writer.array(2)
            writer.bool(true)
            writer.null()
            return [writer.encoded]
        case .text: return [Array("OW1P:BB8".utf8), Array("QUJD".utf8)]
        }
    }
}
