// SPDX-License-Identifier: MIT

/// Why a security chip did not do what a wallet asked. Messages say what to do and contain no secret.
package struct ChipError: Error, Equatable, Sendable, CustomStringConvertible {
    package enum Code: Equatable, Sendable, CaseIterable {
        /// There is no chip in this place.
        case missing
        /// The system does not let this user use the chip.
        case notAllowed
        /// The library for chips is not installed.
        case noLibrary
        /// No answer came in time, or the connection ended.
        case silent
        /// An answer did not come from the chip, or was changed on the way.
        case untrue
        /// The chip does not accept the wallet's secret, or it has a password of its owner.
        case refused
        /// Another program uses the chip, or the chip limits how often its memory is written.
        case busy
        /// The chip's memory is full.
        case full
        /// The chip cannot do this.
        case unsupported
    }

    package let code: Code
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { "ChipError.\(code): \(message)" }
}
