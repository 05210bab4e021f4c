// SPDX-License-Identifier: MIT
package import Chains
package import Money

/// How much a person wants to pay to be fast.
package enum FeeChoice: Hashable, Sendable {
    case level(FeeLevel)
    /// As people type it: satoshis per virtual byte for Bitcoin, gwei per gas for Ethereum, lamports of priority fee for Solana.
    case custom(String)
}

/// What a level costs now.
package struct FeeQuote: Hashable, Sendable {
    package let level: FeeLevel
    package let rate: FeePrice
    /// Of an ordinary payment.
    package let cost: CoinAmount
    /// In the person's currency; nil without a price.
    package var worth: Amount?
}
