// SPDX-License-Identifier: MIT

/// An error of the sealed store. Errors of SQLite and Keys stay their own types.
package struct VaultError: Error, CustomStringConvertible, Sendable {
    package enum Code: String, Equatable, Sendable {
        /// A row is missing, or its content is not one of ours.
        case damaged
        /// A row would be too large to be read again, so it is not written.
        case tooLarge
    }

    package let code: Code
    package let message: String
    package let cause: (any Error)?
    package let file: String
    package let line: Int

    package init(
        _ code: Code, _ message: String, cause: (any Error)? = nil, file: String = #fileID, line: Int = #line
    ) {
        self.code = code
        self.message = message
        self.cause = cause
        self.file = file
        self.line = line
    }

    package var description: String { "VaultError.\(code.rawValue): \(message)" }
}
