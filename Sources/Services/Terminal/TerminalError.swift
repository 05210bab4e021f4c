// SPDX-License-Identifier: MIT

/// Why a command line was not understood, or a person could not be asked.
package struct TerminalError: Error, CustomStringConvertible, Sendable {
    package enum Code: CaseIterable, Equatable, Sendable {
        /// The command line is wrong; the program prints how to write it and ends with ``ExitCode/usage``.
        case usage
        /// A question has to be asked and there is no terminal to ask at.
        case noTerminal
        /// A passphrase is needed, and there is neither a terminal to ask at nor a file to read it from.
        case noPassphrase
        /// The person gave no answer, or a signal came instead of one.
        case noAnswer
        /// Two entries of a new passphrase differ.
        case entriesDiffer
        /// A file that holds a passphrase can be read by others, or not by us.
        case unsafeFile
        case cannotRead
        case tooLong
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

    package var description: String { "TerminalError.\(code): \(message)" }
}
