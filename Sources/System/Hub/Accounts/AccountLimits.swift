// SPDX-License-Identifier: MIT
import HubAPI
import Money

/// What one account may do; the limits of single payments and tokens are the policy's, which payees check too.
package struct AccountLimits: Sendable, Equatable {
    /// Minor units in tokens that nobody has redeemed yet: what a lost or stolen wallet puts at risk.
    package var offlineTotal: UInt64
    /// Pseudonyms that are alive at once.
    package var livingKeys: Int
    /// Minor units of one transfer at the hub or of one payout to a bank, in whatever currency; nil for any. Conversions are
    /// not bounded: what is converted stays in the account.
    package var perTransfer: UInt64?

    package init(offlineTotal: UInt64, livingKeys: Int, perTransfer: UInt64?) {
        self.offlineTotal = offlineTotal
        self.livingKeys = livingKeys
        self.perTransfer = perTransfer
    }
}

extension AccountLimits {
    /// Minor units in tokens of an account that nobody has redeemed yet, as SQL: some rows of one index.
    ///
    /// - Parameter account: an expression for the account's id.
    static func unredeemed(of account: String) -> String {
        "(SELECT coalesce(sum(r.amount - r.credited), 0) FROM root r WHERE r.account = \(account) AND r.swept IS NULL)"
    }

    /// - Throws: `HubProblem` with `.overLimit`.
    static func check(_ amount: Amount, atMost units: UInt64?) throws {
        guard let units else { return }
        let limit = try Amount(units: units, currency: amount.currency)
        guard try limit.isAtLeast(amount) else {
            throw HubProblem(
                .overLimit, "One transfer or payout of this account is at most \(limit.formatted).",
                details: ["limit": limit.decimalText])
        }
    }
}
