// SPDX-License-Identifier: MIT

/// What keeps a text from being a code of a symbology.
package enum SymbolFault: Hashable, Sendable {
    /// There is no text.
    case empty
    case noGS1
    /// The check digit of a GS1 element contradicts the others.
    case wrongGS1Digit(identifier: String, expected: String)
    case foreignCharacters(Symbology)
    /// ITF takes an even number of digits; `padded` has a zero before them.
    case oddDigits(count: Int, padded: String)
    case tooLong(Symbology, bytes: Int)
    case wrongCheckDigit(Symbology, expected: Character)
    /// The symbology takes something else, named in English.
    case unfit(Symbology, takes: String)

    /// In English, for messages of errors and for commands.
    package var sentence: String {
        switch self {
        case .empty: "There is no text to draw."
        case .noGS1: "This is not a GS1 text, such as (01)04006381333931(10)LOT7."
        case .wrongGS1Digit(let identifier, let expected):
            "The check digit of (\(identifier)) does not fit the others: it would be \(expected). Compare it with the card."
        case .foreignCharacters(let symbology): "\(symbology.name) does not have all of these characters."
        case .oddDigits(let count, let padded):
            "ITF has an even number of digits, and this has \(count). Only if the card has a zero before them, write \(padded)."
        case .tooLong(let symbology, let bytes):
            "The text has \(bytes) bytes, more than the largest \(symbology.name) code holds. Shorten it."
        case .wrongCheckDigit(let symbology, let expected):
            "The last digit of this \(symbology.name) number does not fit the others: it would be \(expected). Compare it with the card."
        case .unfit(let symbology, let what): "\(symbology.name) takes \(what), which this is not."
        }
    }

    fileprivate var code: SymbolsError.Code {
        switch self {
        case .empty: .empty
        case .noGS1, .foreignCharacters, .oddDigits, .unfit: .invalidInput
        case .wrongGS1Digit, .wrongCheckDigit: .wrongCheckDigit
        case .tooLong: .tooLong
        }
    }
}

extension SymbolsError {
    package var code: Code { fault.code }
    package var message: String { fault.sentence }
}
