// SPDX-License-Identifier: MIT
package import Logging

/// A failure of the hub itself, for its operator. Clients get a `HubProblem`.
package struct HubError: Error, CustomStringConvertible, Sendable {
    package enum Code: CaseIterable, Equatable, Sendable {
        /// The directory already holds a hub.
        case alreadyInitialised
        /// The directory has no hub, or one whose creation was interrupted.
        case notInitialised
        /// Another process serves this directory.
        case inUse
        /// The passphrase does not open the root key.
        case wrongPassphrase
        /// A key file is missing, damaged, or readable by others.
        case keys
        /// No working key of a purpose is valid now.
        case keyExpired
        /// An unusable name, amount or option.
        case invalid
        /// The operating system refused.
        case system
        /// The hub found an inconsistency in its database and stopped the step.
        case internalFault
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

    package var description: String { "HubError.\(code): \(message)" }
}

extension HubError: LoggableError {
    /// A message about keys, files and processes has paths of the hub's directory only; one about a command or the ledger
    /// may have names and amounts.
    package var logged: LoggedError {
        let isSafe =
            switch code {
            case .alreadyInitialised, .notInitialised, .inUse, .wrongPassphrase, .keys, .keyExpired, .system: true
            case .invalid, .internalFault: false
            }
        return LoggedError(
            Self.self, LogWord(code), reason: isSafe ? LogText(withoutUserData: message) : nil, file: file, line: line)
    }
}
