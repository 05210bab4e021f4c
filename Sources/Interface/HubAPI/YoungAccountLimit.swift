// SPDX-License-Identifier: MIT
package import Money
package import Tokens

/// The limit that a new account would exceed with a purchase of offline tokens: the content of a refusal with the code
/// ``HubProblem/Code/youngAccount``. The sentence is made from the members of `details`, so that a program can say the
/// same in another language.
package struct YoungAccountLimit: Hashable, Sendable {
    /// The tokens of the account that are not redeemed yet.
    package let unredeemed: Amount
    /// The most that they may be until ``until``, in the same currency.
    package let limit: Amount
    /// When the account is no longer new.
    package let until: Timestamp

    package init(unredeemed: Amount, limit: Amount, until: Timestamp) {
        self.unredeemed = unredeemed
        self.limit = limit
        self.until = until
    }

    /// Reads the details of a refusal; nil if it is another refusal, or a member is missing or malformed.
    package init?(_ problem: HubProblem) {
        guard problem.code == .youngAccount, let code = problem.details["currency"],
            let unredeemed = problem.details["unredeemed"], let limit = problem.details["limit"],
            let until = problem.details["until"].flatMap(UInt64.init)
        else { return nil }
        do {
            let currency = try Currency(code: code)
            self.unredeemed = try Amount(decimalText: unredeemed, currency: currency)
            self.limit = try Amount(decimalText: limit, currency: currency)
            self.until = Timestamp(seconds: until)
        } catch {
            return nil
        }
    }

    /// The refusal with this content.
    package var problem: HubProblem {
        HubProblem(
            .youngAccount,
            "This account is new: until \(until) it may have tokens of \(limit.formatted) that are not redeemed yet, and "
                + "\(unredeemed.formatted) are out. Buy less, or ask those you paid to sync.",
            details: [
                "currency": limit.currency.code, "limit": limit.decimalText, "unredeemed": unredeemed.decimalText,
                "until": String(until.seconds),
            ])
    }
}
