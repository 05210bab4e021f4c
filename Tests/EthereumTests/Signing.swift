// SPDX-License-Identifier: MIT
import Chains
import Crypto
import Ethereum

/// Signing as the programs do it, with every warning acknowledged.
enum Signing {
    /// Approves and signs; what a review refuses (vectors have too little gas) gets its signature around the review.
    static func sign(_ transaction: Transaction, by key: Secp256k1.PrivateKey) throws -> SignedTransaction {
        let network = try Network.ethereum(chainID: transaction.chainID ?? 0)
        let sender = Address(key.publicKey)
        guard let review = try? Review(transaction, from: sender, on: network) else {
            let made = try key.signRecoverable(digest: transaction.signingHash)
            return try SignedTransaction(
                transaction, signature: RecoverableSignature(made.signature, isOdd: made.recoveryID == 1))
        }
        return try review.approve(acknowledging: Set(review.warnings)).signed(by: key)
    }

    static func sign(
        _ message: MessageReview.Message, by key: Secp256k1.PrivateKey, on network: Network
    ) throws -> RecoverableSignature {
        let review = try MessageReview(message, signer: Address(key.publicKey), on: network)
        return try review.approve(acknowledging: Set(review.warnings)).signed(by: key)
    }
}
