// SPDX-License-Identifier: MIT

/// Why a bank's file could not be read, or a file for a bank could not be written.
package struct BankingError: Error, CustomStringConvertible, Sendable {
    package enum Code: Equatable, Sendable {
        /// Not well-formed XML in UTF-8, or with a document type.
        case malformed
        /// More bytes, elements or levels than any valid file has.
        case tooLarge
        /// Well-formed, but not a statement of a supported version.
        case unsupported
        /// The file contradicts itself: sums, currencies or missing parts.
        case inconsistent
        /// The order has no valid form.
        case invalid
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

    package var description: String { "BankingError.\(code): \(message)" }
}
