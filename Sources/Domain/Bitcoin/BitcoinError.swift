// SPDX-License-Identifier: MIT

/// A refusal of Bitcoin data, keys or plans: what failed, on what, and what to do next; never a secret.
package struct BitcoinError: Error, CustomStringConvertible, Sendable {
    package enum Code: String, Equatable, Sendable {
        /// Bytes or text that are not what they claim to be.
        case malformed
        /// An address with a wrong checksum, length or version.
        case badAddress
        /// Right, but for another network or another chain.
        case otherNetwork
        /// A signature that does not fit, or a key that may not sign.
        case badSignature
        /// Not enough to pay amount and fee.
        case insufficientFunds
        /// The fee is below what is relayed, or above what anybody would mean to pay.
        case absurdFee
        /// An amount of zero, below what is relayed, or beyond what exists.
        case badAmount
        /// Larger than the chain or this wallet allows.
        case tooLarge
        /// A form of data that this wallet does not handle.
        case unsupported
        /// An output too small to be worth spending, which nobody relays.
        case dust
        /// Allowed, but somebody has to say that it is meant.
        case unconfirmed
        /// A replacement or a child that the network would not take.
        case badReplacement
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

    package var description: String { "BitcoinError.\(code): \(message)" }
}
