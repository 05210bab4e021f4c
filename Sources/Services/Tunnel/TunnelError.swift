// SPDX-License-Identifier: MIT
package import Logging

/// Why a tunnel cannot be brought up, taken down or asked.
package struct TunnelError: Error, CustomStringConvertible, Sendable {
    /// The raw value is what the service answers to its clients.
    package enum Code: String, CaseIterable, Equatable, Sendable {
        /// The service does not run, or its socket is not there.
        case noService = "noService"
        /// This user may not use the service.
        case notAllowed = "notAllowed"
        /// Another user of this machine has a tunnel up.
        case othersTunnel = "othersTunnel"
        /// This device is in a network that the tunnel would lead to.
        case overlap = "overlap"
        /// The name of a peer's host has no address now.
        case unresolved = "unresolved"
        /// This machine has no WireGuard device, or the service may not make one.
        case noDevice = "noDevice"
        /// The configuration was refused.
        case badConfiguration = "badConfiguration"
        /// A message is not of the protocol between client and service.
        case malformed = "malformed"
        case system = "system"
    }

    package var code: Code
    package var message: String
    package var file: String
    package var line: Int

    package init(_ code: Code, _ message: String, file: String = #fileID, line: Int = #line) {
        self.code = code
        self.message = message
        self.file = file
        self.line = line
    }

    package var description: String { "TunnelError.\(code): \(message)" }
}

extension TunnelError: LoggableError {
    /// Without the message, which may have a host of a user.
    package var logged: LoggedError { LoggedError(Self.self, LogWord(code), file: file, line: line) }
}
