// SPDX-License-Identifier: MIT
import HubAPI
package import Money

/// The limits of one account. The limits of single payments and offline tokens are in the policy, which payees check
/// too.
package struct AccountLimits: Sendable, Equatable {
    /// The largest total of an account's unredeemed offline tokens, in minor units: what a lost or stolen wallet puts
    /// at risk.
    package var offlineTotal: UInt64
    /// The largest number of pseudonyms that are valid at the same time.
    package var livingKeys: Int
    /// The largest transfer at the hub or payout to a bank, in minor units of whatever currency; nil for no limit.
    /// Conversions are not limited, because the money stays in the account.
    package var perTransfer: UInt64?

    package init(offlineTotal: UInt64, livingKeys: Int, perTransfer: UInt64?) {
        self.offlineTotal = offlineTotal
        self.livingKeys = livingKeys
        self.perTransfer = perTransfer
    }
}

extension AccountLimits {
    /// An SQL expression for an account's unredeemed offline tokens, in minor units. It reads a few rows of one index.
    ///
    /// - Parameter account: an SQL expression for the account's id.
    package static func unredeemed(of account: String) -> String {
        "(SELECT coalesce(sum(r.amount - r.credited), 0) FROM root r WHERE r.account = \(account) AND r.swept IS NULL)"
    }

    /// - Throws: `HubProblem` with `.overLimit`.
    package static func check(_ amount: Amount, atMost units: UInt64?) throws {
        guard let units else { return }
        let limit = try Amount(units: units, currency: amount.currency)
        guard try limit.isAtLeast(amount) else {
            throw HubProblem(
                .overLimit, "One transfer or payout of this account is at most \(limit.formatted).",
                details: ["limit": limit.decimalText])
        }
    }
}
