// SPDX-License-Identifier: MIT

/// Why an archive could not be read or written.
package struct ArchivesError: Error, CustomStringConvertible, Sendable {
    package enum Code: Equatable, Sendable {
        /// Not a zip, or one that contradicts itself.
        case damaged
        /// Entries are locked and no password was given.
        case passwordNeeded
        case wrongPassword
        /// More entries or more bytes than any honest archive has.
        case tooLarge
        /// Packed or locked in a way that is not read here.
        case unsupported
        case notWritten
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

    package var description: String { "ArchivesError.\(code): \(message)" }
}
