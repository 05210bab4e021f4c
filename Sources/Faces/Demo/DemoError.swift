// SPDX-License-Identifier: MIT

/// Why there is no demo, and what to do.
package struct DemoError: Error, CustomStringConvertible {
    package enum Code: Equatable, Sendable {
        /// The program satchel-hub is not installed.
        case noHub
        /// The hub ended, or answered something else.
        case hubFailed
        case noFolder
    }

    package let code: Code
    package let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { "DemoError.\(code): \(message)" }
}
