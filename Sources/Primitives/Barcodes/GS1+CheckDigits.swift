// SPDX-License-Identifier: MIT

extension GS1 {
    /// An element with a wrong check digit, and the right digit.
    package struct WrongDigit: Equatable, Sendable {
        package let identifier: String
        package let expected: Character
    }

    /// The first element with a wrong check digit; nil where all are right, or have none.
    ///
    /// GS1 General Specifications, section 3.2: the digits that a check digit covers, by identifier.
    package static func wrongCheckDigit(in elements: [Element]) -> WrongDigit? {
        for element in elements {
            let identifier = String(decoding: element.identifier, as: UTF8.self)
            guard let count = checkedCount(identifier), element.value.count >= count else { continue }
            let digits = element.value.prefix(count)
            guard digits.allSatisfy(\.isDigit), !CheckDigit.isValidGTIN(digits) else { continue }
            let expected = CheckDigit.gtin(digits.dropLast())
            return WrongDigit(identifier: identifier, expected: Character(Unicode.Scalar(expected)))
        }
        return nil
    }

    /// The length of the value's prefix that ends in a check digit.
    private static func checkedCount(_ identifier: String) -> Int? {
        switch identifier {
        case "00", "8017", "8018": 18
        case "01", "02", "03", "8003", "8006", "8026": 14
        case "253", "255", "410", "411", "412", "413", "414", "415", "416", "417": 13
        case "402": 17
        default: nil
        }
    }
}
