// SPDX-License-Identifier: MIT
package import Logging

/// Why a request failed, or why a server could not be started.
package struct HTTPError: Error, CustomStringConvertible, Sendable {
    package enum Code: CaseIterable, Equatable, Sendable {
        /// There is no connection to the server.
        case unreachable
        /// The connection ended before the answer was complete. The request may have arrived.
        case cutOff
        /// The answer was not complete in time. The request may have arrived.
        case timedOut
        /// The answer is larger than allowed.
        case tooLarge
        /// The connection is not protected as required, or could not be.
        case insecure
        /// A URL, a request or an answer breaks the rules of HTTP.
        case malformed
        /// The server cannot listen at the address.
        case cantListen
        /// A certificate or its key cannot be used.
        case badCredentials
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

    package var description: String { "HTTPError.\(code): \(message)" }
}

extension HTTPError: LoggableError {
    /// A message about a connection has its URL; one about a server of this machine has its settings only.
    package var logged: LoggedError {
        let isOfServer = code == .cantListen || code == .badCredentials
        return LoggedError(
            Self.self, LogWord(code), reason: isOfServer ? LogText(withoutUserData: message) : nil, file: file,
            line: line)
    }
}
