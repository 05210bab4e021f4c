// SPDX-License-Identifier: MIT

extension Symbol {
    /// The text that the bytes are, for people: to be shown, searched and copied.
    ///
    /// - In the character set that the code states. Where it states one that is not known, or one that the bytes are not
    ///   of: UTF-8 when they are, or else Latin-1. Stated binary (ECI 899) is Latin-1.
    /// - Where it states none, in the one that is most likely: ``CharacterGuess`` for codes of two dimensions. Bars have
    ///   Latin-1 by their standards, and UTF-8 by some printers.
    /// - GS1 elements have their identifiers in parentheses. Data with the mark of GS1 that is not a list of assigned
    ///   elements is shown as it is, and so is DataBar's number, which has no identifier.
    ///
    /// Whoever draws the code again uses the bytes.
    package var text: String {
        if isGS1, symbology != .dataBar, let elements = GS1.elements(bytes), elements.allSatisfy(\.isAssigned) {
            return GS1.text(elements)
        }
        guard let eci else {
            return symbology.isLinear ? Symbol.plainText(bytes) : CharacterGuess.text(of: bytes)
        }
        if eci == Symbol.binaryECI { return String(latin1: bytes) }
        return CharacterSet(eci: eci)?.text(bytes) ?? Symbol.plainText(bytes)
    }

    /// What is no text at all. AIM ITS/04-023.
    static let binaryECI = 899

    private static func plainText(_ bytes: [UInt8]) -> String {
        String(validating: bytes, as: UTF8.self) ?? String(latin1: bytes)
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
