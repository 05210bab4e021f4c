// SPDX-License-Identifier: MIT
internal import Chains
internal import Vault

/// Signs what somebody else built, after a person has read it.
struct ForeignSigning {
    let wallet: CoinWallet

    /// - Throws: ``CoinsError`` with code `.noAccount` when no account of the phrase can be meant.
    func review(_ document: OfflineDocument, account: Int64?) throws -> SigningPlan {
        if let account { return try wallet.chain(account).foreign(document) }
        let fitting = try wallet.coins.table(AccountRecord.self).rows(.shown).filter { stored in
            let network = try Network(named: stored.record.network)
            guard stored.record.path != nil, network.chain == document.kind.chain else { return false }
            return (document.address == nil || document.address == stored.record.address)
                && (document.chainID == nil || document.chainID == network.chainID)
        }
        // All accounts of one network sign a PSBT together, so one of them stands for all.
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
}

extension OfflineDocument.Kind {
    var chain: Chain {
        switch self {
        case .psbt: .bitcoin
        case .ethereum: .ethereum
        case .solana: .solana
        }
    }
}
