// SPDX-License-Identifier: MIT

/// A coin with its spendable units: the input of ``OfflineTokenChoice``.
package struct Spendable: Hashable, Sendable {
    /// The id of the root, if withdrawn; of the last transfer, if received.
    package let id: RecordID
    /// The number of the coin's transfers; zero for an own root.
    package let hops: Int
    /// Units that are not spent, committed or held.
    package let free: RangeSet
    /// Until when a payee accepts the coin, including the end of the owner's own certificate.
    package let spendableUntil: Timestamp
    /// The most minor units that the owner's key may pay at once.
    package let cap: UInt64
    /// The most bytes that the coin takes in a payment once spent: ``OfflineToken/spentBytes(certificate:)``.
    package let spentBytes: Int
    /// The policy under which the coin was issued. The next owner checks the coin against it.
    package let policy: LimitPolicy

    package init(
        id: RecordID, hops: Int, free: RangeSet, spendableUntil: Timestamp, cap: UInt64, spentBytes: Int,
        policy: LimitPolicy = .standard
    ) {
        self.id = id
        self.hops = hops
        self.free = free
        self.spendableUntil = spendableUntil
        self.cap = cap
        self.spentBytes = spentBytes
        self.policy = policy
    }

    /// Whether the coin has so many transfers that it can only be redeemed.
    package var isTooDeep: Bool { hops >= policy.hops }

    /// Makes the choice's input for a coin.
    ///
    /// - Parameters:
    ///   - id: the coin's id.
    ///   - free: the units not yet spent.
    ///   - certificate: the owner's own; needed unless the owner owns the root itself.
    ///   - keysUntil: until when payees accept the hub's keys in the coin.
    ///   - policy: the one under which the coin was issued.
    package init(
        _ token: OfflineToken, id: RecordID, free: RangeSet, certificate: Certificate?, keysUntil: Timestamp = .maximum,
        policy: LimitPolicy = .standard
    ) {
        let isCertified = token.transfers.isEmpty ? nil : certificate
        self.init(
            id: id, hops: token.hops, free: free,
            spendableUntil: min(token.spendableUntil, isCertified?.until ?? .maximum, keysUntil),
            cap: min(policy.perPayment, isCertified?.cap ?? policy.perPayment),
            spentBytes: token.spentBytes(certificate: isCertified), policy: policy)
    }
}

/// The units that a payment takes from one coin: one transfer, and one coin of the payment.
package struct Pick: Hashable, Sendable {
    package let id: RecordID
    package let range: UnitRange

    package init(id: RecordID, range: UnitRange) {
        self.id = id
        self.range = range
    }
}
