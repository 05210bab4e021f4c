// SPDX-License-Identifier: MIT

/// Why an operation on the cards failed.
package struct CardStoreError: Error, CustomStringConvertible, Sendable {
    package enum Code: String, Equatable, Sendable, CaseIterable {
        // Requests
        case noCard, noPhoto, noCardsToExport
        /// Another card has this store and number.
        case duplicate
        /// A card or a photo is invalid or beyond a limit.
        case badCard, tooLarge
        // Storage
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

    package var description: String { "CardStoreError.\(code.rawValue): \(message)" }
}
