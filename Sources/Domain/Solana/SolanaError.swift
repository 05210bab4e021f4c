// SPDX-License-Identifier: MIT

/// An error in Solana data, keys or plans: what failed, on what, and what to do next. It never holds a secret.
package struct SolanaError: Error, CustomStringConvertible, Sendable {
    package enum Code: String, Equatable, Sendable {
        /// Bytes or text of an invalid form.
        case malformed
        /// An address with a wrong checksum, length or version.
        case badAddress
        /// Valid, but for another network or another chain.
        case otherNetwork
        /// A signature that does not match, or a key that may not sign.
        case badSignature
        /// Too little to pay the amount and the fee.
        case insufficientFunds
        /// A fee below what nodes relay, or absurdly high.
        case absurdFee
        /// An amount of zero, below what is relayed, or beyond what exists.
        case badAmount
        /// Larger than the chain or this wallet allows.
        case tooLarge
        /// A form of data that this wallet does not handle.
        case unsupported
        /// A token account that the token's issuer has frozen: the state `Frozen` of the token program.
        case frozen
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

    package var description: String { "SolanaError.\(code): \(message)" }
}
