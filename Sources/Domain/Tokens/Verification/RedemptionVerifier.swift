// SPDX-License-Identifier: MIT

import Crypto

/// A coin's chain whose signatures and ranges the hub has verified. Only ``RedemptionVerifier`` makes one.
package struct VerifiedPath: Hashable, Sendable {
    package let token: OfflineToken
    package let rootID: RecordID
    /// Each transfer as a record in the root's tree, parent before child.
    package let records: [ChainRecord]
    /// The account to credit, if the last transfer is a redemption.
    package let account: AccountID?

    init(token: OfflineToken, rootID: RecordID, records: [ChainRecord], account: AccountID?) {
        self.token = token
        self.rootID = rootID
        self.records = records
        self.account = account
    }

    package var root: Root { token.root }

    /// The id of the last transfer, or of the root if there is none.
    package var leafID: RecordID { records.last?.id ?? rootID }

    /// The units of the last transfer.
    package var range: UnitRange { token.range }
}

/// The hub's stateless verification of uploads. The hub first looks for a stored receipt.
///
/// Certificates may have expired: they had to be valid when the payee accepted the coin. The hub itself checks that it
/// issued the root.
package struct RedemptionVerifier: Sendable {
    private let announced: AnnouncementSet

    package init(announced: AnnouncementSet) {
        self.announced = announced
    }

    /// Verifies a redemption: its chain, that it goes to this hub, and that it is bound to the account.
    ///
    /// - Parameter now: hub time.
    /// - Throws: ``TokensError`` with the code of the first fault; `.expired` after `redeemUntil`.
    package func verify(
        _ redemption: Redemption, at now: Timestamp, cache: inout VerifiedRecordCache
    ) throws -> VerifiedPath {
        let token = redemption.token
        let records = try chain.verify(token, cache: &cache)
        guard token.holder == announced.rootKey, let last = token.transfers.last else {
            throw TokensError(.wrongPayee, "The last transfer of this redemption does not go to this hub.")
        }
        let binding = Redemption.binding(account: redemption.account, nonce: redemption.nonce, hub: announced.hub)
        guard last.requestHash == binding else {
            throw TokensError(.wrongAccount, "This redemption is bound to another account. Its owner must upload it.")
        }
        guard now <= token.root.redeemUntil else {
            throw TokensError(
                .expired,
                "This offline token could be redeemed until \(token.root.redeemUntil). The refund pays its last known owner."
            )
        }
        return try path(token, records, account: redemption.account)
    }

    /// Verifies a chain that is uploaded on behalf of the coin's owner. It records the last known owner and credits no
    /// account.
    ///
    /// - Throws: ``TokensError`` with the code of the first fault; `.expired` from `refundAt` on.
    package func verify(upload token: OfflineToken, at now: Timestamp, cache: inout VerifiedRecordCache) throws
        -> VerifiedPath
    {
        let records = try chain.verify(token, cache: &cache)
        guard now < token.root.refundAt else {
            throw TokensError(
                .expired, "This offline token was refunded at \(token.root.refundAt) to its last known owner.")
        }
        return try path(token, records, account: nil)
    }

    private func path(_ token: OfflineToken, _ records: [ChainRecord], account: AccountID?) throws -> VerifiedPath {
        // A root is redeemed under the policy under which it was issued.
        let policy = try LimitPolicy.policy(id: token.root.policyID)
        let isToHub = token.transfers.last?.recipient == announced.rootKey
        try token.requireCaps(policy: policy, payments: token.transfers.count - (isToHub ? 1 : 0))
        return VerifiedPath(token: token, rootID: token.root.id(hub: announced.hub), records: records, account: account)
    }

    private var chain: ChainVerifier {
        ChainVerifier(announced: announced, requireSpender: { _, _ in }, requireIssuer: { _ in })
    }
}
