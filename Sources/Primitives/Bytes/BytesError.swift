// SPDX-License-Identifier: MIT

/// Why bytes or their text form were refused.
///
/// The message says what was found and where (a byte offset), never the bytes themselves, because they may be secret.
package struct BytesError: Error, CustomStringConvertible, Sendable {
    package enum Code: Equatable, Sendable {
        /// Invalid for the encoding: a foreign letter, a reserved head, text that is not UTF-8.
        case malformed
        /// Valid, but not in the canonical form of this project.
        case notCanonical
        /// Beyond the caller's limit of length, size or depth.
        case tooLarge
        /// The input ends inside an item.
        case truncated
        /// Bytes follow the last expected item.
        case trailing
        /// An item of another type than the requested one.
        case wrongType
        /// The checksum of a text does not match: a typing error, or other data.
        case badChecksum
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

    package var description: String { "BytesError.\(code): \(message)" }
}
