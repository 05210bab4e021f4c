// SPDX-License-Identifier: MIT

/// Signs what somebody else built, after a person has read it.
struct ForeignSigning {
    let wallet: CoinWallet

    func review(_ document: OfflineDocument, account: Int64?) throws -> SigningPlan {
        throw CoinsError(.badDocument, "Documents of the kind '\(document.kind.rawValue)' cannot be signed yet.")
    }
}
