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

    static func user(_ account: AccountID) -> AccountName { AccountName("user:" + Hex.encode(account.bytes)) }

    /// Tokens in circulation, for each key that issued them: never below zero, so that what is redeemed under a key is
    /// never more than what was issued under it.
    static func outstanding(_ issuer: KeyID) -> AccountName { AccountName("outstanding:" + Hex.encode(issuer.bytes)) }
}
