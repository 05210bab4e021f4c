// SPDX-License-Identifier: MIT

extension Symbol {
    /// The text of the bytes, for display, search and copying.
    ///
    /// - In the character set that the code declares. If that is unknown or does not match the bytes: UTF-8 if valid,
    ///   else Latin-1. Declared binary (ECI 899) is Latin-1.
    /// - Without a declaration, in the most likely one: ``CharacterGuess`` for two-dimensional codes. Bars have Latin-1
    ///   by their standards, and UTF-8 from some printers.
    /// - GS1 elements have their identifiers in parentheses. Data with the GS1 mark that is not a list of assigned
    ///   elements is shown unchanged, and so is DataBar's number, which has no identifier.
    ///
    /// To draw the code again, use the bytes.
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

    /// Declares data that is not text. AIM ITS/04-023.
    static let binaryECI = 899

    private static func plainText(_ bytes: [UInt8]) -> String {
        String(validating: bytes, as: UTF8.self) ?? String(latin1: bytes)
    }
}

extension String {
    /// Each byte is the Unicode scalar with its number. ISO/IEC 8859-1.
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
        // Most texts need no trimming, which two bytes show.
        if let first = utf8.first, let last = utf8.last, 0x21...0x7E ~= first, 0x21...0x7E ~= last { return self }
        let isSpace: (Character) -> Bool = { $0.isWhitespace }
        return String(drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    }
}
