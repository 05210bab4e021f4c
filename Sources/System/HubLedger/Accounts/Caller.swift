// SPDX-License-Identifier: MIT
package import HubAPI
package import Money
package import Tokens

/// The account that a request's access token names.
package struct Caller: Sendable {
    /// The id of the account's row, which is also that of its ledger account.
    package let id: Int64
    package let account: AccountID
    package let username: String
    package let session: Int64
    /// What the session is restricted to, if it is.
    package let scope: SessionScope?

    package init(id: Int64, account: AccountID, username: String, session: Int64, scope: SessionScope?) {
        self.id = id
        self.account = account
        self.username = username
        self.session = session
        self.scope = scope
    }

    package var ledgerName: AccountName { LedgerName.user(account) }
}
