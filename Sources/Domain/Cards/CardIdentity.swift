// SPDX-License-Identifier: MIT
internal import Crypto

/// Identifies equal cards with different ids: the normalized store and number.
///
/// Case and white space are ignored, and so are hyphens in the number: "6035-1234" and "6035 1234" are one number.
package struct CardIdentity: Hashable, Sendable {
    /// The folded store, a zero byte and the folded number.
    private let key: String

    package init(store: String, number: String) {
        key = Self.plainKey(store, number) ?? "\(Self.folded(store))\0\(Self.bare(number))"
    }

    /// The id of a card from a file without ids. It is always the same, so that a second import of the file recognizes
    /// the card.
    package var derivedID: CardID {
        let hash = SHA256.hash(Array("satchel/card/id\0".utf8), Array(key.utf8))
        return CardID(Array(hash.bytes.prefix(CardID.count)))
    }

    /// The key in one pass over bytes, for ASCII and Latin-1 letters, which nearly all cards have; nil for others.
    private static func plainKey(_ store: String, _ number: String) -> String? {
        var isPlain = true
        var (store, number) = (store, number)
        let key = String(unsafeUninitializedCapacity: store.utf8.count + number.utf8.count + 2) { buffer in
            var count = 0
            var isAfterSpace = false
            var lead: UInt8 = 0
            func take(_ byte: UInt8) {
                // U+00C0 to U+00FF are 0xC3 and a byte. Their lower-case letters are 0x20 higher, except ×. Other
                // non-ASCII characters are not handled here: they may be spaces, or be followed by a combining accent.
                if byte >= 0x80, byte != 0xC3, lead != 0xC3 { isPlain = false }
                let isCapital = lead == 0xC3 && 0x80...0x9E ~= byte && byte != 0x97
                buffer[count] = isCapital ? byte | 0x20 : smallLetter(byte)
                lead = byte
                count += 1
            }
            store.withUTF8 { store in
                for byte in store {
                    if byte == 0x20 || 0x09...0x0D ~= byte {
                        isAfterSpace = count > 0
                        continue
                    }
                    if isAfterSpace {
                        take(0x20)
                        isAfterSpace = false
                    }
                    take(byte)
                }
            }
            take(0)
            let start = count
            number.withUTF8 { number in
                for byte in number where byte != 0x20 && byte != UInt8(ascii: "-") && !(0x09...0x0D ~= byte) {
                    take(byte)
                }
            }
            // A number of only hyphens keeps them.
            isPlain = isPlain && count > start
            return isPlain ? count : 0
        }
        return isPlain ? key : nil
    }

    private static func smallLetter(_ byte: UInt8) -> UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
    }

    /// The words in lower case, separated by one space.
    private static func folded(_ text: String) -> String {
        var folded = ""
        var isAfterSpace = false
        for scalar in text.unicodeScalars {
            if isSpace(scalar) {
                isAfterSpace = !folded.isEmpty
            } else {
                if isAfterSpace { folded.unicodeScalars.append(" ") }
                isAfterSpace = false
                folded.unicodeScalars.append(scalar)
            }
        }
        return folded.lowercased()
    }

    private static func bare(_ number: String) -> String {
        var bare = ""
        for scalar in number.unicodeScalars where !isSpace(scalar) && scalar != "-" {
            bare.unicodeScalars.append(scalar)
        }
        return (bare.isEmpty ? number : bare).lowercased()
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x80: scalar.value == 0x20 || 0x09...0x0D ~= scalar.value
        // Letters, nearly all characters here; the property lookup would cost more than the rest.
        case 0xC0..<0x1680: false
        default: scalar.properties.isWhitespace
        }
    }
}

extension Card {
    package var identity: CardIdentity { CardIdentity(store: store, number: number) }
}
