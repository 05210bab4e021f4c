// SPDX-License-Identifier: MIT

/// Why a text is invalid for a symbology.
package struct SymbolsError: Error, CustomStringConvertible, Sendable {
    package enum Code: Equatable, Sendable {
        /// The text is empty.
        case empty
        /// A character that the symbology cannot encode, or an invalid length.
        case invalidInput
        /// Digits of the right length with a wrong check digit: misread or mistyped.
        case wrongCheckDigit
        /// More than the largest code of the symbology can hold.
        case tooLong
    }

    package var code: Code
    package var message: String
    /// Symbologies that can encode the same text, the best first.
    package var alternatives: [Symbology]
    package var file: String
    package var line: Int

    package init(
        _ code: Code, _ message: String, alternatives: [Symbology] = [], file: String = #fileID, line: Int = #line
    ) {
        self.code = code
        self.message = message
        self.alternatives = alternatives
        self.file = file
        self.line = line
    }

    package var description: String { "SymbolsError.\(code): \(message)" }
}
