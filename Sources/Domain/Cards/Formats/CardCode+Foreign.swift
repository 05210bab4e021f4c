// SPDX-License-Identifier: MIT
internal import Symbols

/// How the bytes of a code are made of its text, where a format says so.
enum CodeEncoding: Equatable {
    case latin1, utf8
    /// As a person's typing is understood; see `Symbol.init(typed:as:)`.
    case typed
}

extension CardCode {
    /// The code that another program keeps as a text and the name of a symbology.
    ///
    /// A text that the symbology cannot hold (an EAN whose check digit is wrong) becomes the next best kind, which shows the
    /// same text, and `note` gets the reason. Nil when no kind can.
    static func foreign(
        _ text: String, as symbology: Symbology, encoding: CodeEncoding = .typed, caption: String? = nil,
        note: (String) -> Void
    ) -> CardCode? {
        guard !text.isEmpty else { return nil }
        if !symbology.isLinear, let symbol = Symbol(matrix: symbology, text, encoding) {
            return CardCode(symbol, caption: caption)
        }
        do {
            return CardCode(try Symbol(typed: text, as: symbology), caption: caption)
        } catch {
            let reason = (error as? SymbolsError)?.message ?? "\(symbology.name) cannot hold it."
            for other in (error as? SymbolsError)?.alternatives ?? [] {
                // Safe: the next kind is tried, and without any the reason is noted below.
                guard let symbol = try? Symbol(typed: text, as: other) else { continue }
                note("Its code is shown as \(other.name): \(reason)")
                return CardCode(symbol, caption: caption)
            }
            note("Its code was left out: \(reason)")
            return nil
        }
    }
}

extension Symbol {
    /// A code of two dimensions whose character set is stated; nil where it is left to typing.
    fileprivate init?(matrix symbology: Symbology, _ text: String, _ encoding: CodeEncoding) {
        let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
        switch encoding {
        case .typed: return nil
        case .latin1:
            guard let bytes = text.latin1Bytes else { return nil }
            self.init(symbology, bytes)
        case .utf8: self.init(symbology, Array(text.utf8), eci: isASCII ? nil : 26)
        }
    }
}

extension String {
    /// Each byte is the scalar of its number. ISO/IEC 8859-1
    init(latin1Bytes bytes: some Sequence<UInt8>) {
        self.init(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// Nil for text with other characters.
    var latin1Bytes: [UInt8]? {
        if utf8.allSatisfy({ $0 < 0x80 }) { return Array(utf8) }
        let bytes = unicodeScalars.compactMap { UInt8(exactly: $0.value) }
        return bytes.count == unicodeScalars.count ? bytes : nil
    }
}
