// SPDX-License-Identifier: MIT

/// Why a card, or a file of cards, was refused. The message is a sentence for the person who brought it.
package struct CardsError: Error, CustomStringConvertible, Sendable {
    package enum Code: String, Equatable, Sendable, CaseIterable {
        /// A required field is missing: the store or the number.
        case missing
        /// A field holds more than it may.
        case tooLarge
        /// A field, or a record of a card, is not what it should be.
        case malformed
        /// There is no card to export.
        case noCardsToExport
        /// The file is of no format that is known, or is broken as a whole.
        case decodingFailed
        /// The file could not be read from the disk.
        case fileReadFailed
        /// A newer program wrote it.
        case newerVersion
        /// The file is locked and no password was given.
        case passwordNeeded
        case wrongPassword
    }

    package var code: Code
    package var message: String
    package var cause: (any Error)?
    package var file: String
    package var line: Int

    /// Captures the place that refuses, so that a log line leads to the rule.
    package init(
        _ code: Code, _ message: String, cause: (any Error)? = nil, file: String = #fileID, line: Int = #line
    ) {
        self.code = code
        self.message = message
        self.cause = cause
        self.file = file
        self.line = line
    }

    package var description: String { "CardsError.\(code.rawValue): \(message)" }
}
