// SPDX-License-Identifier: MIT
internal import Chains
internal import Crypto
internal import Ethereum
internal import Vault

extension EthereumChain {
    /// - Throws: ``CoinsError`` with code `.watchOnly`.
    func privateKey() throws -> Secp256k1.PrivateKey {
        guard let path = account.record.path else {
            throw CoinsError(
                .watchOnly, "This account is only watched. Export the payment and sign it where its phrase is.")
        }
        return try coins.rootSeed().root.derived(try DerivationPath(path)).key
    }

    func document(for send: Stored<CoinSendRecord>) throws -> OfflineDocument {
        OfflineDocument(
            kind: .ethereum, bytes: send.record.unsigned, send: send.id, path: account.record.origin,
            rootFingerprint: account.record.rootFingerprint, address: sender.text, chainID: network.chainID)
    }

    /// Accepts a signature of 65 bytes (r, s, v), or the whole signed transaction.
    func completed(_ record: CoinSendRecord, with document: [UInt8]) throws -> OfflineAnswer {
        let asked = try Transaction(unsigned: record.unsigned)
        let signed: SignedTransaction
        if document.count == 65 {
            let signature = RecoverableSignature(
                try Secp256k1.Signature(raw: Array(document.prefix(64))), isOdd: [1, 28].contains(document[64]))
            // The user acknowledged its warnings at the export.
            let review = try Review(asked, from: sender, on: network, knowing: Review.Knowledge(tokens: try tokens))
            do {
                signed = try review.approve(acknowledging: Set(review.warnings))
                    .signed(with: SignAnswer(requestID: nil, signature: signature))
            } catch let error as EthereumError where error.code == .badSignature {
                throw CoinsError(.mismatch, error.message, cause: error)
            }
        } else {
            signed = try SignedTransaction(decoding: document)
        }
        guard signed.transaction == asked, signed.sender == sender else {
            throw CoinsError(
                .mismatch, "The signed transaction is not the one that was approved. Nothing is sent.")
        }
        return .signed(signed.bytes, id: signed.hash)
    }

    /// Decodes a transaction that another party wants signed.
    func foreign(_ document: OfflineDocument) throws -> SigningPlan {
        let transaction = try Transaction(unsigned: document.bytes)
        let review = try Review(transaction, from: sender, on: network, knowing: Review.Knowledge(tokens: try tokens))
        return SigningPlan(review: try shown(review)) { [self] names in
            let approved = try review.approve(
                acknowledging: Set(review.warnings.filter { names.contains($0.name) }))
            return try approved.signed(by: try privateKey()).signature.bytes
        }
    }
}
