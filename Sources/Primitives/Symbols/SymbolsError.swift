// SPDX-License-Identifier: MIT

/// Why a text is not one of a symbology.
package struct SymbolsError: Error, CustomStringConvertible, Sendable {
    package enum Code: Equatable, Sendable {
        /// There is no text.
        case empty
        /// A character that the symbology does not have, or a length that is none of its own.
        case invalidInput
        /// Digits of the right length that contradict their check digit: misread or mistyped.
        case wrongCheckDigit
        /// More than the largest code of the symbology holds.
        case tooLong
    }

    package var code: Code
    package var message: String
    /// Kinds of code that can hold the same text, the most fitting first.
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
