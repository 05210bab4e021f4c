// SPDX-License-Identifier: MIT

extension Symbol {
    /// The text that the bytes are, for people: to be shown, searched and copied.
    ///
    /// In the character set that the code states; otherwise as UTF-8 when they are, or else Latin-1, as scanners do.
    /// GS1 elements have their identifiers in parentheses. Whoever draws the code again uses the bytes.
    package var text: String {
        if isGS1, let elements = GS1.elements(bytes) { return GS1.text(elements) }
        if let eci, let text = CharacterSet(eci: eci)?.text(bytes) { return text }
        return String(validating: bytes, as: UTF8.self) ?? String(latin1: bytes)
    }
}

extension String {
    /// Each byte is the Unicode scalar of its number. ISO/IEC 8859-1.
    init(latin1 bytes: some Sequence<UInt8>) {
        self.init(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// Nil for text with other characters.
    var latin1: [UInt8]? {
        if utf8.allSatisfy({ $0 < 0x80 }) { return Array(utf8) }
        let bytes = unicodeScalars.compactMap { UInt8(exactly: $0.value) }
        return bytes.count == unicodeScalars.count ? bytes : nil
    }

    /// Without white space at both ends.
    var trimmed: String {
        // Nearly every text has none, which two bytes tell.
        if let first = utf8.first, let last = utf8.last, 0x21...0x7E ~= first, 0x21...0x7E ~= last { return self }
        let isSpace: (Character) -> Bool = { $0.isWhitespace }
        return String(drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    }
}
