// SPDX-License-Identifier: MIT

/// The text of a file of unstated character set, as UTF-8. No character is replaced silently.
///
/// UTF-8 and UTF-16 are detected by their byte order mark or by their bytes. Anything else is taken for Windows-1252,
/// which spreadsheets write and which includes Latin-1, if all bytes are valid there. This is a guess, and the user is
/// informed.
struct DecodedText {
    /// Without a byte order mark.
    let utf8: [UInt8]
    let isGuess: Bool

    /// - Throws: ``CardsError`` with `.decodingFailed` when the bytes are not text in a known character set.
    init(_ bytes: [UInt8]) throws(CardsError) {
        if let isBig = Self.isBigEndianUTF16(bytes) {
            utf8 = try Self.utf16(bytes, isBigEndian: isBig)
            isGuess = false
        } else {
            let plain = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes[3...]) : bytes
            isGuess = String(validating: plain, as: UTF8.self) == nil
            utf8 = isGuess ? try Self.windows1252(plain) : plain
        }
        // For a guessed character set, control characters are the only sign of data that is not text.
        guard !isGuess || hasNoControls else { throw Self.unknown }
    }

    /// Whether it has no control characters, except tabs, line ends and page breaks.
    var hasNoControls: Bool {
        utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || [0x09, 0x0A, 0x0C, 0x0D].contains($0) }
    }

    private static let unknown = CardsError(
        .decodingFailed,
        "The character set of this file is not known. Save it as UTF-8 (in a spreadsheet: CSV UTF-8) and try again.")

    /// Whether UTF-16 is big-endian; nil when it is not UTF-16. In the first letters of a list, every other byte is
    /// zero.
    private static func isBigEndianUTF16(_ bytes: [UInt8]) -> Bool? {
        if bytes.starts(with: [0xFE, 0xFF]) { return true }
        if bytes.starts(with: [0xFF, 0xFE]) { return false }
        guard bytes.count >= 2, (bytes[0] == 0) != (bytes[1] == 0) else { return nil }
        return bytes[0] == 0
    }

    private static func utf16(_ bytes: [UInt8], isBigEndian: Bool) throws(CardsError) -> [UInt8] {
        let high = isBigEndian ? 0 : 1
        var units = stride(from: 0, to: bytes.count - 1, by: 2).map {
            UInt16(bytes[$0 + high]) << 8 | UInt16(bytes[$0 + 1 - high])
        }
        if units.first == 0xFEFF { units.removeFirst() }
        guard bytes.count % 2 == 0, let text = String(validating: units, as: UTF16.self) else {
            throw CardsError(
                .decodingFailed, "The text of this file is damaged: it is not complete UTF-16. Fetch it again.")
        }
        return Array(text.utf8)
    }

    /// The characters of 0x80 to 0x9F; zero where there is none.
    /// <https://encoding.spec.whatwg.org/index-windows-1252.txt>
    private static let letters: [UInt16] = [
        0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
        0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E,
        0x0178,
    ]

    private static func windows1252(_ bytes: [UInt8]) throws(CardsError) -> [UInt8] {
        var text = String.UnicodeScalarView()
        for byte in bytes {
            let code = 0x80...0x9F ~= byte ? letters[Int(byte) - 0x80] : UInt16(byte)
            guard code != 0 || byte == 0, let scalar = Unicode.Scalar(code) else { throw unknown }
            text.append(scalar)
        }
        return Array(String(text).utf8)
    }
}

extension CardImport {
    /// Reports the first card whose letters a wrong guess of the character set may have changed.
    mutating func noteGuess(_ text: DecodedText) {
        guard text.isGuess else { return }
        let index = bundle.cards.firstIndex { card in
            [card.store, card.number, card.holder ?? "", card.note].contains { !$0.utf8.allSatisfy { $0 < 0x80 } }
        }
        guard let index else { return }
        refuse(
            positions[index],
            .characterSetGuessed)
    }
}
