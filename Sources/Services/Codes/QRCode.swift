// SPDX-License-Identifier: MIT
import CZint

/// Draws QR codes.
package enum QRCode {
    /// Above this version the correction is lowered if that makes the code smaller.
    ///
    /// A version 20 code has 97 modules a side. Beyond that a phone loses more codes to small modules than to dirt,
    /// and on a screen there is no dirt.
    package static let comfortableVersion = 20

    /// Draws a text as the smallest QR code that has the wanted correction.
    ///
    /// The correction is lowered, step by step, for a text that would otherwise need a code beyond
    /// ``comfortableVersion``. A text of digits, capital letters, space and `$%*+-./:` takes 5.5 bits a character
    /// (the letters of base45 are chosen for that), any other text 8 bits a byte of UTF-8.
    ///
    /// - Throws: ``CodesError`` `.empty`, or `.tooLong` when even the largest code with the lowest correction is
    ///   too small: 4,296 characters of the alphabet above, 2,953 bytes of any other text.
    package static func draw(_ text: String, correction: Correction = .medium) throws -> Matrix {
        let bytes = [UInt8](text.utf8)
        guard !bytes.isEmpty else { throw CodesError(.empty, "There is no text to draw.") }
        var best: Matrix?
        for level in Correction.allCases.reversed() where level <= correction {
            guard let matrix = try encode(bytes, correction: level) else { continue }
            if let smaller = best, smaller.side <= matrix.side { continue }
            best = matrix
            if matrix.version <= comfortableVersion { break }
        }
        guard let best else {
            throw CodesError(
                .tooLong,
                "The text has \(bytes.count) bytes, more than one QR code can hold. Save it to a file and send that.")
        }
        return best
    }

    /// C: `ZBarcode_Encode`, <https://zint.org.uk/manual/chapter/5>; nil when the text does not fit.
    private static func encode(_ bytes: [UInt8], correction: Correction) throws -> Matrix? {
        // The library's own bound on its input, in digits.
        guard bytes.count <= 7089 else { return nil }
        guard let symbol = ZBarcode_Create() else { throw CodesError(.drawingFailed, "There is no memory left.") }
        defer { ZBarcode_Delete(symbol) }
        symbol.pointee.symbology = BARCODE_QRCODE
        symbol.pointee.option_1 = correction.rawValue
        symbol.pointee.input_mode = UNICODE_MODE
        // Says "UTF-8" where the text is more than ASCII; a plain code means Latin-1 to a strict scanner.
        symbol.pointee.eci = bytes.allSatisfy { $0 < 0x80 } ? 0 : 26
        let status = ZBarcode_Encode(symbol, bytes, Int32(bytes.count))
        if status == ZINT_ERROR_TOO_LONG { return nil }
        guard status < ZINT_ERROR, symbol.pointee.rows == symbol.pointee.width else {
            let reason = withUnsafeBytes(of: &symbol.pointee.errtxt) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            throw CodesError(.drawingFailed, "The QR code could not be drawn: \(reason).")
        }
        let side = Int(symbol.pointee.width)
        let stride = MemoryLayout.size(ofValue: symbol.pointee.encoded_data.0)
        let modules = withUnsafeBytes(of: &symbol.pointee.encoded_data) { rows in
            (0..<side * side).map { index in
                let (y, x) = index.quotientAndRemainder(dividingBy: side)
                return rows[y * stride + x / 8] >> UInt8(x % 8) & 1 == 1
            }
        }
        return Matrix(side: side, correction: correction, modules: modules)
    }
}
