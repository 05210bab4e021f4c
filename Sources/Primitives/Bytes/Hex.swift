// SPDX-License-Identifier: MIT

/// Base 16 in lower case, two characters per byte. RFC 4648, section 8.
package enum Hex {
    /// Writes lower case, the form of every displayed identifier.
    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.underestimatedCount * 2)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Accepts lower and upper case, because users retype identifiers.
    ///
    /// - Throws: ``BytesError`` with `.truncated` for an odd count, `.malformed` for any other character.
    package static func decode(_ text: String) throws -> [UInt8] {
        var text = text
        return try text.withUTF8 { characters in
            guard characters.count.isMultiple(of: 2) else {
                throw BytesError(
                    .truncated, "Hexadecimal text of \(characters.count) characters lacks one: two make a byte.")
            }
            var bytes: [UInt8] = []
            bytes.reserveCapacity(characters.count / 2)
            for index in stride(from: 0, to: characters.count, by: 2) {
                guard let high = value(of: characters[index]), let low = value(of: characters[index + 1]) else {
                    throw BytesError(
                        .malformed, "Hexadecimal text has a letter other than 0-9 and a-f near position \(index).")
                }
                bytes.append(high << 4 | low)
            }
            return bytes
        }
    }

    private static let digits = [UInt8]("0123456789abcdef".utf8)

    private static func value(of character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
