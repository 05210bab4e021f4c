// SPDX-License-Identifier: MIT
internal import Bytes
package import Crypto

extension ApprovedTransaction {
    /// Signs with the keys, and keeps existing signatures.
    ///
    /// Signatures of other signers may still be missing; see ``Transaction/missingSigners``.
    ///
    /// - Throws: ``SolanaError`` with `.badSignature` when a key is not a signer's or none is given, `.tooLarge` when
    ///   the result does not fit a packet.
    package func signed(by keys: Ed25519.PrivateKey...) throws -> Transaction { try signed(by: keys) }

    /// Signs with the keys, and keeps existing signatures.
    package func signed(by keys: [Ed25519.PrivateKey]) throws -> Transaction {
        guard !keys.isEmpty else { throw SolanaError(.badSignature, "There is no key to sign with.") }
        var transaction = review.transaction
        let bytes = transaction.message.encoded
        let count = bytes.count + 1 + transaction.signatures.count * Signature.count
        guard count <= Transaction.maximumCount else {
            throw SolanaError(
                .tooLarge, "This transaction has \(count) bytes; the network takes \(Transaction.maximumCount).")
        }
        for key in keys {
            let address = try Address(key.publicKey.bytes)
            guard let index = transaction.message.signers.firstIndex(of: address) else {
                throw SolanaError(.badSignature, "\(address) is not asked to sign this transaction.")
            }
            transaction.place(try Signature(key.sign(bytes)), at: index)
        }
        return transaction
    }

    /// Adds the signature of an offline signer.
    ///
    /// - Throws: ``SolanaError`` with `.badSignature` when it answers another request, or is not the address's
    ///   signature of this transaction.
    package func signed(
        with answer: SignAnswer, to request: SignRequest, by signer: Address
    ) throws -> Transaction {
        guard answer.answers(request), request.content == .transaction(review.transaction.message) else {
            throw SolanaError(
                .badSignature, "This signature answers another request. Scan the one for this transaction.")
        }
        var transaction = review.transaction
        try transaction.add(answer.signature, of: signer)
        return transaction
    }
}
