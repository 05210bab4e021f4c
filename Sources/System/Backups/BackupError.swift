// SPDX-License-Identifier: MIT

/// Why files cannot be backed up, restored or exported.
package struct BackupError: Error, CustomStringConvertible, Sendable {
    package enum Code: Equatable, Sendable {
        /// Something is there that must not be replaced.
        case alreadyThere
        /// There is no finished backup.
        case notFound
        /// The backup does not hold what its page says.
        case damaged
        /// The operating system refused.
        case system
    }

    package let code: Code
    package let message: String
    package let cause: (any Error)?

    package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    package var description: String { "BackupError.\(code): \(message)" }
}
