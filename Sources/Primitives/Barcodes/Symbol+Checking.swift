// SPDX-License-Identifier: MIT

extension Symbol {
    /// Requires that the bytes have the form described at ``Symbol``, so that they can be drawn and read again.
    ///
    /// - Throws: ``SymbolsError``; its alternatives can encode the same bytes unchanged.
    package func check() throws {
        guard !bytes.isEmpty else { throw SymbolsError(.empty) }
        switch symbology {
        case .ean13: try requireGTIN(13)
        case .ean8: try requireGTIN(8)
        case .upcA: try requireGTIN(12)
        case .dataBar: try requireGTIN(14)
        case .upcE: try requireUPCE()
        case .itf:
            try require("only digits", bytes.allSatisfy(\.isDigit))
            try require("an even number of digits", bytes.count % 2 == 0)
        case .code39: try require("only capitals, digits and -. $/+%", bytes.allSatisfy(Alphabet.code39.contains))
        case .codabar: try requireCodabar()
        case .code93: try require("only ASCII", bytes.allSatisfy { $0 < 0x80 })
        case .aztec, .code128, .dataBarExpanded, .dataMatrix, .maxiCode, .pdf417, .qr: break
        }
        if symbology.isLinear { try require("no statement of a character set", eci == nil) }
        if let eci { try require("a character set of 3 to 999999 or none", (3...999_999).contains(eci)) }
        if symbology == .pdf417, let eci {
            // Readers skip the longer form, so that the number would be lost. ISO/IEC 15438, section 5.5.1
            try require("a character set below 900 or none", eci < 900)
        }
        try requireRoom()
        if isGS1 { try requireGS1() }
    }

    private func requireGTIN(_ count: Int) throws {
        try require("\(count) digits", bytes.count == count && bytes.allSatisfy(\.isDigit))
        try require(checkDigit: CheckDigit.gtin(bytes.dropLast()))
    }

    private func requireUPCE() throws {
        try require("8 digits", bytes.count == 8 && bytes.allSatisfy(\.isDigit))
        guard let check = UPCE.expanded(bytes)?.last else {
            return try require("0 or 1 as its first digit", false)
        }
        try require(checkDigit: check)
        // Some numbers have two possible short forms, of which the standard allows one. ISO/IEC 15420, section 4.3.4.
        try require(
            "the short form that its number has by the standard",
            UPCE.expanded(bytes).flatMap(UPCE.compressed) == bytes)
    }

    private func requireCodabar() throws {
        let middle = bytes.dropFirst().dropLast()
        let hasEnds = bytes.count >= 3 && [bytes[0], bytes[bytes.count - 1]].allSatisfy(Alphabet.codabarEnds.contains)
        try require(
            "digits and -$:/.+ between two letters of A to D", hasEnds && middle.allSatisfy(Alphabet.codabar.contains))
    }

    private func requireGS1() throws {
        try require("no mark of GS1", symbology.canBeGS1)
        if symbology != .dataBar {
            try require("GS1 elements, such as (01)04006381333931(10)LOT7", GS1.elements(bytes) != nil)
        }
    }

    private func requireRoom() throws {
        guard isBeyondCapacity else { return }
        throw SymbolsError(.tooLong(symbology, bytes: bytes.count))
    }

    private func require(checkDigit: UInt8) throws {
        guard bytes.last != checkDigit else { return }
        throw SymbolsError(
            .wrongCheckDigit(symbology, expected: Character(Unicode.Scalar(checkDigit))),
            alternatives: symbology.alternatives(toBytes: bytes))
    }

    private func require(_ what: String, _ isTrue: Bool) throws {
        guard !isTrue else { return }
        throw SymbolsError(.unfit(symbology, takes: what), alternatives: symbology.alternatives(toBytes: bytes))
    }
}

extension Symbology {
    /// Whether it can have FNC1 in the first position, or an equivalent.
    package var canBeGS1: Bool {
        switch self {
        case .aztec, .code128, .dataBar, .dataBarExpanded, .dataMatrix, .qr: true
        case .codabar, .code39, .code93, .ean8, .ean13, .itf, .maxiCode, .pdf417, .upcA, .upcE: false
        }
    }

    /// The longest Code 128 text that scanners still read, at 11 modules per character.
    static let comfortableCode128Count = 48

    fileprivate func alternatives(toBytes bytes: [UInt8]) -> [Symbology] {
        let isShortASCII = bytes.count <= Symbology.comfortableCode128Count && bytes.allSatisfy { $0 < 0x80 }
        return ([.code128, .qr] as [Symbology]).filter { $0 != self && ($0 != .code128 || isShortASCII) }
    }
}
