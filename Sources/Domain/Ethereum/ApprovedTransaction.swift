// SPDX-License-Identifier: MIT
package import Crypto

/// A transaction that the user reviewed and approved. Only such a transaction is signed.
package struct ApprovedTransaction: Hashable, Sendable {
    package let review: Review

    /// Only ``Review/approve(acknowledging:)`` calls this, and a review can only be made from the bytes.
    init(_ review: Review, acknowledging acknowledged: Set<ReviewWarning>) throws {
        try ReviewWarning.check(review.warnings, acknowledged)
        self.review = review
    }

    /// Signs with the sender's key. The same transaction always gets the same signature. RFC 6979
    ///
    /// - Throws: ``EthereumError`` with `.badSignature` when the key is of another account.
    package func signed(by key: Secp256k1.PrivateKey) throws -> SignedTransaction {
        guard Address(key.publicKey) == review.sender else {
            throw EthereumError(
                .badSignature, "The key does not belong to \(review.sender), the sender of this transaction.")
        }
        return try signed(with: RecoverableSignature(of: review.transaction.signingHash, by: key))
    }

    /// Accepts the signature of an offline device.
    ///
    /// - Throws: ``EthereumError`` with `.badSignature` when another key signed, or another transaction was signed.
    package func signed(with answer: SignAnswer) throws -> SignedTransaction {
        let signature = try answer.signature(chainID: review.transaction.chainID)
        guard try signature.signer(of: review.transaction.signingHash) == review.sender else {
            throw EthereumError(
                .badSignature, "The signature is not that of \(review.sender) for this transaction; sign it again.")
        }
        return try signed(with: signature)
    }

    private func signed(with signature: RecoverableSignature) throws -> SignedTransaction {
        try SignedTransaction(
            review.transaction, chainID: review.network.ethereumChainID, signature: signature, sender: review.sender)
    }
}

extension ReviewWarning {
    /// Requires that each warning was acknowledged.
    static func check(_ warnings: [ReviewWarning], _ acknowledged: Set<ReviewWarning>) throws {
        guard let missed = warnings.first(where: { !acknowledged.contains($0) }) else { return }
        throw EthereumError(.notAcknowledged, missed.sentence)
    }
}
