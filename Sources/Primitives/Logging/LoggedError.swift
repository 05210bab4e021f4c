// SPDX-License-Identifier: MIT

/// An error that says what of itself may be in a log. Of any other error the log has only the type.
package protocol LoggableError: Error {
    var logged: LoggedError { get }
}

/// What a log has of an error: its type, its code and where it was made. Its message may name a user.
package struct LoggedError: Sendable, Equatable {
    /// The type and the code, such as `SQLError.full`.
    package let kind: String
    /// The file and the line of the source.
    package let place: String?
    /// The message, if it is never about a user.
    package let reason: LogText?

    package init(_ type: any Error.Type, _ code: LogWord, reason: LogText? = nil, file: String, line: Int) {
        kind = "\(type).\(code.text)"
        place = "\(file):\(line)"
        self.reason = reason
    }

    /// Of an error that does not know where it was made.
    package init(_ type: any Error.Type, _ code: LogWord) {
        kind = "\(type).\(code.text)"
        place = nil
        reason = nil
    }

    package init(_ error: any Error) {
        if let error = error as? any LoggableError {
            self = error.logged
        } else {
            kind = LogWord(ofType: type(of: error)).text
            place = nil
            reason = nil
        }
    }
}
