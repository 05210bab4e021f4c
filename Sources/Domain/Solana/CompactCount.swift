// SPDX-License-Identifier: MIT
package import Bytes

/// The wire encoding of counts: `compact-u16`, seven bits per byte, lowest first, in the shortest form.
///
/// Source: `short_vec.rs` of the Solana SDK, whose decoder also refuses longer forms.
package enum CompactCount {
    /// Reads a count.
    ///
    /// - Throws: ``SolanaError`` with `.malformed` for a form longer than needed or a value above 65,535;
    ///   ``BytesError`` at the end of the input.
    package static func read(from reader: inout ByteReader) throws -> Int {
        var value = 0
        for place in 0..<3 {
            let byte = try reader.byte()
            if byte == 0 && place > 0 { throw SolanaError(.malformed, "A count is written longer than it needs.") }
            value |= Int(byte & 0x7F) << (7 * place)
            guard byte & 0x80 != 0 else {
                guard value <= 0xFFFF else { throw SolanaError(.malformed, "The count \(value) is above 65,535.") }
                return value
            }
        }
        throw SolanaError(.malformed, "A count goes on beyond three bytes.")
    }

    /// The bytes that a count takes, which is at most 65,535.
    static func byteCount(_ count: Int) -> Int { count < 0x80 ? 1 : count < 0x4000 ? 2 : 3 }

    /// Writes a count, which is at most 65,535.
    package static func append(_ count: Int, to bytes: inout [UInt8]) {
        precondition(0...0xFFFF ~= count, "A count of \(count) does not fit 16 bits.")
        var rest = count
        while rest > 0x7F {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}
