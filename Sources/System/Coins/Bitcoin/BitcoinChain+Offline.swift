// SPDX-License-Identifier: MIT
internal import Bitcoin
internal import Chains
internal import Vault

extension BitcoinChain {
    /// The PSBT of a plan, with all that the signer must know.
    func unsignedDocument(_ plan: TransactionPlan) throws -> [UInt8] { try PSBT(plan).serialized }

    func document(for send: Stored<SendRecord>) throws -> OfflineDocument {
        OfflineDocument(
            kind: .psbt, bytes: send.record.unsigned, send: send.id, path: account.record.origin,
            rootFingerprint: account.record.rootFingerprint)
    }

    /// Takes the PSBT with signatures, finished or not, or the whole signed transaction.
    func completed(_ record: SendRecord, with document: [UInt8]) throws -> (signed: [UInt8], id: [UInt8]) {
        let asked = try PSBT(parsing: record.unsigned)
        let signed: Transaction
        if document.starts(with: Array("psbt".utf8)) {
            let answer = try PSBT(parsing: document)
            guard answer.transaction == asked.transaction else { throw mismatch }
            signed = try asked.combined(with: answer).finalized().extracted()
        } else {
            signed = try Transaction(parsing: document)
        }
        guard signed.withoutSignatures == asked.transaction else { throw mismatch }
        return (signed.serialized(), signed.id.bytes)
    }

    private var mismatch: CoinsError {
        CoinsError(
            .mismatch, "What was signed is another transaction than the one that was approved. Nothing is sent.")
    }

    /// Takes apart a PSBT that somebody else built; every account of the phrase on this network may sign.
    func foreign(_ document: OfflineDocument) throws -> SigningPlan {
        let review = try PSBTReview(
            try PSBT(parsing: document.bytes), network: network, keys: OwnKeys(accounts: try signingAccounts()))
        let inner = try shown(review.review, facts: ["\(review.signatureCount) signatures would be made"])
        let warnings = review.warnings.map { SendReview.Warning(name: $0.name, sentence: $0.description) }
        let shown = SendReview(
            network: network, account: nil, payees: inner.payees, change: inner.change, fee: inner.fee,
            rate: inner.rate,
            facts: inner.facts, warnings: (inner.warnings + warnings).sorted { $0.name < $1.name })
        return SigningPlan(review: shown) { [self] names in try signed(review, names) }
    }

    /// The accounts of this network whose keys come from the phrase.
    private func signingAccounts() throws -> [Account] {
        var accounts: [Account] = []
        for stored in try coins.table(AccountRecord.self).rows(.shown, .hidden)
        where stored.record.network == network.name && stored.record.path != nil && stored.record.extendedKey != nil {
            if let keys = try BitcoinChain(coins: coins, account: stored).keys { accounts.append(keys) }
        }
        return accounts
    }

    private func signed(_ review: PSBTReview, _ names: Set<String>) throws -> [UInt8] {
        let approved = try review.approve(
            acknowledging: Set(review.review.warnings.filter { names.contains($0.name) }),
            and: Set(review.warnings.filter { names.contains($0.name) }))
        return try approved.signed(by: MasterKey(try coins.rootSeed().root)).serialized
    }
}

extension Transaction {
    /// The same transaction as it was before anybody signed it.
    fileprivate var withoutSignatures: Transaction {
        var bare = self
        for index in bare.inputs.indices {
            bare.inputs[index].unlockingScript = Script([])
            bare.inputs[index].witness = []
        }
        return bare
    }
}

extension PSBTWarning {
    /// What an acknowledgement names it by.
    fileprivate var name: String {
        switch self {
        case .unprovenAmounts: "unproven-amounts"
        case .openSignature: "open-signature"
        case .unusualScript: "unusual-script"
        case .nothingToSign: "nothing-to-sign"
        }
    }
}
