// SPDX-License-Identifier: MIT

/// Why a cryptographic input was refused or an operation failed. Messages never hold key material.
package struct CryptoError: Error, CustomStringConvertible, Sendable {
    package enum Code: Equatable, Sendable {
        /// Wrong length or encoding.
        case malformed
        /// Not a key: a scalar outside 1..<n, or not a point of the curve.
        case invalidKey
        /// A signature that this project refuses: r or s out of range, or s in the upper half.
        case invalidSignature
        /// The ciphertext does not match key, nonce and associated data.
        case authenticationFailed
        /// A cost or count out of range.
        case outOfRange
        /// The library failed, in practice because of lack of memory.
        case unavailable
    }

    package var code: Code
    package var message: String
    package var cause: (any Error)?
    package var file: String
    package var line: Int

    /// Captures the source location that throws, so that a log line leads to the rule.
    package init(
        _ code: Code, _ message: String, cause: (any Error)? = nil, file: String = #fileID, line: Int = #line
    ) {
        self.code = code
        self.message = message
        self.cause = cause
        self.file = file
        self.line = line
    }

    package var description: String { "CryptoError.\(code): \(message)" }
}
