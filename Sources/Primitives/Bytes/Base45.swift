// SPDX-License-Identifier: MIT

/// Base 45, the densest text that a QR code's alphanumeric mode holds: two bytes in three characters. RFC 9285.
package enum Base45 {
    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.underestimatedCount * 3 / 2 + 2)
        var iterator = bytes.makeIterator()
        while let first = iterator.next() {
            guard let second = iterator.next() else {
                append(UInt32(first), characters: 2, to: &text)
                break
            }
            append(UInt32(first) << 8 | UInt32(second), characters: 3, to: &text)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Accepts only capital letters, as in RFC 9285, so that one value has one text.
    ///
    /// - Throws: ``BytesError`` with `.truncated` for an impossible length, `.malformed` for a foreign character or a
    ///   group above the largest value of its bytes (RFC 9285, section 6).
    package static func decode(_ text: String) throws -> [UInt8] {
        var text = text
        return try text.withUTF8 { characters in
            guard characters.count % 3 != 1 else {
                throw BytesError(.truncated, "Base45 text of \(characters.count) characters cannot be complete.")
            }
            var bytes: [UInt8] = []
            bytes.reserveCapacity(characters.count * 2 / 3 + 1)
            for start in stride(from: 0, to: characters.count, by: 3) {
                let end = min(start + 3, characters.count)
                var number: UInt32 = 0
                for index in (start..<end).reversed() {
                    let value = values[Int(characters[index])]
                    guard value < 45 else {
                        throw BytesError(.malformed, "Base45 text has an invalid character at position \(index).")
                    }
                    number = number * 45 + UInt32(value)
                }
                let isPair = end - start == 3
                guard number <= (isPair ? 0xFFFF : 0xFF) else {
                    throw BytesError(.malformed, "Base45 text has a group above its limit at position \(start).")
                }
                if isPair { bytes.append(UInt8(number >> 8)) }
                bytes.append(UInt8(number & 0xFF))
            }
            return bytes
        }
    }

    private static func append(_ number: UInt32, characters: Int, to text: inout [UInt8]) {
        var rest = number
        for _ in 0..<characters {
            text.append(alphabet[Int(rest % 45)])
            rest /= 45
        }
    }

    private static let alphabet = [UInt8]("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8)
    private static let values = decodingTable(for: alphabet)
}
