// SPDX-License-Identifier: MIT

extension Symbol {
    /// Whether its bytes exceed the capacity of the symbology's largest code with any encoding.
    ///
    /// Each character takes at least its share in a code of only its kind. A mixture, or higher redundancy, takes more,
    /// so that drawing may still fail. Bars have no largest code.
    ///
    /// | Symbology | Digits | Letters | Bytes | Source |
    /// |---|---|---|---|---|
    /// | QR | 7089 | 4296 capitals | 2953, 3634 of Kanji | ISO/IEC 18004, table 7, version 40-L |
    /// | Data Matrix | 3116 | 2335 | 1556 | ISO/IEC 16022, table 7, 144 by 144 |
    /// | Aztec | 3835 | 3069 | 1916 | ISO/IEC 24778, table 1, 32 layers |
    /// | PDF417 | 2710 | 1850 | 1108 | ISO/IEC 15438, section 4.1 |
    /// | MaxiCode | 144 | 93 | 93 | ISO/IEC 16023, modes 4 and 5 |
    var isBeyondCapacity: Bool {
        let most: (digits: Int, letters: Int, others: Int)
        switch symbology {
        case .qr: most = (7089, 4296, 3634)
        case .dataMatrix: most = (3116, 2335, 1556)
        case .aztec: most = (3835, 3069, 1916)
        case .pdf417: most = (2710, 1850, 1108)
        case .maxiCode: most = (144, 93, 93)
        default: return false
        }
        // Shares are rounded down; together the errors stay below one character.
        let whole = 1 << 40
        var taken = 0
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): taken += whole / most.digits
            // QR encodes lower-case letters only as bytes.
            case UInt8(ascii: "a")...UInt8(ascii: "z") where symbology == .qr: taken += whole / 2953
            case 0x20..<0x7F: taken += whole / most.letters
            default: taken += whole / most.others
            }
        }
        return taken > whole
    }

    /// A warning about a valid code that most readers refuse, or nil.
    ///
    /// Bars of another code can look like the start of ITF or Codabar by chance. Readers, this program's own too,
    /// therefore require a minimum of digits.
    package var readingAdvice: String? {
        switch symbology {
        case .itf where bytes.count < Symbology.leastITFDigits:
            "Few readers take ITF of fewer than \(Symbology.leastITFDigits) digits, and this program's does not."
        case .codabar where bytes.count < Symbology.leastCodabarDigits + 2:
            "Few readers take Codabar of fewer than \(Symbology.leastCodabarDigits) digits, and this program's does not."
        default: nil
        }
    }
}

extension Symbology {
    /// The digits below which the reader treats bars as chance.
    package static let leastITFDigits = 6
    /// The same for Codabar, between the start and stop letters.
    package static let leastCodabarDigits = 3
}
