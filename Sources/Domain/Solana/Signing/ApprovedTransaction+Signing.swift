// SPDX-License-Identifier: MIT
internal import Bytes
package import Crypto

extension ApprovedTransaction {
    /// Signs with the keys, keeping signatures that are there already.
    ///
    /// The result may still miss signers (``Transaction/missingSigners``), for somebody else to add theirs.
    ///
    /// - Throws: ``SolanaError`` with `.badSignature` when a key is not asked for or none is given, `.tooLarge` when the
    ///   result does not fit a packet.
    package func signed(by keys: Ed25519.PrivateKey...) throws -> Transaction { try signed(by: keys) }

    /// Signs with the keys, keeping signatures that are there already.
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

    /// Puts the signature of a signer that is never online in its place.
    ///
    /// - Throws: ``SolanaError`` with `.badSignature` when it answers another request or is not one of the address for
    ///   exactly this transaction.
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
