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

    package var fault: SymbolFault
    /// Kinds of code that can hold the same text, the most fitting first.
    package var alternatives: [Symbology]
    package var file: String
    package var line: Int

    package init(
        _ fault: SymbolFault, alternatives: [Symbology] = [], file: String = #fileID, line: Int = #line
    ) {
        self.fault = fault
        self.alternatives = alternatives
        self.file = file
        self.line = line
    }

    package var description: String { "SymbolsError.\(code): \(message)" }
}
