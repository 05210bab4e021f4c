// SPDX-License-Identifier: MIT

/// One code of a series in Coinkite's BBQr format: eight characters of header and a part of a file. BBQr.md
package struct BBQrPart: Hashable, Sendable {
    /// The file type as a letter: `P` PSBT, `T` transaction, `J` JSON, `C` CBOR, `U` text, `B` bytes.
    package let kind: Character
    /// The number of parts, and the index of this one, from 0.
    package let count: Int
    package let index: Int
    let isPacked: Bool
    let bytes: [UInt8]

    /// The largest number of two base-36 digits.
    package static let maximumParts = 1_295
    /// The capacity of the largest QR code.
    package static let maximumCharacters = 4_296
    package static let prefix = "B$"

    /// Parses the text of a code.
    ///
    /// - Throws: ``CodesError`` with `.malformedResource` or `.resourceTooLarge`.
    package init(parsing text: String) throws(CodesError) {
        guard text.utf8.count <= Self.maximumCharacters else {
            throw CodesError(.resourceTooLarge, "The text has \(text.utf8.count) characters, which no code holds.")
        }
        let letters = Array(text.utf8).map { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 ? $0 & ~0x20 : $0 }
        guard letters.count > 8, letters.starts(with: Self.prefix.utf8),
            UInt8(ascii: "A")...UInt8(ascii: "Z") ~= letters[3],
            let count = Self.number(letters[4], letters[5]), let index = Self.number(letters[6], letters[7]),
            index < count
        else {
            throw CodesError(.malformedResource, "The text is not part of a series of codes.")
        }
        self.count = count
        self.index = index
        kind = Character(Unicode.Scalar(letters[3]))
        isPacked = letters[2] == UInt8(ascii: "Z")
        let decoded: [UInt8]? =
            switch letters[2] {
            case UInt8(ascii: "H"): Self.decode(letters[8...], bitsPerLetter: 4, digits: "0123456789ABCDEF")
            case UInt8(ascii: "2"), UInt8(ascii: "Z"):
                Self.decode(letters[8...], bitsPerLetter: 5, digits: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
            default: nil
            }
        guard let decoded, !decoded.isEmpty else {
            throw CodesError(.malformedResource, "A code of the series is written in no form that is known.")
        }
        bytes = decoded
    }

    private static func number(_ high: UInt8, _ low: UInt8) -> Int? {
        let digits = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
        guard let high = digits.firstIndex(of: high), let low = digits.firstIndex(of: low) else { return nil }
        return high * 36 + low
    }

    /// Nil for a foreign character, or for characters that end within a byte. RFC 4648, sections 6 and 8
    private static func decode(_ letters: ArraySlice<UInt8>, bitsPerLetter: Int, digits: String) -> [UInt8]? {
        var values = [Int](repeating: -1, count: 256)
        for (value, digit) in digits.utf8.enumerated() { values[Int(digit)] = value }
        var bytes: [UInt8] = []
        var held = 0
        var heldCount = 0
        for letter in letters {
            guard values[Int(letter)] >= 0 else { return nil }
            held = held << bitsPerLetter | values[Int(letter)]
            heldCount += bitsPerLetter
            if heldCount >= 8 {
                heldCount -= 8
                bytes.append(UInt8(truncatingIfNeeded: held >> heldCount))
                held &= 1 << heldCount - 1
            }
        }
        return heldCount < bitsPerLetter && held == 0 ? bytes : nil
    }
}
