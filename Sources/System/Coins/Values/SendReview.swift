// SPDX-License-Identifier: MIT
package import Chains
package import Money

/// A transaction decoded again from its own bytes, as a person must see it before it is signed.
package struct SendReview: Sendable {
    package struct Payee: Hashable, Sendable {
        package let address: String
        package let contact: String?
        package let amount: CoinAmount
    }

    /// Something that must be acknowledged by name before signing.
    package struct Warning: Hashable, Sendable {
        /// What the acknowledgement names: `fee-share`, `unknown-program`…
        package let name: String
        package let sentence: String

        package init(name: String, sentence: String) {
            self.name = name
            self.sentence = sentence
        }
    }

    package let network: Network
    package let account: Int64?
    package let payees: [Payee]
    /// What comes back to the account, Bitcoin.
    package let change: CoinAmount?
    /// The most that the network can take for it.
    package let fee: CoinAmount
    package let rate: String
    /// Anything else that the transaction says: its nonce, lock time, memo, calls; a line each.
    package let facts: [String]
    package let warnings: [Warning]
    /// In the person's currency; nil without a price.
    package var feeWorth: Amount?
    package var amountWorth: Amount?

    package init(
        network: Network, account: Int64?, payees: [Payee], change: CoinAmount?, fee: CoinAmount, rate: String,
        facts: [String], warnings: [Warning]
    ) {
        self.network = network
        self.account = account
        self.payees = payees
        self.change = change
        self.fee = fee
        self.rate = rate
        self.facts = facts
        self.warnings = warnings
    }
}
