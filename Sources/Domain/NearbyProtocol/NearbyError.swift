// SPDX-License-Identifier: MIT

/// Why a meeting of two devices went wrong. Messages never contain keys or amounts.
package struct NearbyError: Error, CustomStringConvertible, Sendable {
    package enum Code: String, Equatable, Sendable, CaseIterable {
        /// Bytes of the wrong form or length.
        case malformed
        /// More bytes or messages than the bound allows.
        case tooLarge
        /// A message that may not come in this state.
        case unexpected
        /// The handshake or a message was not made with the same keys: another code, or another device in between.
        case notAuthentic
        /// The link has ended.
        case closed
        /// The system or a service refuses the network, or does not answer.
        case unavailable
        /// A host or an address that payments do not use.
        case badAddress
    }

    package let code: Code
    package let message: String
    package let cause: (any Error)?
    package let file: String
    package let line: Int

    package init(
        _ code: Code, _ message: String, cause: (any Error)? = nil, file: String = #fileID, line: Int = #line
    ) {
        self.code = code
        self.message = message
        self.cause = cause
        self.file = file
        self.line = line
    }

    package var description: String { "NearbyError.\(code.rawValue): \(message)" }
}
