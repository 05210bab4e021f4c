// SPDX-License-Identifier: MIT

/// Collects fixed-width fields; the counterpart of ``ByteReader``.
package struct ByteWriter: Sendable {
    /// What has been written so far.
    package private(set) var bytes: [UInt8] = []

    /// `capacity` is a guess at the final count, to allocate once.
    package init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

    package mutating func append(_ byte: UInt8) { bytes.append(byte) }
    package mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }
    package mutating func append(uint16LE value: UInt16) { append(integer: value.littleEndian) }
    package mutating func append(uint32LE value: UInt32) { append(integer: value.littleEndian) }
    package mutating func append(uint64LE value: UInt64) { append(integer: value.littleEndian) }
    package mutating func append(uint16BE value: UInt16) { append(integer: value.bigEndian) }
    package mutating func append(uint32BE value: UInt32) { append(integer: value.bigEndian) }
    package mutating func append(uint64BE value: UInt64) { append(integer: value.bigEndian) }

    private mutating func append(integer value: some FixedWidthInteger) {
        withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) }
    }
}
