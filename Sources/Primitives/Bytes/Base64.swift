// SPDX-License-Identifier: MIT

/// Base 64 with the standard alphabet and padding, as in PSBT texts. RFC 4648, section 4.
package enum Base64 {
    package static func encode(_ bytes: some Collection<UInt8>) -> String {
        bytes.withContiguousStorageIfAvailable(encode) ?? Array(bytes).withUnsafeBufferPointer(encode)
    }

    /// Accepts exactly the output of ``encode(_:)``, so that one value has one text.
    ///
    /// - Throws: ``BytesError`` with `.truncated` for a length that is not a multiple of four, `.malformed` for a
    ///   foreign character or padding before the end, `.notCanonical` when unused trailing bits are set.
    package static func decode(_ text: String) throws -> [UInt8] {
        var text = text
        return try text.withUTF8 { text in try decode(text) }
    }

    /// Decodes a slice of a larger text.
    package static func decode(_ text: ArraySlice<UInt8>) throws(BytesError) -> [UInt8] {
        try text.withUnsafeBufferPointer { text throws(BytesError) in try decode(text) }
    }

    private static func encode(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        String(unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { text in
            alphabet.withUnsafeBufferPointer { alphabet in
                var (from, to) = (0, 0)
                while from < bytes.count {
                    let left = bytes.count - from
                    var group = UInt32(bytes[from]) << 16
                    if left > 1 { group |= UInt32(bytes[from + 1]) << 8 }
                    if left > 2 { group |= UInt32(bytes[from + 2]) }
                    text[to] = alphabet[Int(group >> 18)]
                    text[to + 1] = alphabet[Int(group >> 12) & 63]
                    text[to + 2] = left > 1 ? alphabet[Int(group >> 6) & 63] : padding
                    text[to + 3] = left > 2 ? alphabet[Int(group) & 63] : padding
                    from += 3
                    to += 4
                }
                return to
            }
        }
    }

    private static func decode(_ text: UnsafeBufferPointer<UInt8>) throws(BytesError) -> [UInt8] {
        guard text.count.isMultiple(of: 4) else {
            throw BytesError(.truncated, "Base64 text of \(text.count) characters is not complete.")
        }
        let pads = text.suffix(2).reversed().prefix { $0 == padding }.count
        // Four characters at a time; the rest before the padding is decoded separately.
        let whole = (text.count - pads) / 4 * 4
        var foreign: Int?
        var bytes = [UInt8](unsafeUninitializedCapacity: text.count / 4 * 3) { bytes, filled in
            values.withUnsafeBufferPointer { values in
                for from in stride(from: 0, to: whole, by: 4) {
                    let (a, b) = (values[Int(text[from])], values[Int(text[from + 1])])
                    let (c, d) = (values[Int(text[from + 2])], values[Int(text[from + 3])])
                    guard a | b | c | d < 64 else {
                        foreign = from + ([a, b, c, d].firstIndex { $0 >= 64 } ?? 0)
                        return
                    }
                    bytes[filled] = a << 2 | b >> 4
                    bytes[filled + 1] = b << 4 | c >> 2
                    bytes[filled + 2] = c << 6 | d
                    filled += 3
                }
            }
        }
        var pending: UInt32 = 0
        for position in whole..<text.count - pads where foreign == nil {
            let value = values[Int(text[position])]
            if value >= 64 { foreign = position }
            pending = pending << 6 | UInt32(value & 63)
        }
        if let foreign {
            throw BytesError(.malformed, "Base64 text has an invalid character at position \(foreign).")
        }
        switch text.count - pads - whole {
        case 2:
            bytes.append(UInt8(truncatingIfNeeded: pending >> 4))
            pending &= 0xF
        case 3:
            bytes.append(UInt8(truncatingIfNeeded: pending >> 10))
            bytes.append(UInt8(truncatingIfNeeded: pending >> 2))
            pending &= 3
        default: break
        }
        guard pending == 0 else {
            throw BytesError(.notCanonical, "Base64 text ends in bits that belong to no byte.")
        }
        return bytes
    }

    private static let padding = UInt8(ascii: "=")
    private static let alphabet = [UInt8]("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let values = decodingTable(for: alphabet)
}
