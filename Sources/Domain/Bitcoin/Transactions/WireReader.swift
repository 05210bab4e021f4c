// SPDX-License-Identifier: MIT

/// Reads Bitcoin's little-endian encoding with bounds checks, and refuses non-minimal sizes.
package struct WireReader {
    private let bytes: [UInt8]
    package private(set) var position: Int
    private let end: Int

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        position = 0
        end = bytes.count
    }

    package var remaining: Int { end - position }

    package mutating func byte() throws -> UInt8 {
        try need(1)
        defer { position += 1 }
        return bytes[position]
    }

    /// The next byte without consuming it; nil at the end.
    package var next: UInt8? { remaining > 0 ? bytes[position] : nil }

    package mutating func bytes(_ count: Int) throws -> [UInt8] {
        try need(count)
        defer { position += count }
        return Array(bytes[position..<position + count])
    }

    package mutating func uint16() throws -> UInt16 { UInt16(truncatingIfNeeded: try integer(2)) }
    package mutating func uint32() throws -> UInt32 { UInt32(truncatingIfNeeded: try integer(4)) }
    package mutating func uint64() throws -> UInt64 { try integer(8) }

    /// A compact size, which must be minimal and whose items must fit into the remaining bytes.
    ///
    /// - Parameter itemCount: the least number of bytes of each item.
    /// - Throws: ``BitcoinError`` with `.malformed` for a non-minimal form, `.tooLarge` for more items than can follow.
    package mutating func count(itemCount: Int = 1) throws -> Int {
        let value = try compactSize()
        guard let count = Int(exactly: value), count <= remaining / max(1, itemCount) else {
            throw BitcoinError(.tooLarge, "A count of \(value) stands where \(remaining) bytes follow.")
        }
        return count
    }

    /// - Throws: ``BitcoinError`` with `.malformed` for a non-minimal form.
    package mutating func compactSize() throws -> UInt64 {
        let head = try byte()
        let (value, least): (UInt64, UInt64)
        switch head {
        case 0xfd: (value, least) = (try integer(2), 0xfd)
        case 0xfe: (value, least) = (try integer(4), 0x1_0000)
        case 0xff: (value, least) = (try integer(8), 0x1_0000_0000)
        default: return UInt64(head)
        }
        guard value >= least else {
            throw BitcoinError(.malformed, "A size at byte \(position) is written longer than needed.")
        }
        return value
    }

    /// Bytes with a compact size prefix.
    package mutating func sizedBytes() throws -> [UInt8] {
        try bytes(try count())
    }

    /// - Throws: ``BitcoinError`` with `.malformed` when bytes are left.
    package func finish() throws {
        guard remaining == 0 else {
            throw BitcoinError(.malformed, "\(remaining) bytes follow the end.")
        }
    }

    private mutating func integer(_ count: Int) throws -> UInt64 {
        try need(count)
        var value: UInt64 = 0
        for offset in 0..<count { value |= UInt64(bytes[position + offset]) << UInt64(8 * offset) }
        position += count
        return value
    }

    private func need(_ count: Int) throws {
        guard count >= 0, count <= remaining else {
            throw BitcoinError(.malformed, "The data ends at byte \(end), inside an item of \(count) bytes.")
        }
    }
}
