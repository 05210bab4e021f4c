// SPDX-License-Identifier: MIT
import HubAPI
import Money
import Tokens

/// The account that a request's access token names.
struct Caller: Sendable {
    /// The id of the account's row, which is also that of its ledger account.
    let id: Int64
    let account: AccountID
    let username: String
    let session: Int64
    /// What the session is restricted to, if it is.
    let scope: SessionScope?

    var ledgerName: AccountName { LedgerName.user(account) }
}
