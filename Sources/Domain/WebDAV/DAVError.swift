// SPDX-License-Identifier: MIT

/// Why a request of WebDAV cannot be read. Its client gets the status and the message.
package struct DAVError: Error, CustomStringConvertible, Sendable {
    /// Of HTTP.
    package let status: Int
    package let message: String

    init(_ status: Int = 400, _ message: String) {
        self.status = status
        self.message = message
    }

    package var description: String { "DAVError \(status): \(message)" }
}
