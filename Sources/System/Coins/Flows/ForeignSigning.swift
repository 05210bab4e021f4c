// SPDX-License-Identifier: MIT
internal import Bitcoin
internal import Chains
internal import Vault

/// Signs transactions that another party built, after the user has reviewed them.
struct ForeignSigning {
    let wallet: CoinWallet

    /// - Throws: ``CoinsError`` with code `.noAccount` when no account of the phrase fits.
    func review(_ document: OfflineDocument, account: Int64?) throws -> SigningPlan {
        if let account { return try wallet.chain(account).foreign(document) }
        let fitting = try wallet.coins.table(AccountRecord.self).rows(.shown).filter { stored in
            let network = try wallet.coins.network(of: stored.record)
            guard stored.record.path != nil, wallet.coins.chains[network].documents.kind == document.kind else {
                return false
            }
            return (document.address == nil || document.address == stored.record.address)
                && (document.chainID == nil || document.chainID == network.chainID)
        }
        let named = try fitting.filter { try isNamed($0.record, in: document) }
        if let first = named.first,
            document.kind != .psbt ? named.count == 1 : Set(named.map(\.record.network)).count == 1
        {
            return try wallet.chain(first.id).foreign(document)
        }
        // All accounts of one network sign a PSBT together, so any of them can represent all.
        let isShared = document.kind == .psbt && Set(fitting.map(\.record.network)).count == 1
        guard let first = fitting.first, fitting.count == 1 || isShared else {
            throw CoinsError(
                .noAccount,
                fitting.isEmpty
                    ? "No account of this wallet's phrase can sign this. Add the account that it is for."
                    : "Say which account shall sign this, with --account: \(fitting.count) accounts could.")
        }
        return try wallet.chain(first.id).foreign(document)
    }

    /// Whether a document names the account's key: in an input of a PSBT, or as the signer elsewhere.
    private func isNamed(_ record: AccountRecord, in document: OfflineDocument) throws -> Bool {
        guard let path = try record.path.map({ try DerivationPath($0) }) else { return false }
        guard document.kind == .psbt else {
            return try document.path.map { try DerivationPath($0) } == path
                && (document.rootFingerprint.isEmpty || document.rootFingerprint == record.rootFingerprint)
        }
        return try PSBT(parsing: document.bytes).inputs.contains { input in
            try (input.derivations + input.taprootDerivations).contains {
                $0.fingerprint == record.rootFingerprint && $0.path.components.starts(with: path.components)
            }
        }
    }
}
