// SPDX-License-Identifier: MIT

/// The name of an account in a ledger, such as "user:7f3a" or "tokens in circulation".
package struct AccountName: Hashable, Sendable, CustomStringConvertible {
    package let text: String

    package init(_ text: String) {
        precondition(!text.isEmpty, "An account needs a name.")
        self.text = text
    }

    package var description: String { text }
}

/// One posting of an entry: an amount added to an account's balance; a negative one is subtracted.
package struct Posting: Hashable, Sendable {
    package let account: AccountName
    package let amount: Amount

    package init(account: AccountName, amount: Amount) {
        self.account = account
        self.amount = amount
    }
}
