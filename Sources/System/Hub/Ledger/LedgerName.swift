// SPDX-License-Identifier: MIT
import Bytes
import Money
import Tokens

/// The names of the hub's ledger accounts.
enum LedgerName {
    /// The contra of top-ups: money that came in over the counter. The only account below zero.
    static let funding = AccountName("funding")
    /// What pays honest owners when a double spender cannot.
    static let guarantee = AccountName("guarantee")

    /// The contra of top-ups in a currency that is not the hub's first.
    static func funding(_ currency: Currency) -> AccountName { AccountName("funding:" + currency.code) }

    /// The hub's own position in a currency: what conversions have brought of it less what they took. May be below zero.
    static func clearing(_ currency: Currency) -> AccountName { AccountName("clearing:" + currency.code) }

    /// Money at the hub's bank, seen from outside: below zero by what the bank holds.
    static func bank(_ currency: Currency) -> AccountName { AccountName("bank:" + currency.code) }

    /// What moved at the bank and nobody can say why; below zero when more left than came.
    static func suspense(_ currency: Currency) -> AccountName { AccountName("suspense:" + currency.code) }

    /// Taken from accounts, and not paid by the bank yet.
    static func payouts(_ currency: Currency) -> AccountName { AccountName("payouts:" + currency.code) }

    /// An account's money in a currency that is not the hub's first.
    static func user(_ account: AccountID, in currency: Currency) -> AccountName {
        AccountName("user:" + Hex.encode(account.bytes) + ":" + currency.code)
    }

    static func user(_ account: AccountID) -> AccountName { AccountName("user:" + Hex.encode(account.bytes)) }

    /// Tokens in circulation, for each key that issued them: never below zero, so that what is redeemed under a key is
    /// never more than what was issued under it.
    static func outstanding(_ issuer: KeyID) -> AccountName { AccountName("outstanding:" + Hex.encode(issuer.bytes)) }
}
