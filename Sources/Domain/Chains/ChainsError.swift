// SPDX-License-Identifier: MIT

/// An error in phrases, keys, paths and numbers: what failed, on what, and what to do next. It never holds a secret.
package struct ChainsError: Error, CustomStringConvertible, Sendable {
    package enum Code: String, Equatable, Sendable {
        /// Invalid form.
        case malformed
        /// A phrase with a word that is not in its list, a wrong length or a wrong checksum.
        case badPhrase
        /// A derivation path that cannot be parsed or derived.
        case badPath
        /// An extended key that is damaged, of another network, or violates BIP-0032.
        case badKey
        /// More than 256 bits, or below zero.
        case overflow
        /// More decimals than the unit has.
        case tooPrecise
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

    package var description: String { "ChainsError.\(code): \(message)" }
}
