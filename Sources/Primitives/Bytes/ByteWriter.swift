// SPDX-License-Identifier: MIT

/// Writes fixed-width fields; the counterpart of ``ByteReader``.
package struct ByteWriter: Sendable {
    /// The bytes written so far.
    package private(set) var bytes: [UInt8] = []

    /// `capacity` is an estimate of the final count, for a single allocation.
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
