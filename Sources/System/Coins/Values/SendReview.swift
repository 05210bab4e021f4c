// SPDX-License-Identifier: MIT
package import Chains
package import Money

/// A transaction decoded again from its own bytes, as a person must see it before it is signed.
package struct SendReview: Hashable, Sendable {
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
        /// What the sentence is about, by the names that an app's own sentences have places for.
        package let values: [String: Value]

        package enum Value: Hashable, Sendable {
            /// An address or a name, said as it is.
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
    /// What comes back to the account, Bitcoin.
    package let change: CoinAmount?
    /// The most that the network can take for it.
    package let fee: CoinAmount
    package let rate: FeePrice
    /// Anything else that the transaction says: its nonce, lock time, memo, calls; a line each.
    package internal(set) var facts: [ReviewFact]
    package internal(set) var warnings: [Warning]
    /// In the person's currency; nil without a price.
    package var feeWorth: Amount?
    package var amountWorth: Amount?

    /// Whether the fee is what will be paid, and not the most of it: gas that is left over comes back.
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
