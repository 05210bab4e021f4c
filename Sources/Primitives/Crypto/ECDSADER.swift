// SPDX-License-Identifier: MIT

/// Converts ECDSA signatures between X9.62 DER, the form of other software, and r || s, the form of records.
///
/// RFC 3279, section 2.2.3; ITU-T X.690, section 10. Strict in both directions: one signature has one DER form. Neither
/// conversion checks whether s is in the lower half; ``P256/Signature`` and ``Secp256k1/Signature`` do.
package enum ECDSADER {
    /// - Throws: ``CryptoError`` with `.malformed` for anything except the shortest DER of two non-negative integers of
    ///   at most 256 bits.
    package static func raw(from der: [UInt8]) throws -> [UInt8] {
        // Two integers of at most 33 bytes fit the short length form, so any long form is not the shortest.
        guard der.count >= 2, der[0] == sequenceTag, der[1] < 0x80, Int(der[1]) == der.count - 2 else {
            throw malformed("is not one DER sequence")
        }
        var position = 2
        let r = try integer(in: der, at: &position)
        let s = try integer(in: der, at: &position)
        guard position == der.count else { throw malformed("has bytes after s") }
        return r + s
    }

    /// - Throws: ``CryptoError`` with `.malformed` unless there are 64 bytes.
    package static func der(from raw: [UInt8]) throws -> [UInt8] {
        guard raw.count == P256.Signature.count else {
            throw CryptoError(.malformed, "A signature has \(P256.Signature.count) bytes, not \(raw.count).")
        }
        let integers = integer(raw[..<P256.scalarCount]) + integer(raw[P256.scalarCount...])
        return [sequenceTag, UInt8(integers.count)] + integers
    }

    private static let sequenceTag: UInt8 = 0x30
    private static let integerTag: UInt8 = 0x02

    private static func integer(in der: [UInt8], at position: inout Int) throws -> [UInt8] {
        guard der.count - position >= 2, der[position] == integerTag else { throw malformed("lacks an integer") }
        let count = Int(der[position + 1])
        position += 2
        guard 1...33 ~= count, der.count - position >= count else {
            throw malformed("has an integer of a wrong length")
        }
        var digits = der[position..<position + count]
        position += count
        guard let first = digits.first, first < 0x80 else { throw malformed("has a negative integer") }
        if first == 0, digits.count > 1 {
            digits = digits.dropFirst()
            guard let second = digits.first, second >= 0x80 else { throw malformed("has a padded integer") }
        }
        guard digits.count <= P256.scalarCount else { throw malformed("has an integer above 256 bits") }
        return [UInt8](repeating: 0, count: P256.scalarCount - digits.count) + digits
    }

    private static func integer(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var digits = bytes.drop { $0 == 0 }
        if digits.isEmpty { digits = [0] }
        let padding: [UInt8] = digits.first.map { $0 >= 0x80 } == true ? [0] : []
        return [integerTag, UInt8(padding.count + digits.count)] + padding + digits
    }

    private static func malformed(_ what: String) -> CryptoError {
        CryptoError(.malformed, "The DER signature \(what).")
    }
}
