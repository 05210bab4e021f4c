// SPDX-License-Identifier: MIT

extension Symbol {
    /// The code of a symbology for typed text.
    ///
    /// Only these omissions and notations are corrected:
    ///
    /// | Symbology | Put right |
    /// |---|---|
    /// | EAN, UPC, ITF, DataBar | spaces and hyphens are dropped |
    /// | EAN-13, EAN-8, UPC-A, DataBar | a missing check digit is added; `(01)` before DataBar's is dropped |
    /// | UPC-E | 6 digits get number system 0, 6 or 7 a check digit; 12 digits of UPC-A are shortened |
    /// | Codabar | capitals; without start and stop letters it gets `A` and `A`; `TN*E` become `ABCD` |
    /// | Code 39 | the asterisks around it are dropped; what is not among the 43 becomes its pair, `a` as `+A` |
    /// | QR | non-ASCII text is written as UTF-8, which the code declares |
    /// | Aztec, Data Matrix, MaxiCode, PDF417 | Latin-1 if readers guess it right, else UTF-8, which the code declares |
    /// | GS1 | `(01)…(10)…` becomes elements and separators |
    ///
    /// - Throws: ``SymbolsError`` with the alternatives that can hold the text; a wrong check digit is never mended.
    package init(typed text: String, as symbology: Symbology, isGS1: Bool = false) throws {
        let trimmed = text.trimmed
        guard !trimmed.isEmpty else { throw SymbolsError(.empty) }
        let bytes: [UInt8]
        var eci: Int?
        if isGS1 || symbology == .dataBarExpanded {
            guard let elements = GS1.bytes(typed: trimmed) else {
                throw SymbolsError(.noGS1, alternatives: symbology.alternatives(to: trimmed))
            }
            if let wrong = GS1.elements(elements).flatMap(GS1.wrongCheckDigit) {
                throw SymbolsError(
                    .wrongGS1Digit(identifier: "\(wrong.identifier)", expected: "\(wrong.expected)"))
            }
            bytes = elements
        } else {
            switch symbology {
            case .ean13: bytes = Self.gtin(trimmed, count: 13)
            case .ean8: bytes = Self.gtin(trimmed, count: 8)
            case .upcA: bytes = Self.gtin(trimmed, count: 12)
            case .dataBar: bytes = Self.dataBar(trimmed)
            case .upcE: bytes = Self.upcE(trimmed)
            case .itf: bytes = try Self.itf(trimmed)
            case .codabar: bytes = Self.codabar(trimmed)
            case .code39: bytes = Self.code39(text)
            case .code93, .code128: bytes = text.latin1 ?? []
            case .qr: (bytes, eci) = (Array(text.utf8), text.utf8.allSatisfy { $0 < 0x80 } ? nil : 26)
            case .aztec, .dataBarExpanded, .dataMatrix, .maxiCode, .pdf417:
                // Latin-1 that a reader would interpret as another set must be declared.
                let latin1 = text.latin1.flatMap { Symbol(symbology, $0).text == text ? $0 : nil }
                (bytes, eci) = latin1.map { ($0, nil) } ?? (Array(text.utf8), 26)
            }
        }
        guard !bytes.isEmpty else {
            throw SymbolsError(.foreignCharacters(symbology), alternatives: symbology.alternatives(to: trimmed))
        }
        self.init(symbology, bytes, eci: eci, isGS1: isGS1)
        do {
            try check()
        } catch var error as SymbolsError {
            error.alternatives = symbology.alternatives(to: trimmed)
            throw error
        }
    }

    private static func digits(_ text: String) -> [UInt8] {
        text.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }
    }

    private static func gtin(_ text: String, count: Int) -> [UInt8] {
        let digits = digits(text)
        guard digits.count == count - 1, digits.allSatisfy(\.isDigit) else { return digits }
        return digits + [CheckDigit.gtin(digits)]
    }

    private static func dataBar(_ text: String) -> [UInt8] {
        let digits = digits(text)
        if digits.starts(with: "(01)".utf8) { return gtin(String(text.dropFirst(4)), count: 14) }
        if digits.count == 16, digits.starts(with: "01".utf8) { return Array(digits.dropFirst(2)) }
        return gtin(text, count: 14)
    }

    private static func upcE(_ text: String) -> [UInt8] {
        let digits = digits(text)
        guard digits.allSatisfy(\.isDigit) else { return digits }
        if digits.count == 12 { return UPCE.compressed(digits) ?? digits }
        guard let long = UPCE.expanded(digits.count == 6 ? [.zero] + digits : digits) else { return digits }
        // A wrong check digit stays, so that it is refused.
        let short = UPCE.compressed(long) ?? digits
        return digits.count == 8 ? short.dropLast() + digits.suffix(1) : short
    }

    private static func itf(_ text: String) throws -> [UInt8] {
        let digits = digits(text)
        guard digits.count % 2 == 1, digits.allSatisfy(\.isDigit) else { return digits }
        throw SymbolsError(
            .oddDigits(count: digits.count, padded: "0" + String(decoding: digits, as: UTF8.self)),
            alternatives: Symbology.itf.alternatives(to: text))
    }

    private static func codabar(_ text: String) -> [UInt8] {
        var bytes = Array(text.uppercased().utf8)
        let isEnd = { (byte: UInt8) in Alphabet.codabarEnds.contains(byte) || "TN*E".utf8.contains(byte) }
        guard let first = bytes.first, let last = bytes.last, isEnd(first) || isEnd(last) else {
            return [UInt8(ascii: "A")] + bytes + [UInt8(ascii: "A")]
        }
        // The older form of EN 798 has other names for the four letters.
        let names: [UInt8: UInt8] = [
            UInt8(ascii: "T"): UInt8(ascii: "A"), UInt8(ascii: "N"): UInt8(ascii: "B"),
            UInt8(ascii: "*"): UInt8(ascii: "C"), UInt8(ascii: "E"): UInt8(ascii: "D"),
        ]
        bytes[0] = names[first] ?? first
        bytes[bytes.count - 1] = names[last] ?? last
        return bytes
    }

    private static func code39(_ text: String) -> [UInt8] {
        var bytes = Array(text.utf8)
        if bytes.count > 2, bytes.first == UInt8(ascii: "*"), bytes.last == UInt8(ascii: "*") {
            bytes = Array(bytes.dropFirst().dropLast())
        }
        guard !bytes.allSatisfy(Alphabet.code39.contains) else { return bytes }
        let pairs = bytes.compactMap(FullASCII.character)
        return pairs.count == bytes.count ? pairs.flatMap { $0 } : []
    }
}

extension Symbology {
    /// The likeliest symbologies of a typed text, the best first; QR can encode every text.
    package static func suggestions(for text: String) -> [Symbology] {
        let trimmed = text.trimmed
        guard !trimmed.isEmpty else { return [] }
        var kinds: [Symbology] = []
        let digits = Array(trimmed.utf8.filter { $0 != UInt8(ascii: " ") })
        switch digits.count {
        case 13 where CheckDigit.isValidGTIN(digits): kinds.append(.ean13)
        case 12 where CheckDigit.isValidGTIN(digits): kinds.append(.upcA)
        case 8 where CheckDigit.isValidGTIN(digits): kinds.append(.ean8)
        default: break
        }
        if trimmed.utf8.count <= comfortableCode128Count, trimmed.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) {
            kinds.append(.code128)
        }
        return kinds + [.qr]
    }

    /// The symbology whose length a typed number has, if its check digit is wrong, and the right digit.
    ///
    /// Nil for any other text: a valid number, or one of another length.
    package static func mistyped(_ text: String) -> (kind: Symbology, expected: Character)? {
        let digits = Array(text.trimmed.utf8.filter { $0 != UInt8(ascii: " ") })
        let kinds: [Int: Symbology] = [8: .ean8, 12: .upcA, 13: .ean13]
        guard let kind = kinds[digits.count], digits.allSatisfy(\.isDigit), !CheckDigit.isValidGTIN(digits) else {
            return nil
        }
        return (kind, Character(Unicode.Scalar(CheckDigit.gtin(digits.dropLast()))))
    }

    fileprivate func alternatives(to text: String) -> [Symbology] {
        Symbology.suggestions(for: text).filter { $0 != self }
    }
}
