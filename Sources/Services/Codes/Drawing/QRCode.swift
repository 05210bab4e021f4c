// SPDX-License-Identifier: MIT
package import Barcodes

/// Draws texts as QR codes.
package enum QRCode {
    /// Above this version the error correction is lowered if that makes the code smaller.
    ///
    /// A version 20 code has 97 modules per side. Beyond that, small modules cause more failed scans than damage does,
    /// and a screen has no damage.
    package static let comfortableVersion = 20

    /// Draws a text as the smallest QR code with the requested error correction.
    ///
    /// The correction is lowered, step by step, for a text that would otherwise need a code beyond
    /// ``comfortableVersion``. A text of digits, capital letters, space and `$%*+-./:` takes 5.5 bits per character
    /// (base45 uses this alphabet), any other text 8 bits per byte of UTF-8.
    ///
    /// - Throws: ``CodesError`` `.empty`, or `.tooLong` when even the largest code with the lowest correction is too
    ///   small: 4,296 characters of the alphabet above, 2,953 bytes of any other text.
    package static func draw(_ text: String, correction: QRCorrection = .medium) throws -> Matrix {
        let bytes = [UInt8](text.utf8)
        // Declares UTF-8 where the text is more than ASCII; without a declaration a strict scanner assumes Latin-1.
        let eci = bytes.allSatisfy { $0 < 0x80 } ? nil : 26
        return try draw(Symbol(.qr, bytes, eci: eci), correction: correction)
    }

    /// The smallest code with the requested error correction, or a lower one beyond ``comfortableVersion``.
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
