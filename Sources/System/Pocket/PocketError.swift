// SPDX-License-Identifier: MIT

/// Why something that was wanted of the cards was not done.
package struct PocketError: Error, CustomStringConvertible, Sendable {
    package enum Code: String, Equatable, Sendable, CaseIterable {
        // What was asked for
        case noCard, noPhoto, noCardsToExport
        /// There is a card with this store and number already.
        case duplicate
        /// A card or a photo is not what it should be, or holds more than it may.
        case badCard, tooLarge
        // The store
        case newerVersion, damaged, storage, storageFull, inUse, stopped
    }

    package var code: Code
    package var message: String
    package var cause: (any Error)?
    package var file: String
    package var line: Int

    package init(
        _ code: Code, _ message: String, cause: (any Error)? = nil, file: String = #fileID, line: Int = #line
    ) {
        self.code = code
        self.message = message
        self.cause = cause
        self.file = file
        self.line = line
    }

    package var description: String { "PocketError.\(code.rawValue): \(message)" }
}
