// SPDX-License-Identifier: MIT
package import Chains
package import Money

/// A transaction decoded from its own bytes, for the user's review before signing.
package struct SendReview: Hashable, Sendable {
    package struct Payee: Hashable, Sendable {
        package let address: String
        package let contact: String?
        package let amount: CoinAmount

        package init(address: String, contact: String?, amount: CoinAmount) {
            self.address = address
            self.contact = contact
            self.amount = amount
        }
    }

    /// A warning that must be acknowledged by name before signing.
    package struct Warning: Hashable, Sendable {
        /// The name in an acknowledgement: `fee-share`, `unknown-program`…
        package let name: String
        package let sentence: String
        /// The values of the sentence, keyed by the placeholders of an app's own sentences.
        package let values: [String: Value]

        package enum Value: Hashable, Sendable {
            /// An address or a name, shown unchanged.
            case text(String)
            case number(UInt64)
            case amount(CoinAmount)
        }

        package init(name: String, sentence: String, values: [String: Value] = [:]) {
            self.name = name
            self.sentence = sentence
            self.values = values
        }
    }

    package let network: Network
    package let account: Int64?
    package let payees: [Payee]
    /// The amount that returns to the account. Bitcoin
    package let change: CoinAmount?
    /// The most that the network can charge.
    package let fee: CoinAmount
    package let rate: FeePrice
    /// Additional facts of the transaction, one line each: its nonce, lock time, memo, calls.
    package internal(set) var facts: [ReviewFact]
    package internal(set) var warnings: [Warning]
    /// In the user's currency; nil without a price.
    package var feeWorth: Amount?
    package var amountWorth: Amount?

    /// Whether the fee is exact. On Ethereum it is the maximum, because unused gas is refunded.
    package var isFeeExact: Bool { network.chain != .ethereum }

    package init(
        network: Network, account: Int64?, payees: [Payee], change: CoinAmount?, fee: CoinAmount, rate: FeePrice,
        facts: [ReviewFact], warnings: [Warning]
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
