// SPDX-License-Identifier: MIT

/// A double-entry ledger entry: the postings of one movement of money.
///
/// The postings of every entry sum to zero in each currency.
package struct Entry: Hashable, Sendable {
    /// At least two, in the order given.
    package let postings: [Posting]

    /// - Throws: ``MoneyError`` with `.unbalanced` for fewer than two postings or a sum other than zero, `.overflow`
    ///   when a sum cannot be computed.
    package init(_ postings: [Posting]) throws {
        guard postings.count >= 2 else {
            throw MoneyError(.unbalanced, "An entry has at least two postings, not \(postings.count).")
        }
        var sums: [Currency: Amount] = [:]
        for posting in postings {
            let sum = sums[posting.amount.currency] ?? .zero(posting.amount.currency)
            sums[posting.amount.currency] = try sum.adding(posting.amount)
        }
        if let wrong = sums.values.first(where: { !$0.isZero }) {
            throw MoneyError(.unbalanced, "The postings of an entry sum to \(wrong.formatted) instead of zero.")
        }
        self.postings = postings
    }

    /// Makes the most common entry: a positive amount moves from one account to another.
    ///
    /// - Throws: ``MoneyError`` with `.negative` unless the amount is above zero.
    package init(moving amount: Amount, from source: AccountName, to destination: AccountName) throws {
        guard amount.isPositive else {
            throw MoneyError(.negative, "Only an amount above zero can be moved, not \(amount.formatted).")
        }
        try self.init([
            Posting(account: source, amount: amount.negated), Posting(account: destination, amount: amount),
        ])
    }
}
