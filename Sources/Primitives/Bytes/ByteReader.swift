// SPDX-License-Identifier: MIT

/// Reads fixed-width fields from untrusted bytes, one after another.
///
/// Every method reads all of its bytes, or throws ``BytesError`` with `.truncated` and reads none. Nothing is allocated
/// for a claimed length. The caller must call ``finish()`` at the end, or trailing bytes go unnoticed.
package struct ByteReader: Sendable {
    private let input: [UInt8]

    /// The offset of the next byte.
    package private(set) var position = 0

    package init(_ bytes: [UInt8]) { input = bytes }

    /// The number of unread bytes.
    package var remaining: Int { input.count - position }

    /// Whether every byte was read.
    package var isAtEnd: Bool { position == input.count }

    /// The next byte without reading it; nil at the end.
    package var next: UInt8? { isAtEnd ? nil : input[position] }

    package mutating func byte() throws(BytesError) -> UInt8 {
        guard position < input.count else { throw truncated(1) }
        defer { position += 1 }
        return input[position]
    }

    /// - Throws: ``BytesError`` with `.truncated` also for a count below zero.
    package mutating func bytes(_ count: Int) throws(BytesError) -> [UInt8] {
        guard count >= 0, count <= remaining else { throw truncated(count) }
        defer { position += count }
        return Array(input[position..<position + count])
    }

    /// Reads all remaining bytes.
    package mutating func rest() -> [UInt8] {
        defer { position = input.count }
        return Array(input[position...])
    }

    /// The bytes read since an earlier ``position``.
    package func taken(since start: Int) -> [UInt8] {
        precondition(0...position ~= start, "Nothing was taken at \(start) yet.")
        return Array(input[start..<position])
    }

    package mutating func skip(_ count: Int) throws(BytesError) {
        guard count >= 0, count <= remaining else { throw truncated(count) }
        position += count
    }

    package mutating func uint16LE() throws(BytesError) -> UInt16 { try UInt16(littleEndian: integer()) }
    package mutating func uint32LE() throws(BytesError) -> UInt32 { try UInt32(littleEndian: integer()) }
    package mutating func uint64LE() throws(BytesError) -> UInt64 { try UInt64(littleEndian: integer()) }
    package mutating func uint16BE() throws(BytesError) -> UInt16 { try UInt16(bigEndian: integer()) }
    package mutating func uint32BE() throws(BytesError) -> UInt32 { try UInt32(bigEndian: integer()) }
    package mutating func uint64BE() throws(BytesError) -> UInt64 { try UInt64(bigEndian: integer()) }

    /// - Throws: ``BytesError`` with `.trailing` when bytes are left.
    package func finish() throws(BytesError) {
        guard isAtEnd else { throw BytesError(.trailing, "\(remaining) bytes follow the last field.") }
    }

    private mutating func integer<T: FixedWidthInteger>() throws(BytesError) -> T {
        let count = MemoryLayout<T>.size
        guard count <= remaining else { throw truncated(count) }
        defer { position += count }
        return input.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: position, as: T.self) }
    }

    private func truncated(_ count: Int) -> BytesError {
        BytesError(.truncated, "The input ends at byte \(input.count), inside \(count) bytes from \(position).")
    }
}
