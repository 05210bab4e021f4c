// SPDX-License-Identifier: MIT

/// Bech32 and bech32m: a readable prefix, five bits per character, and a checksum of six characters.
///
/// BIP-0173, BIP-0350. The caller interprets the values (witness versions, lengths).
package enum Bech32 {
    /// The constant of the checksum.
    package enum Variant: Sendable {
        case bech32, bech32m

        fileprivate var constant: UInt32 { self == .bech32 ? 1 : 0x2BC8_30A3 }
    }

    /// The default limit of the text's length; longer texts detect fewer errors.
    package static let maximumTextCount = 90

    /// Writes lower-case letters.
    ///
    /// `prefix` must have 1 to 83 lower-case ASCII letters, digits or signs, and `values` must be below 32; anything
    /// else is a programming error.
    package static func encode(prefix: String, values: [UInt8], variant: Variant) -> String {
        var prefix = prefix
        return prefix.withUTF8 { prefix in
            precondition(isPrefix(prefix) && !prefix.contains(where: isCapital), "This is not a prefix for bech32.")
            var checksum = Checksum(prefix: prefix)
            let alphabet = Self.alphabet
            return String(unsafeUninitializedCapacity: prefix.count + values.count + 7) { text in
                _ = text.update(fromContentsOf: prefix)
                text[prefix.count] = separator
                var count = prefix.count + 1
                for value in values {
                    checksum.add(value)
                    // Traps for a value above 31, which is a programming error.
                    text[count] = alphabet[Int(value)]
                    count += 1
                }
                for _ in 0..<checksumCount { checksum.add(0) }
                let end = checksum.state ^ variant.constant
                for place in 0..<checksumCount {
                    text[count] = alphabet[Int(end >> UInt32(5 * (5 - place)) & 31)]
                    count += 1
                }
                return count
            }
        }
    }

    /// Accepts capital or lower-case letters, but not both; the returned prefix is in lower case.
    ///
    /// - Throws: ``BytesError`` with `.tooLarge` above `maximumCount` characters, `.malformed` for a foreign or mixed
    ///   text, `.truncated` without prefix, separator or checksum, `.badChecksum` when neither variant matches.
    package static func decode(
        _ text: String, maximumCount: Int = maximumTextCount
    ) throws -> (prefix: String, values: [UInt8], variant: Variant) {
        var text = text
        return try text.withUTF8 { text in
            guard text.count <= maximumCount else {
                throw BytesError(.tooLarge, "Bech32 text has \(text.count) characters; \(maximumCount) are allowed.")
            }
            guard !text.contains(where: isCapital) || !text.contains(where: isSmall) else {
                throw BytesError(.malformed, "Bech32 text is written in capital or in small letters, not in both.")
            }
            guard let end = text.lastIndex(of: separator), end > 0, text.count - end > checksumCount else {
                throw BytesError(.truncated, "Bech32 text has a prefix, a \"1\" and at least six characters.")
            }
            let prefix = text[..<end].map { isCapital($0) ? $0 | 0x20 : $0 }
            return try prefix.withUnsafeBufferPointer { prefix in
                guard isPrefix(prefix) else {
                    throw BytesError(.malformed, "A bech32 prefix has 1 to 83 printable ASCII characters.")
                }
                var checksum = Checksum(prefix: prefix)
                var values: [UInt8] = []
                values.reserveCapacity(text.count - end)
                for position in end + 1..<text.count {
                    let value = Self.values[Int(text[position])]
                    guard value < 32 else {
                        throw BytesError(.malformed, "Bech32 text has an invalid character at position \(position).")
                    }
                    checksum.add(value)
                    values.append(value)
                }
                let variant: Variant
                switch checksum.state {
                case Variant.bech32.constant: variant = .bech32
                case Variant.bech32m.constant: variant = .bech32m
                default: throw BytesError(.badChecksum, "The bech32 text has a typing mistake: its checksum is wrong.")
                }
                values.removeLast(checksumCount)
                return (String(decoding: prefix, as: UTF8.self), values, variant)
            }
        }
    }

    /// Splits bytes into groups of five bits; the last one is padded with zeros.
    package static func toFiveBits(_ bytes: some Sequence<UInt8>) -> [UInt8] { toFiveBits([UInt8](bytes)) }

    /// Splits bytes without a copy.
    package static func toFiveBits(_ bytes: [UInt8]) -> [UInt8] {
        var values: [UInt8] = []
        values.reserveCapacity((bytes.count * 8 + 4) / 5)
        var pending: UInt32 = 0
        var bits: UInt32 = 0
        for byte in bytes {
            pending = pending << 8 | UInt32(byte)
            bits += 8
            while bits >= 5 {
                bits -= 5
                values.append(UInt8(truncatingIfNeeded: pending >> bits & 31))
            }
            pending &= 31
        }
        if bits > 0 { values.append(UInt8(truncatingIfNeeded: pending << (5 - bits) & 31)) }
        return values
    }

    /// Joins groups of five bits to bytes; accepts exactly the output of ``toFiveBits(_:)``.
    ///
    /// - Throws: ``BytesError`` with `.malformed` for a value above 31, `.notCanonical` when padding bits are set or a
    ///   whole group is padding.
    package static func toBytes(_ values: some Sequence<UInt8>) throws -> [UInt8] { try toBytes([UInt8](values)) }

    /// Joins groups without a copy.
    package static func toBytes(_ values: [UInt8]) throws -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(values.count * 5 / 8)
        var pending: UInt32 = 0
        var bits: UInt32 = 0
        for value in values {
            guard value < 32 else { throw BytesError(.malformed, "A bech32 value has five bits.") }
            pending = pending << 5 | UInt32(value)
            bits += 5
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: pending >> bits))
                pending &= (1 << bits) - 1
            }
        }
        guard bits < 5, pending == 0 else {
            throw BytesError(.notCanonical, "Bech32 values end in bits that belong to no byte.")
        }
        return bytes
    }

    private static let separator = UInt8(ascii: "1")
    private static let checksumCount = 6
    private static let alphabet = [UInt8]("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)

    /// Both cases, because a text may be in capital letters.
    private static let values: [UInt8] = {
        var values = decodingTable(for: alphabet)
        for (value, character) in alphabet.enumerated() where isSmall(character) {
            values[Int(character & 0xDF)] = UInt8(value)
        }
        return values
    }()

    private static func isCapital(_ character: UInt8) -> Bool { 0x41...0x5A ~= character }
    private static func isSmall(_ character: UInt8) -> Bool { 0x61...0x7A ~= character }

    private static func isPrefix(_ prefix: UnsafeBufferPointer<UInt8>) -> Bool {
        1...83 ~= prefix.count && prefix.allSatisfy { 33...126 ~= $0 }
    }

    /// The remainder of a polynomial over GF(32). BIP-0173, "Checksum"
    private struct Checksum {
        var state: UInt32 = 1

        init(prefix: UnsafeBufferPointer<UInt8>) {
            for character in prefix { add(character >> 5) }
            add(0)
            for character in prefix { add(character & 31) }
        }

        @inline(__always)
        mutating func add(_ value: UInt8) {
            let top = state >> 25
            state = (state & 0x1FF_FFFF) << 5 ^ UInt32(value)
            state ^= (0 &- (top & 1)) & 0x3B6A_57B2
            state ^= (0 &- (top >> 1 & 1)) & 0x2650_8E6D
            state ^= (0 &- (top >> 2 & 1)) & 0x1EA1_19FA
            state ^= (0 &- (top >> 3 & 1)) & 0x3D42_33DD
            state ^= (0 &- (top >> 4 & 1)) & 0x2A14_62B3
        }
    }
}
