// SPDX-License-Identifier: MIT
internal import Bitcoin
internal import Chains
internal import Crypto
internal import Vault

extension BitcoinChain {
    /// The PSBT of a plan, with everything that the signer needs.
    func unsignedDocument(_ plan: TransactionPlan) throws -> [UInt8] { try PSBT(plan).serialized }

    func document(for send: Stored<CoinSendRecord>) throws -> OfflineDocument {
        OfflineDocument(
            kind: .psbt, bytes: send.record.unsigned, send: send.id, path: account.record.origin,
            rootFingerprint: account.record.rootFingerprint)
    }

    /// Accepts the signed PSBT, finalized or not, or the whole signed transaction.
    func completed(_ record: CoinSendRecord, with document: [UInt8]) throws -> OfflineAnswer {
        let asked = try PSBT(parsing: record.unsigned)
        let signed: Transaction
        if document.starts(with: Array("psbt".utf8)) {
            let answer = try PSBT(parsing: document)
            guard answer.transaction == asked.transaction else { throw mismatch }
            let combined = try asked.combined(with: answer)
            let finished = try combined.finalized()
            guard finished.isFinal else {
                let summary = try LoosePSBT(combined.serialized).summary(on: network)
                let before = try LoosePSBT(asked.serialized).summary(on: network)
                guard summary.inputs != before.inputs else {
                    let missing = summary.missing?.sentence ?? "There is no input to sign."
                    throw CoinsError(.badDocument, "The PSBT has no new signature. \(missing)")
                }
                return .partial(combined.serialized, missing: summary.missing)
            }
            signed = try finished.extracted()
        } else {
            signed = try Transaction(parsing: document)
        }
        guard signed.withoutSignatures == asked.transaction else { throw mismatch }
        return .signed(signed.serialized(), id: signed.id.bytes)
    }

    private var mismatch: CoinsError {
        CoinsError(
            .mismatch, "The signed transaction is not the one that was approved. Nothing is sent.")
    }

    /// Decodes a PSBT that another party built. Every account of the phrase on this network may sign.
    func foreign(_ document: OfflineDocument) throws -> SigningPlan {
        let own = try signingAccounts()
        let accounts = own.compactMap(\.single)
        let review = try PSBTReview(
            try placed(try PSBT(parsing: document.bytes), among: accounts), network: network,
            keys: OwnKeys(accounts: accounts, shared: own.compactMap(\.shared)))
        let inner = try shown(review.review, facts: [.signatures(review.signatureCount)])
        let warnings = review.warnings.map {
            SendReview.Warning(name: $0.name, sentence: $0.description, values: $0.values)
        }
        let shown = SendReview(
            network: network, account: nil, payees: inner.payees, change: inner.change, fee: inner.fee,
            rate: inner.rate,
            facts: inner.facts, warnings: (inner.warnings + warnings).sorted { $0.name < $1.name })
        return SigningPlan(review: shown) { [self] names in try signed(review, names) }
    }

    /// Adds key origins to a PSBT whose creator was given a bare extended key. Such a creator writes paths below that
    /// key and no fingerprint.
    private func placed(_ psbt: PSBT, among accounts: [Account]) throws -> PSBT {
        var psbt = psbt
        for index in psbt.inputs.indices {
            for derivation in try psbt.inputs[index].derivations + psbt.inputs[index].taprootDerivations {
                if let found = try place(of: derivation, among: accounts) { psbt.addDerivation(found, toInput: index) }
            }
        }
        for index in psbt.outputs.indices {
            for derivation in try psbt.outputs[index].derivations + psbt.outputs[index].taprootDerivations {
                if let found = try place(of: derivation, among: accounts) { psbt.addDerivation(found, toOutput: index) }
            }
        }
        return psbt
    }

    private func place(of derivation: PSBTDerivation, among accounts: [Account]) throws -> PSBTDerivation? {
        let steps = derivation.path.components
        guard derivation.fingerprint == [0, 0, 0, 0], steps.count == 2, let branch = AddressBranch(rawValue: steps[0]),
            steps[1] < DerivationPath.hardened
        else { return nil }
        for account in accounts {
            let key = try account.publicKey(branch, steps[1])
            guard [key.compressed, key.xOnly.bytes].contains(derivation.publicKey) else { continue }
            return PSBTDerivation(
                publicKey: derivation.publicKey, fingerprint: account.origin.fingerprint,
                path: try DerivationPath(components: account.origin.path.components + steps),
                leafHashes: derivation.leafHashes)
        }
        return nil
    }

    /// The accounts of this network whose keys come from the phrase.
    private func signingAccounts() throws -> [BitcoinKeys] {
        var accounts: [BitcoinKeys] = []
        for stored in try coins.table(AccountRecord.self).rows(.shown, .hidden)
        where stored.record.network == network.name && stored.record.path != nil && stored.record.extendedKey != nil {
            let chain = try BitcoinChain(coins: coins, account: coins.known(stored), support: support)
            if let keys = chain.keys { accounts.append(keys) }
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
    /// The same transaction without its signatures.
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
    /// The warning's name in an acknowledgement.
    fileprivate var name: String {
        switch self {
        case .unprovenAmounts: "unproven-amounts"
        case .openSignature: "open-signature"
        case .unusualScript: "unusual-script"
        case .farAddress: "far-address"
        case .nothingToSign: "nothing-to-sign"
        }
    }

    fileprivate var values: [String: SendReview.Warning.Value] {
        switch self {
        case .openSignature(let input, _), .unusualScript(let input): ["number": .number(UInt64(clamping: input))]
        case .farAddress(let output): ["number": .number(UInt64(clamping: output))]
        case .unprovenAmounts, .nothingToSign: [:]
        }
    }
}
