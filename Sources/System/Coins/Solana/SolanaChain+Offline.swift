// SPDX-License-Identifier: MIT
internal import Chains
internal import Crypto
internal import Solana
internal import Vault

extension SolanaChain {
    /// - Throws: ``CoinsError`` with code `.watchOnly`.
    func privateKey() throws -> Ed25519.PrivateKey {
        guard let path = account.record.path else {
            throw CoinsError(
                .watchOnly, "This account is only watched. Export the payment and sign it where its phrase is.")
        }
        return try coins.rootSeed().solanaKey(account.record.kind, try DerivationPath(path))
    }

    func document(for send: Stored<CoinSendRecord>) throws -> OfflineDocument {
        OfflineDocument(
            kind: .solana, bytes: send.record.unsigned, send: send.id, path: account.record.origin,
            rootFingerprint: account.record.rootFingerprint, address: owner.text)
    }

    /// Accepts a signature of 64 bytes, or the whole signed transaction.
    func completed(_ record: CoinSendRecord, with document: [UInt8]) throws -> OfflineAnswer {
        let asked = try Message(parsing: record.unsigned)
        var transaction: Transaction
        if document.count == Signature.count {
            transaction = Transaction(asked)
            do {
                try transaction.add(try Signature(document), of: owner)
            } catch let error as SolanaError where error.code == .badSignature {
                throw CoinsError(.mismatch, error.message, cause: error)
            }
        } else {
            transaction = try Transaction(parsing: document)
        }
        guard transaction.message == asked, transaction.isComplete, try transaction.isValid else {
            throw CoinsError(
                .mismatch, "The signed transaction is not the one that was approved. Nothing is sent.")
        }
        return .signed(try transaction.encoded, id: try Self.id(of: transaction))
    }

    /// Decodes a transaction that another party wants signed. It asks no server, so the review warns of unknown
    /// accounts.
    func foreign(_ document: OfflineDocument) throws -> SigningPlan {
        let message = try Message(parsing: document.bytes)
        let review = try Review(message, on: network, knowing: AccountFacts(own: [owner]))
        return SigningPlan(review: try shown(review)) { [self] names in
            let approved = try review.approve(acknowledging: Set(review.warnings.filter { names.contains($0.name) }))
            let signed = try approved.signed(by: try privateKey())
            guard let index = message.signers.firstIndex(of: owner), let signature = signed.signatures[index] else {
                throw CoinsError(.mismatch, "This account is not asked to sign that transaction.")
            }
            return signature.bytes
        }
    }

    /// The known paths with the account scheme of each.
    static var knownPlaces: [(scheme: AccountScheme, path: (UInt32) throws -> DerivationPath?)] {
        KnownPath.all.map { row in
            let scheme: AccountScheme =
                switch row.scheme {
                case .edwards: row == .standard ? .solana : .solanaShort
                case .bitcoinSeed: .solanaSollet
                case .plainSeed: .solanaSeed
                }
            return (scheme, { try row.path($0) })
        }
    }
}
