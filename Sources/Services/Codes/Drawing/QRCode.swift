// SPDX-License-Identifier: MIT
package import Symbols

/// Draws texts as QR codes.
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
    package static func draw(_ text: String, correction: QRCorrection = .medium) throws -> Matrix {
        let bytes = [UInt8](text.utf8)
        // Says "UTF-8" where the text is more than ASCII; a plain code means Latin-1 to a strict scanner.
        let eci = bytes.allSatisfy { $0 < 0x80 } ? nil : 26
        return try draw(Symbol(.qr, bytes, eci: eci), correction: correction)
    }

    /// The smallest code that has the wanted correction, or a lower one beyond ``comfortableVersion``.
    static func draw(_ symbol: Symbol, correction: QRCorrection) throws -> Matrix {
        var best: Matrix?
        for level in QRCorrection.allCases.reversed() where level <= correction {
            guard let matrix = try symbol.drawn(qrCorrection: level) else { continue }
            if let smaller = best, smaller.columns <= matrix.columns { continue }
            best = matrix
            if matrix.version <= comfortableVersion { break }
        }
        guard let best else { throw CodesError.tooLong(symbol) }
        return best
    }
}
