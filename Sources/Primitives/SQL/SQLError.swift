// SPDX-License-Identifier: MIT

/// What went wrong with a database; `code` is for programs, `message` for people.
package struct SQLError: Error, CustomStringConvertible, Sendable {
    package enum Code: Equatable, Sendable {
        /// The file, its folder or the server cannot be opened, created or reached.
        case cantOpen
        /// Another connection kept a lock longer than the timeout, or the server has no room for one more connection.
        case busy
        /// The disk, a quota or a page limit is exhausted; the transaction was rolled back.
        case full
        /// The file is damaged or is no database.
        case corrupt
        /// A UNIQUE, NOT NULL, CHECK, FOREIGN KEY or datatype rule refused a change.
        case constraint
        /// The file, its folder or this connection does not allow writing.
        case readOnly
        /// A newer program wrote this file.
        case newerVersion
        /// The file is a database of another program.
        case foreignFile
        /// The operating system failed to read, write or synchronise.
        case inputOutput
        /// The engine rolled the surrounding transaction back; nothing more may be done in it.
        case rolledBack
        /// The connection to the server ended before the commit was asked for; nothing of the transaction happened.
        case lost
        /// The connection to the server ended while it committed; only the books can tell whether it did.
        case unknownOutcome
        /// A stored value is missing or has another type than the caller expects.
        case mismatch
        /// The calling program broke a rule of this module or wrote wrong SQL.
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
    /// What a person can do about it; empty when only a programmer can.
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
    /// Whether nothing more can be done in the surrounding transaction: everything but a rule of the schema that
    /// refused one row, or a row that does not hold what the code expects.
    package var endsBatch: Bool {
        switch code {
        case .constraint, .mismatch: false
        default: true
        }
    }
}
