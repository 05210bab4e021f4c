// SPDX-License-Identifier: MIT
package import Barcodes

extension Symbol {
    /// Draws the code so that a scanner reads exactly these bytes, symbology, character set and GS1 mark.
    ///
    /// A character set is declared only if the symbol states one, because scanners at tills refuse codes that differ
    /// from the known card. If the symbol states no error correction, a default is used: medium for QR, lower for a
    /// long text; the standards' recommendation for the others.
    ///
    /// - Throws: ``CodesError`` `.empty`, `.invalidInput` for bytes that this symbology cannot encode or that are not
    ///   in the form ``Symbol`` describes, `.tooLong`, `.drawingFailed`.
    package func drawn() throws -> Matrix {
        if symbology == .qr, case .none = correction { return try QRCode.draw(self, correction: .medium) }
        guard let matrix = try drawnIfItFits() else { throw CodesError.tooLong(self) }
        return matrix
    }

    /// Nil when the bytes do not fit a QR code of this correction.
    func drawn(qrCorrection: QRCorrection) throws -> Matrix? {
        try Symbol(symbology, bytes, eci: eci, isGS1: isGS1, correction: .qr(qrCorrection)).drawnIfItFits()
    }

    private func drawnIfItFits() throws -> Matrix? {
        try ZintSymbol(self).matrix()
    }
}

extension CodesError {
    static func tooLong(_ symbol: Symbol) -> CodesError {
        let cure = symbol.symbology.isLinear ? "Draw it as QR." : "Save it to a file and send that."
        return CodesError(
            .tooLong,
            "The text has \(symbol.bytes.count) bytes, more than one \(symbol.symbology.name) code can hold. \(cure)")
    }

    /// An error for text that does not fit its symbology, with the alternatives in the message.
    package init(_ error: SymbolsError) {
        let names = error.alternatives.map(\.name).joined(separator: " or ")
        self.init(
            error.code == .empty ? .empty : .invalidInput,
            names.isEmpty ? error.message : "\(error.message) It can be drawn as \(names).", cause: error,
            file: error.file, line: error.line)
    }

    static func invalid(_ symbol: Symbol, _ reason: String) -> CodesError {
        CodesError(.invalidInput, "This cannot be drawn as \(symbol.symbology.name): \(reason).")
    }
}
