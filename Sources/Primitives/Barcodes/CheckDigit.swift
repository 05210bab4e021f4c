// SPDX-License-Identifier: MIT

/// The last digit of a number, which detects most reading errors.
package enum CheckDigit {
    /// The check digit for the digits of a GTIN (EAN, UPC, ITF-14), as ASCII.
    ///
    /// The weights alternate between 3 and 1, with 3 for the last digit. GS1 General Specifications, section 7.9.1.
    ///
    /// - Precondition: all are ASCII digits.
    package static func gtin(_ digits: some BidirectionalCollection<UInt8>) -> UInt8 {
        var sum = 0
        for (index, digit) in digits.reversed().enumerated() {
            precondition(digit.isDigit, "Only digits have a check digit.")
            sum += Int(digit - .zero) * (index % 2 == 0 ? 3 : 1)
        }
        return .zero + UInt8((10 - sum % 10) % 10)
    }

    /// Whether the last digit is the right check digit of the others.
    package static func isValidGTIN(_ digits: some BidirectionalCollection<UInt8>) -> Bool {
        guard let last = digits.last, digits.allSatisfy(\.isDigit) else { return false }
        return gtin(digits.dropLast()) == last
    }

    /// The optional check character of a text in Code 39: the sum of all modulo 43. ISO/IEC 16388, annex A.1.
    ///
    /// - Returns: nil for text with other characters.
    package static func code39(_ text: some Sequence<UInt8>) -> UInt8? {
        var sum = 0
        for letter in text {
            guard let value = Alphabet.code39.firstIndex(of: letter) else { return nil }
            sum += value
        }
        return Alphabet.code39[sum % 43]
    }
}

/// The alphabets of symbologies that cannot encode all characters.
enum Alphabet {
    /// In the order of their values. ISO/IEC 16388, table A.1.
    static let code39 = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%".utf8)
    /// Between the start and stop letters. EN 798, table 1.
    static let codabar = Array("0123456789-$:/.+".utf8)
    static let codabarEnds = Array("ABCD".utf8)
}

extension UInt8 {
    static let zero = UInt8(ascii: "0")

    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
