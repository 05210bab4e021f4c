// SPDX-License-Identifier: MIT

/// Why a name, a list of chunks or the record of an upload is refused.
package struct FileModelError: Error, CustomStringConvertible, Sendable {
    package enum Code: Equatable, Sendable {
        /// A name that no item may have.
        case badName
        /// A path with more folders than a space allows.
        case tooDeep
        /// Bytes that were not written by this module, or that are damaged.
        case malformed
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

    package var description: String { "FileModelError.\(code): \(message)" }
}
