// SPDX-License-Identifier: MIT

/// Why a card, or a file of cards, was refused. The message is a sentence for the user.
package struct CardsError: Error, CustomStringConvertible, Sendable {
    package enum Code: String, Equatable, Sendable, CaseIterable {
        /// A required field is missing: the store or the number.
        case missing
        /// A field exceeds its limit.
        case tooLarge
        /// A field, or the record of a card, is invalid.
        case malformed
        /// There are no cards to export.
        case noCardsToExport
        /// The file has no known format, or is damaged as a whole.
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

    /// Captures the source location that throws, so that a log line leads to the rule.
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
