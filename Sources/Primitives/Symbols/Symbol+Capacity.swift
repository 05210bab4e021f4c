// SPDX-License-Identifier: MIT

extension Symbol {
    /// Whether its bytes are more than the largest code of its symbology holds, however they are put together.
    ///
    /// Each kind of character takes at least the share that it has where it stands alone; a mixture, or much redundancy,
    /// takes more, so that who draws it may still find no room. Bars have no largest code.
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
        // Shares, rounded down by less than all of them together make one character.
        let whole = 1 << 40
        var taken = 0
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): taken += whole / most.digits
            // QR has small letters as bytes only.
            case UInt8(ascii: "a")...UInt8(ascii: "z") where symbology == .qr: taken += whole / 2953
            case 0x20..<0x7F: taken += whole / most.letters
            default: taken += whole / most.others
            }
        }
        return taken > whole
    }

    /// A sentence about a code that is valid and that hardly any reader takes, or nil.
    ///
    /// ITF has no beginning that bars of another code could not have by chance, and Codabar little more: readers, this
    /// program's own too, want some digits of them.
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
    /// The digits without which the reader takes bars for chance.
    package static let leastITFDigits = 6
    /// The same, between the letters.
    package static let leastCodabarDigits = 3
}
