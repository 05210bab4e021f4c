// SPDX-License-Identifier: MIT

/// Why a configuration of a tunnel, or a report of its device, was refused.
///
/// The message names the line and the key, never a value that may be secret.
package struct WireGuardError: Error, CustomStringConvertible, Sendable {
    package enum Code: Equatable, Sendable {
        /// A line or a value is not of its form.
        case malformed
        case tooLarge
        /// A key that Satchel does not take, such as one that runs a command.
        case notAllowed
        /// A key, an address or a peer occurs twice.
        case repeated
        /// A section or a key is not there.
        case missing
        /// An address outside private networks.
        case wideRoute
        /// The device refused its settings.
        case deviceRefused
    }

    package var code: Code
    package var message: String
    /// The line of the configuration, from 1.
    package var configurationLine: Int?
    package var file: String
    package var line: Int

    package init(
        _ code: Code, _ message: String, at configurationLine: Int? = nil, file: String = #fileID, line: Int = #line
    ) {
        self.code = code
        self.message = configurationLine.map { "Line \($0): \(message)" } ?? message
        self.configurationLine = configurationLine
        self.file = file
        self.line = line
    }

    package var description: String { "WireGuardError.\(code): \(message)" }

    /// The same refusal, with the line of the configuration that it is about.
    func at(_ configurationLine: Int) -> WireGuardError {
        self.configurationLine == nil
            ? WireGuardError(code, message, at: configurationLine, file: file, line: line) : self
    }
}
