// SPDX-License-Identifier: MIT
package import Logging

/// A database error. `code` is for programs, `message` for people.
package struct SQLError: Error, CustomStringConvertible, Sendable {
    package enum Code: CaseIterable, Equatable, Sendable {
        /// The file, its folder or the server cannot be opened, created or reached.
        case cantOpen
        /// Another connection held a lock longer than the timeout, or the server accepts no more connections.
        case busy
        /// The disk, a quota or a page limit is exhausted; the transaction was rolled back.
        case full
        /// The file is damaged or is not a database.
        case corrupt
        /// A UNIQUE, NOT NULL, CHECK, FOREIGN KEY or datatype rule refused a change.
        case constraint
        /// The file, its folder or this connection does not allow writing.
        case readOnly
        /// A newer version of the program wrote this file.
        case newerVersion
        /// The file is the database of another program.
        case foreignFile
        /// The operating system failed to read, write or synchronise.
        case inputOutput
        /// The engine rolled the surrounding transaction back; no further statement of it is possible.
        case rolledBack
        /// The connection to the server ended before the commit was sent; the transaction was rolled back.
        case lost
        /// The connection to the server ended during the commit; only the database can tell whether it was committed.
        case unknownOutcome
        /// A stored value is missing or has another type than the caller expects.
        case mismatch
        /// The calling code broke a rule of this module or contains wrong SQL.
        case misuse
        case other
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

    package var description: String { "SQLError.\(code): \(message)" }
}

extension SQLError.Code {
    /// What a user can do about it; empty if only a developer can.
    package var advice: String {
        switch self {
        case .cantOpen: "Check that the folder exists and that this user may read and write it."
        case .busy: "Another program is using it: close that one or try again in a moment."
        case .full: "The disk is full: free some space and try again; nothing was changed."
        case .corrupt: "The file is damaged: keep a copy and restore it from a backup."
        case .readOnly: "Make the file and its folder writable for this user."
        case .lost, .unknownOutcome: "Check that the database server runs and can be reached."
        case .inputOutput: "Check the disk, its free space and the system log; nothing was reported as saved."
        default: ""
        }
    }
}

extension SQLError {
    /// Whether the surrounding transaction cannot continue. True for all errors except a constraint that refused one
    /// row, and a row without the expected values.
    package var endsBatch: Bool {
        switch code {
        case .constraint, .mismatch: false
        default: true
        }
    }
}

extension SQLError: LoggableError {
    /// A message about a file, a disk or a server has no values of rows; one about a statement may have them.
    package var logged: LoggedError {
        let isSafe =
            switch code {
            case .cantOpen, .busy, .full, .corrupt, .readOnly, .newerVersion, .foreignFile, .inputOutput, .lost,
                .unknownOutcome:
                true
            case .constraint, .rolledBack, .mismatch, .misuse, .other: false
            }
        return LoggedError(
            Self.self, LogWord(code), reason: isSafe ? LogText(withoutUserData: message) : nil, file: file, line: line)
    }
}
