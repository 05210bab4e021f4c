// SPDX-License-Identifier: MIT

/// Base 64 with the alphabet for URLs and file names, without padding. RFC 4648, section 5.
package enum Base64URL {
    /// Writes no `=`, because the length implies the padding.
    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.underestimatedCount * 4 / 3 + 3)
        var pending: UInt32 = 0
        var bits = 0
        for byte in bytes {
            pending = pending << 8 | UInt32(byte)
            bits += 8
            while bits >= 6 {
                bits -= 6
                text.append(alphabet[Int(pending >> UInt32(bits)) & 63])
            }
            pending &= 63
        }
        if bits > 0 {
            text.append(alphabet[Int(pending << UInt32(6 - bits)) & 63])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Accepts exactly the output of ``encode(_:)``, so that one value has one text.
    ///
    /// - Throws: ``BytesError`` with `.truncated` for an impossible length, `.malformed` for a foreign character
    ///   (padding included), `.notCanonical` when unused trailing bits are set.
    package static func decode(_ text: String) throws -> [UInt8] {
        var text = text
        return try text.withUTF8 { try decode($0) }
    }

    /// Decodes a part of a larger text.
    package static func decode(_ characters: UnsafeBufferPointer<UInt8>) throws(BytesError) -> [UInt8] {
        guard characters.count % 4 != 1 else {
            throw BytesError(.truncated, "Base64url text of \(characters.count) characters cannot be complete.")
        }
        var foreign: Int?
        var pending: UInt32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: characters.count * 3 / 4) { bytes, filled in
            var bits = 0
            values.withUnsafeBufferPointer { values in
                for (index, character) in characters.enumerated() {
                    let value = values[Int(character)]
                    guard value < 64 else {
                        foreign = index
                        return
                    }
                    pending = pending << 6 | UInt32(value)
                    bits += 6
                    if bits >= 8 {
                        bits -= 8
                        bytes[filled] = UInt8(truncatingIfNeeded: pending >> UInt32(bits))
                        filled += 1
                        pending &= (1 << UInt32(bits)) - 1
                    }
                }
            }
        }
        if let foreign {
            throw BytesError(.malformed, "Base64url text has an invalid character at position \(foreign).")
        }
        guard pending == 0 else {
            throw BytesError(.notCanonical, "Base64url text ends in bits that belong to no byte.")
        }
        return bytes
    }

    private static let alphabet = [UInt8]("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    private static let values = decodingTable(for: alphabet)
}

/// Maps a character to its index in an alphabet; 255 marks a foreign character.
func decodingTable(for alphabet: [UInt8]) -> [UInt8] {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, character) in alphabet.enumerated() {
        values[Int(character)] = UInt8(value)
    }
    return values
}
