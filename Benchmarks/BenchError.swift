// SPDX-License-Identifier: MIT

/// Why nothing could be measured.
struct BenchError: Error, CustomStringConvertible, Sendable {
    enum Code: Equatable, Sendable {
        /// The command line was not understood.
        case usage
        /// The operating system or a library refused.
        case system
        /// What is measured gave a wrong result, so that its speed says nothing.
        case wrongResult
    }

    var code: Code
    var message: String
    var cause: (any Error)?
    var file: String
    var line: Int

    init(_ code: Code, _ message: String, cause: (any Error)? = nil, file: String = #fileID, line: Int = #line) {
        self.code = code
        self.message = message
        self.cause = cause
        self.file = file
        self.line = line
    }

    var description: String { "BenchError.\(code): \(message)" }
}
