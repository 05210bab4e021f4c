// SPDX-License-Identifier: MIT
package import Crypto

/// A message that the user reviewed and approved. Only such a message is signed.
package struct ApprovedMessage: Equatable, Sendable {
    package let review: MessageReview

    /// Only ``MessageReview/approve(acknowledging:)`` calls this.
    init(_ review: MessageReview, acknowledging acknowledged: Set<ReviewWarning>) throws {
        try ReviewWarning.check(review.warnings, acknowledged)
        self.review = review
    }

    /// Signs with the signer's key.
    ///
    /// - Throws: ``EthereumError`` with `.badSignature` when the key is of another account.
    package func signed(by key: Secp256k1.PrivateKey) throws -> RecoverableSignature {
        guard Address(key.publicKey) == review.signer else {
            throw EthereumError(.badSignature, "The key is not that of \(review.signer), who is to sign this.")
        }
        return try RecoverableSignature(of: review.message.digest, by: key)
    }

    /// Accepts the signature of an offline device.
    ///
    /// - Throws: ``EthereumError`` with `.badSignature` when another key signed, or another message was signed.
    package func signed(with answer: SignAnswer) throws -> RecoverableSignature {
        let signature = try answer.signature(chainID: nil)
        guard try signature.signer(of: review.message.digest) == review.signer else {
            throw EthereumError(
                .badSignature, "The signature is not that of \(review.signer) for this message; sign it again.")
        }
        return signature
    }
}
