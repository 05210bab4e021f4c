// SPDX-License-Identifier: MIT

/// Writes Bitcoin's little-endian encoding.
package struct WireWriter {
    package private(set) var bytes: [UInt8] = []

    package init(capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
    }

    package mutating func append(_ byte: UInt8) { bytes.append(byte) }
    package mutating func append(_ more: [UInt8]) { bytes.append(contentsOf: more) }
    package mutating func append(uint16 value: UInt16) { integer(UInt64(value), 2) }
    package mutating func append(uint32 value: UInt32) { integer(UInt64(value), 4) }
    package mutating func append(uint64 value: UInt64) { integer(value, 8) }

    package mutating func append(_ outPoint: OutPoint) {
        append(outPoint.transactionID.bytes)
        append(uint32: outPoint.index)
    }

    package mutating func append(_ output: TransactionOutput) {
        append(uint64: output.value.value)
        append(sized: output.script.bytes)
    }

    /// The shortest form of a compact size.
    package mutating func append(compactSize value: Int) {
        precondition(value >= 0, "A size cannot be \(value).")
        switch value {
        case 0..<0xfd: append(UInt8(value))
        case 0xfd...0xffff:
            append(0xfd)
            integer(UInt64(value), 2)
        case 0x1_0000...0xffff_ffff:
            append(0xfe)
            integer(UInt64(value), 4)
        default:
            append(0xff)
            integer(UInt64(value), 8)
        }
    }

    /// Bytes with a compact size prefix.
    package mutating func append(sized more: [UInt8]) {
        append(compactSize: more.count)
        append(more)
    }

    /// The encoded length of a compact size, in bytes.
    package static func compactSizeCount(_ value: Int) -> Int {
        value < 0xfd ? 1 : value <= 0xffff ? 3 : value <= 0xffff_ffff ? 5 : 9
    }

    private mutating func integer(_ value: UInt64, _ count: Int) {
        for offset in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * offset))) }
    }
}
