// SPDX-License-Identifier: MIT

/// A refusal by the sealed store; what SQLite and Keys refuse comes as their own errors.
package struct VaultError: Error, CustomStringConvertible, Sendable {
    package enum Code: String, Equatable, Sendable {
        /// A row is missing, or holds what no program of ours wrote.
        case damaged
        /// A row would hold more than can be read again, so it is not written.
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
