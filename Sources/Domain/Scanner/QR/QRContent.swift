// SPDX-License-Identifier: MIT
import Barcodes

/// The content of a QR code's data codewords. ISO/IEC 18004, section 7.4 and 8.
package struct QRContent: Hashable, Sendable {
    package var bytes: [UInt8] = []
    /// The character set of the bytes, as an AIM ECI number; only Kanji mode implies Shift JIS (20).
    package var eci: Int?
    package var isGS1 = false
    package var part: Sighting.Part?
    /// Whether the codewords after the text are the padding of the standard.
    package var isPaddedAsPrescribed = true
    /// The number of codewords with correct padding.
    package var padding = 0

    /// Nil for a text that is cut off, an unknown mode, characters outside their alphabet, or an empty text.
    package init?(_ codewords: [UInt8], version: QRVersion) {
        var reader = BitReader(codewords)
        var text = QRText()
        segments: while reader.remaining >= 4 {
            guard let mode = reader.read(4) else { return nil }
            switch mode {
            case 0: break segments
            case 1: guard text.appendDigits(&reader, version) else { return nil }
            case 2: guard text.appendAlphanumeric(&reader, version) else { return nil }
            case 3:
                // Valid only before everything else.
                guard text.isEmpty, part == nil, let place = reader.read(8), let parity = reader.read(8) else {
                    return nil
                }
                let (index, count) = (place >> 4, place & 15 + 1)
                guard index < count else { return nil }
                part = Sighting.Part(index: index, count: count, parity: UInt8(parity))
            case 4: guard text.appendBytes(&reader, version) else { return nil }
            case 5:
                guard text.isEmpty else { return nil }
                isGS1 = true
                text.hasFunction1 = true
            case 7: guard text.appendCharacterSet(&reader) else { return nil }
            case 8: guard text.appendKanji(&reader, version) else { return nil }
            case 9:
                guard text.isEmpty, text.appendApplication(&reader) else { return nil }
            default: return nil
            }
        }
        let (bytes, eci) = text.joined
        guard !bytes.isEmpty else { return nil }
        self.bytes = bytes
        self.eci = eci
        notePadding(&reader, codewords)
    }

    /// After the terminator: zeros up to a whole codeword, then two codewords in turn. ISO/IEC 18004, section 7.4.10.
    private mutating func notePadding(_ reader: inout BitReader, _ codewords: [UInt8]) {
        while reader.position % 8 != 0 {
            if reader.read(1) != 0 { isPaddedAsPrescribed = false }
        }
        for (index, codeword) in codewords[(reader.position / 8)...].enumerated() {
            guard codeword == (index % 2 == 0 ? 0xEC : 0x11) else {
                isPaddedAsPrescribed = false
                break
            }
            padding += 1
        }
    }
}
