// SPDX-License-Identifier: MIT

/// Why bytes or their text form were refused.
///
/// The message says what was found and where (a byte offset), never the bytes themselves: they may be secret.
package struct BytesError: Error, CustomStringConvertible, Sendable {
    package enum Code: Equatable, Sendable {
        /// Not of the encoding at all: a foreign letter, a reserved head, text that is not UTF-8.
        case malformed
        /// Decodable, but not in the one form that this project writes.
        case notCanonical
        /// Longer, larger or deeper than the caller allows.
        case tooLarge
        /// The input ends inside an item.
        case truncated
        /// Bytes follow the last expected item.
        case trailing
        /// Another kind of item stands where one was asked for.
        case wrongType
        /// The checksum inside a text does not fit the rest of it: a typing mistake, or not what it seems.
        case badChecksum
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

    package var description: String { "BytesError.\(code): \(message)" }
}
