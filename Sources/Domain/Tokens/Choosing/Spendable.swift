// SPDX-License-Identifier: MIT

/// What a wallet holds under one record and may spend: the input of ``CoinChoice``.
package struct Spendable: Hashable, Sendable {
    /// The root, for what was withdrawn; the last transfer, for what was received.
    package let id: RecordID
    /// Hands that the coin has passed through; zero for an own root.
    package let hops: Int
    /// Units that are not spent, committed or quarantined.
    package let free: RangeSet
    /// Until when a payee accepts the coin, the end of the holder's own certificate included.
    package let spendableUntil: Timestamp
    /// Minor units that the holder's key may pay at once.
    package let cap: UInt64
    /// Bytes that the coin takes in a payment once spent: ``Coin/spentBytes(certificate:)``.
    package let spentBytes: Int
    /// The policy under which it was sold, to which its next holder holds it.
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

    /// Whether it has passed through so many hands that it can only be redeemed.
    package var isTooDeep: Bool { hops >= policy.hops }

    /// What a coin offers.
    ///
    /// - Parameters:
    ///   - id: the coin's id.
    ///   - free: the units not yet spent.
    ///   - certificate: the holder's own; needed unless the holder owns the root itself.
    ///   - keysUntil: until when the hub's keys in the coin are accepted.
    ///   - policy: the one under which the coin was sold.
    package init(
        _ coin: Coin, id: RecordID, free: RangeSet, certificate: Certificate?, keysUntil: Timestamp = .maximum,
        policy: LimitPolicy = .standard
    ) {
        let isCertified = coin.transfers.isEmpty ? nil : certificate
        self.init(
            id: id, hops: coin.hops, free: free,
            spendableUntil: min(coin.spendableUntil, isCertified?.until ?? .maximum, keysUntil),
            cap: min(policy.perPayment, isCertified?.cap ?? policy.perPayment),
            spentBytes: coin.spentBytes(certificate: isCertified), policy: policy)
    }
}

/// Units of one holding that a payment takes: one transfer, one coin of the payment.
package struct Pick: Hashable, Sendable {
    package let id: RecordID
    package let range: UnitRange

    package init(id: RecordID, range: UnitRange) {
        self.id = id
        self.range = range
    }
}
