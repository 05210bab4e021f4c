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

/// One leg of an entry: an account grows by an amount, or shrinks by a negative one.
package struct Posting: Hashable, Sendable {
    package let account: AccountName
    package let amount: Amount

    package init(account: AccountName, amount: Amount) {
        self.account = account
        self.amount = amount
    }
}
