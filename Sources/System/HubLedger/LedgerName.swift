// SPDX-License-Identifier: MIT
import Bytes
package import Money
package import Tokens

/// The names of the hub's ledger accounts.
package enum LedgerName {
    /// The contra account of top-ups: cash that customers paid in. May be negative.
    package static let funding = AccountName("funding")
    /// The fund that pays honest owners if a double spender cannot.
    package static let guarantee = AccountName("guarantee")

    /// The contra account of top-ups in a currency that is not the hub's first.
    package static func funding(_ currency: Currency) -> AccountName { AccountName("funding:" + currency.code) }

    /// The hub's own position in a currency: what conversions brought in less what they took out. May be negative.
    package static func clearing(_ currency: Currency) -> AccountName { AccountName("clearing:" + currency.code) }

    /// Money at the hub's bank, seen from outside: minus what the bank holds.
    package static func bank(_ currency: Currency) -> AccountName { AccountName("bank:" + currency.code) }

    /// Bank movements that nothing explains yet. Negative if more left than came in.
    package static func suspense(_ currency: Currency) -> AccountName { AccountName("suspense:" + currency.code) }

    /// Amounts that were taken from accounts and that the bank has not paid yet.
    package static func payouts(_ currency: Currency) -> AccountName { AccountName("payouts:" + currency.code) }

    /// An account's money in a currency that is not the hub's first.
    package static func user(_ account: AccountID, in currency: Currency) -> AccountName {
        AccountName("user:" + Hex.encode(account.bytes) + ":" + currency.code)
    }

    package static func user(_ account: AccountID) -> AccountName { AccountName("user:" + Hex.encode(account.bytes)) }

    /// Offline tokens in circulation, for each issuing key. Never negative, so that no more is redeemed under a key
    /// than was issued under it.
    package static func outstanding(_ issuer: KeyID) -> AccountName {
        AccountName("outstanding:" + Hex.encode(issuer.bytes))
    }
}
