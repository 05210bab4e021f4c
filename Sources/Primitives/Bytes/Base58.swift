// SPDX-License-Identifier: MIT

/// Base 58 as used by Bitcoin and Solana: no 0, O, I or l; each leading zero byte is a leading `1`.
///
/// It has no checksum; `Base58Check` of `Crypto` adds one. Source: `src/base58.cpp` of Bitcoin Core.
package enum Base58 {
    /// The longest text that is decoded. The work grows with the square of the length.
    package static let maximumTextCount = 1024

    /// Encodes the bytes as a big-endian number.
    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        let bytes = [UInt8](bytes)
        let zeros = bytes.prefix { $0 == 0 }.count
        // Little-endian limbs of five digits each; four bytes enter at a time.
        var limbs: [UInt32] = []
        limbs.reserveCapacity(bytes.count * 7 / 25 + 1)
        var index = zeros
        while index < bytes.count {
            let end = min(index + 4, bytes.count)
            var carry: UInt64 = 0
            for byte in bytes[index..<end] { carry = carry << 8 | UInt64(byte) }
            let shift = UInt64(8 * (end - index))
            for limb in limbs.indices {
                carry += UInt64(limbs[limb]) << shift
                limbs[limb] = UInt32(carry % limbSize)
                carry /= limbSize
            }
            while carry > 0 {
                limbs.append(UInt32(carry % limbSize))
                carry /= limbSize
            }
            index = end
        }
        return String(unsafeUninitializedCapacity: zeros + limbs.count * digitsPerLimb) { text in
            var count = 0
            while count < zeros {
                text[count] = alphabet[0]
                count += 1
            }
            for (place, limb) in limbs.reversed().enumerated() {
                var divisor = UInt32(limbSize) / 58
                var rest = limb
                while divisor > 0 {
                    let digit = rest / divisor
                    rest %= divisor
                    divisor /= 58
                    // Only the first limb may begin with insignificant zeros.
                    if digit == 0 && place == 0 && count == zeros { continue }
                    text[count] = alphabet[Int(digit)]
                    count += 1
                }
            }
            return count
        }
    }

    /// Accepts exactly what ``encode(_:)`` writes.
    ///
    /// - Throws: ``BytesError`` with `.tooLarge` above ``maximumTextCount``, `.malformed` for a foreign character.
    package static func decode(_ text: String) throws -> [UInt8] {
        var text = text
        return try text.withUTF8 { characters in
            guard characters.count <= maximumTextCount else {
                throw BytesError(
                    .tooLarge, "Base58 text has \(characters.count) characters; \(maximumTextCount) are allowed.")
            }
            let zeros = characters.prefix { $0 == alphabet[0] }.count
            // Little-endian words; five digits enter at a time.
            var words: [UInt32] = []
            var index = zeros
            while index < characters.count {
                let end = min(index + digitsPerLimb, characters.count)
                var carry: UInt64 = 0
                var scale: UInt64 = 1
                for position in index..<end {
                    let value = values[Int(characters[position])]
                    guard value < 58 else {
                        throw BytesError(.malformed, "Base58 text has an invalid character at position \(position).")
                    }
                    carry = carry * 58 + UInt64(value)
                    scale *= 58
                }
                for word in words.indices {
                    carry += UInt64(words[word]) * scale
                    words[word] = UInt32(truncatingIfNeeded: carry)
                    carry >>= 32
                }
                if carry > 0 { words.append(UInt32(carry)) }
                index = end
            }
            var bytes = [UInt8](repeating: 0, count: zeros)
            bytes.reserveCapacity(zeros + words.count * 4)
            for word in words.reversed() {
                for shift in stride(from: 24 as UInt32, through: 0, by: -8) {
                    let byte = UInt8(truncatingIfNeeded: word >> shift)
                    if byte == 0 && bytes.count == zeros { continue }
                    bytes.append(byte)
                }
            }
            return bytes
        }
    }

    private static let digitsPerLimb = 5
    /// 58^5, the most digits that fit 32 bits.
    private static let limbSize: UInt64 = 656_356_768
    private static let alphabet = [UInt8]("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".utf8)
    private static let values = decodingTable(for: alphabet)
}
