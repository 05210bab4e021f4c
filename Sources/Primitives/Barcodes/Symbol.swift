// SPDX-License-Identifier: MIT

/// The content of one printed code: enough to draw it again so that a scanner reads exactly the same.
///
/// The bytes are canonical for each symbology, so a code that was drawn and read again is equal:
///
/// | Symbology | Bytes |
/// |---|---|
/// | EAN-13, EAN-8, UPC-A | all digits with the check digit: 13, 8, 12 |
/// | UPC-E | 8 digits: number system, six digits, check digit |
/// | ITF | the digits, an even number |
/// | Codabar | with its start and stop letters, `A` to `D` |
/// | Code 39 | the characters between the asterisks, out of the 43; full ASCII stays in its pairs (`+A` for `a`) |
/// | Code 93, Code 128 | the ASCII or Latin-1 characters; FNC1 after the first place is 0x1D |
/// | DataBar | the 14 digits of the GTIN, without the `01` that scanners put before them |
/// | DataBar Expanded | GS1 elements; a separator is 0x1D |
/// | QR, Aztec, Data Matrix, PDF417, MaxiCode | the bytes; Kanji as Shift JIS; a GS1 separator is 0x1D |
package struct Symbol: Hashable, Sendable {
    /// The GS1 mark: FNC1 in the first position, which a scanner reports by another prefix. DataBar always has it.
    package let isGS1: Bool
    package let symbology: Symbology
    package let bytes: [UInt8]
    /// The character set that the code itself declares (AIM ECI number: 26 is UTF-8, 3 is Latin-1); nil for none.
    package let eci: Int?
    /// The error correction with which it was drawn, if the reader knows; nil leaves the choice to the drawing.
    package let correction: Correction?

    package init(
        _ symbology: Symbology, _ bytes: [UInt8], eci: Int? = nil, isGS1: Bool = false, correction: Correction? = nil
    ) {
        self.symbology = symbology
        self.bytes = bytes
        self.eci = eci
        self.isGS1 = isGS1 || symbology == .dataBar || symbology == .dataBarExpanded
        self.correction = correction
    }

    /// The error correction of a symbol, in the terms of its symbology.
    package enum Correction: Hashable, Sendable {
        /// ISO/IEC 18004, section 7.5.1.
        case qr(QRCorrection)
        /// PDF417's level 0 to 8. ISO/IEC 15438, section 5.7.1.
        case pdf417(level: Int)
        /// Aztec's share of check words, in per cent. ISO/IEC 24778, section 7.2.3.
        case aztec(percent: Int)
    }
}

/// The share of a QR code that may be hidden or misread before its content is lost. ISO/IEC 18004, section 7.5.1.
package enum QRCorrection: Int, CaseIterable, Comparable, Hashable, Sendable {
    /// About 7 %.
    case low = 1
    /// About 15 %.
    case medium = 2
    /// About 25 %.
    case quartile = 3
    /// About 30 %.
    case high = 4

    package static func < (left: QRCorrection, right: QRCorrection) -> Bool { left.rawValue < right.rawValue }
}
