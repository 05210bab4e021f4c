// SPDX-License-Identifier: MIT

/// Base 64 with the standard alphabet and padding, as PSBT texts are written. RFC 4648, section 4.
package enum Base64 {
    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.underestimatedCount * 4 / 3 + 4)
        var pending: UInt32 = 0
        var bits: UInt32 = 0
        for byte in bytes {
            pending = pending << 8 | UInt32(byte)
            bits += 8
            while bits >= 6 {
                bits -= 6
                text.append(alphabet[Int(pending >> bits) & 63])
            }
            pending &= 63
        }
        if bits > 0 { text.append(alphabet[Int(pending << (6 - bits)) & 63]) }
        while !text.count.isMultiple(of: 4) { text.append(padding) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Accepts exactly what ``encode(_:)`` writes, so one value has one text.
    ///
    /// - Throws: ``BytesError`` with `.truncated` for a length that is no multiple of four, `.malformed` for a foreign
    ///   character or padding anywhere but at the end, `.notCanonical` when unused trailing bits are set.
    package static func decode(_ text: String) throws -> [UInt8] {
        var text = text
        return try text.withUTF8 { text in
            guard text.count.isMultiple(of: 4) else {
                throw BytesError(.truncated, "Base64 text of \(text.count) characters is not complete.")
            }
            let pads = text.suffix(2).reversed().prefix { $0 == padding }.count
            var bytes: [UInt8] = []
            bytes.reserveCapacity(text.count / 4 * 3)
            var pending: UInt32 = 0
            var bits: UInt32 = 0
            for position in 0..<text.count - pads {
                let value = values[Int(text[position])]
                guard value < 64 else {
                    throw BytesError(.malformed, "Base64 text has a foreign character at position \(position).")
                }
                pending = pending << 6 | UInt32(value)
                bits += 6
                if bits >= 8 {
                    bits -= 8
                    bytes.append(UInt8(truncatingIfNeeded: pending >> bits))
                    pending &= (1 << bits) - 1
                }
            }
            guard pending == 0 else {
                throw BytesError(.notCanonical, "Base64 text ends in bits that belong to no byte.")
            }
            return bytes
        }
    }

    private static let padding = UInt8(ascii: "=")
    private static let alphabet = [UInt8]("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let values = decodingTable(for: alphabet)
}
