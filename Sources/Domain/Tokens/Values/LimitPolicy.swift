// SPDX-License-Identifier: MIT

/// The limits and dates of offline money. Every root carries the policy's number, and wallet, payee and hub all enforce
/// it.
///
/// A policy never changes once a root carries its number. Other limits or dates are a policy with another number.
package struct LimitPolicy: Hashable, Sendable {
    /// The number that a root carries.
    package let id: UInt64
    /// Coins in one payment.
    package let tokens: Int
    /// The most transfers from the root to the payee. After that many, a coin can only be redeemed.
    package let hops: Int
    /// The most bytes of one payment, attachments included.
    package let payloadBytes: Int
    /// Minor units of one payment.
    package let perPayment: UInt64
    /// Minor units of one root.
    package let perRoot: UInt64
    /// Minor units that a wallet may hold offline.
    package let walletTotal: UInt64
    /// Minor units received and not yet redeemed.
    package let unsettledTotal: UInt64
    /// The age in seconds after which the payer is warned that a request is old.
    package let staleRequest: UInt64
    /// The seconds by which a record may be ahead of the reader's clock.
    package let futureTolerance: UInt64
    /// Days from issue to `acceptUntil`.
    package let acceptDays: UInt64
    /// Days from `acceptUntil` to `redeemUntil`.
    package let redeemDays: UInt64
    /// Days from `redeemUntil` to `refundAt`.
    package let refundDays: UInt64

    package init(
        id: UInt64, tokens: Int, hops: Int, payloadBytes: Int, perPayment: UInt64, perRoot: UInt64, walletTotal: UInt64,
        unsettledTotal: UInt64, staleRequest: UInt64, futureTolerance: UInt64, acceptDays: UInt64, redeemDays: UInt64,
        refundDays: UInt64
    ) {
        (self.id, self.tokens, self.hops, self.payloadBytes) = (id, tokens, hops, payloadBytes)
        (self.perPayment, self.perRoot) = (perPayment, perRoot)
        (self.walletTotal, self.unsettledTotal) = (walletTotal, unsettledTotal)
        (self.staleRequest, self.futureTolerance) = (staleRequest, futureTolerance)
        (self.acceptDays, self.redeemDays, self.refundDays) = (acceptDays, redeemDays, refundDays)
    }

    /// The policy of the first version: 500 per payment and per root, 2,000 per wallet, in a currency with two
    /// decimals.
    package static let standard = LimitPolicy(
        id: 1, tokens: 8, hops: 5, payloadBytes: 4_096, perPayment: 50_000, perRoot: 50_000, walletTotal: 200_000,
        unsettledTotal: 200_000, staleRequest: 300, futureTolerance: 86_400, acceptDays: 30, redeemDays: 7,
        refundDays: 1)

    /// Every policy under which a hub has ever issued roots.
    package static let known = [standard]

    /// The most days from the issue of a root to its `redeemUntil`, under any policy.
    package static let mostDaysToRedeem = known.map { $0.acceptDays + $0.redeemDays }.max() ?? 0
    /// The most days from the issue of a root to its `refundAt`, under any policy.
    package static let mostDaysToRefund = known.map { $0.acceptDays + $0.redeemDays + $0.refundDays }.max() ?? 0

    /// The policy with this number.
    ///
    /// - Throws: ``TokensError`` with code `.otherPolicy` when this version knows none.
    package static func policy(id: UInt64) throws -> LimitPolicy {
        guard let policy = known.first(where: { $0.id == id }) else {
            throw TokensError(
                .otherPolicy,
                "This version does not know limit policy \(id): a newer Satchel made the record. Update this one.")
        }
        return policy
    }

    /// The policy with this number, which is the current one or an earlier one.
    ///
    /// - Throws: ``TokensError`` with code `.otherPolicy` when this version does not know it.
    package static func policy(id: UInt64, present: LimitPolicy) throws -> LimitPolicy {
        try id == present.id ? present : policy(id: id)
    }

    /// The loosest limits of all policies, for readers that do not yet know the policies of a payment's coins.
    var readingBounds: (tokens: Int, hops: Int, payloadBytes: Int) {
        Self.known.reduce((tokens, hops, payloadBytes)) {
            (max($0.0, $1.tokens), max($0.1, $1.hops), max($0.2, $1.payloadBytes))
        }
    }
}
