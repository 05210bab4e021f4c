// SPDX-License-Identifier: MIT

extension GS1 {
    /// An element whose check digit is wrong, and the digit that belongs there.
    package struct WrongDigit: Equatable, Sendable {
        package let identifier: String
        package let expected: Character
    }

    /// The first element whose check digit is wrong; nil where all are right, or are of identifiers that have none.
    ///
    /// GS1 General Specifications, section 3.2: the digits that the check digit belongs behind, by identifier.
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

    /// How many digits of the value, from its beginning, end in a check digit.
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
