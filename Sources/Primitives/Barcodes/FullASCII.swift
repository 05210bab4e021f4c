// SPDX-License-Identifier: MIT

/// All of ASCII in the 43 characters of Code 39, for scanners configured for it. ISO/IEC 16388, annex A.2.
enum FullASCII {
    /// The character itself or its pair; nil beyond ASCII.
    static func character(_ byte: UInt8) -> [UInt8]? {
        switch byte {
        case 0: pair("%", "U")
        case 1...26: pair("$", "A", byte - 1)
        case 27...31: pair("%", "A", byte - 27)
        case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "."), 48...57, 65...90: [byte]
        case 33...58: pair("/", "A", byte - 33)
        case 59...63: pair("%", "F", byte - 59)
        case 64: pair("%", "V")
        case 91...95: pair("%", "K", byte - 91)
        case 96: pair("%", "W")
        case 97...122: pair("+", "A", byte - 97)
        case 123...127: pair("%", "P", byte - 123)
        default: nil
        }
    }

    private static func pair(_ shift: Unicode.Scalar, _ first: Unicode.Scalar, _ offset: UInt8 = 0) -> [UInt8] {
        [UInt8(ascii: shift), UInt8(ascii: first) + offset]
    }
}
