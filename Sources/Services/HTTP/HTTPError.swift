// SPDX-License-Identifier: MIT

/// Why a request could not be made, or a server could not be started.
package struct HTTPError: Error, CustomStringConvertible, Sendable {
    package enum Code: Equatable, Sendable {
        /// There is no connection to the server.
        case unreachable
        /// The connection ended before the whole answer was there; the request may have arrived.
        case cutOff
        /// No complete answer within the time; the request may have arrived.
        case timedOut
        /// The answer is larger than allowed.
        case tooLarge
        /// The connection would not be, or is not, protected as demanded.
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
