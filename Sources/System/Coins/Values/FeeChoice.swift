// SPDX-License-Identifier: MIT
package import Chains
package import Money

/// The user's choice between a low fee and a fast payment.
package enum FeeChoice: Hashable, Sendable {
    case level(FeeLevel)
    /// In the unit that users type: satoshis per virtual byte (Bitcoin), gwei per gas (Ethereum), lamports of priority
    /// fee (Solana).
    case custom(String)
}

/// The current cost of a fee level.
package struct FeeQuote: Hashable, Sendable {
    package let level: FeeLevel
    package let rate: FeePrice
    /// The cost of an ordinary payment.
    package let cost: CoinAmount
    /// In the user's currency; nil without a price.
    package var worth: Amount?

    package init(level: FeeLevel, rate: FeePrice, cost: CoinAmount, worth: Amount? = nil) {
        self.level = level
        self.rate = rate
        self.cost = cost
        self.worth = worth
    }
}
