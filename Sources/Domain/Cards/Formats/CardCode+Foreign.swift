// SPDX-License-Identifier: MIT
internal import Barcodes

/// How a code's text is encoded as bytes, where a format states it.
enum CodeEncoding: Equatable {
    case latin1, utf8
    /// As text typed by a user; see `Symbol.init(typed:as:)`.
    case typed
}

extension CardCode {
    /// Converts a code that another program stores as a text and a symbology name.
    ///
    /// A text that the symbology cannot encode (an EAN with a wrong check digit) uses the next best symbology, and
    /// `note` receives the reason. Nil when none can encode it.
    static func foreign(
        _ text: String, as symbology: Symbology, encoding: CodeEncoding = .typed, caption: String? = nil,
        note: (CardRemark) -> Void
    ) -> CardCode? {
        guard !text.isEmpty else { return nil }
        if !symbology.isLinear, let symbol = Symbol(matrix: symbology, text, encoding) {
            return CardCode(symbol, caption: caption)
        }
        do {
            return CardCode(try Symbol(typed: text, as: symbology), caption: caption)
        } catch {
            let fault = (error as? SymbolsError)?.fault
            for other in (error as? SymbolsError)?.alternatives ?? [] {
                // Safe: the next symbology is tried; if none works, the reason is noted below.
                guard let symbol = try? Symbol(typed: text, as: other) else { continue }
                note(.codeShown(as: other, fault))
                return CardCode(symbol, caption: caption)
            }
            note(.codeLeftOut(fault))
            return nil
        }
    }
}

extension Symbol {
    /// A two-dimensional code with a stated character set; nil where the default is used.
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
    /// Each byte is the scalar with its number. ISO/IEC 8859-1
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
