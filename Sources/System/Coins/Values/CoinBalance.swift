// SPDX-License-Identifier: MIT
package import Chains
package import Money

/// What an account holds of one coin or token.
package struct CoinBalance: Hashable, Sendable {
    /// The token's contract or mint; nil for the network's own coin.
    package let token: String?
    /// In blocks.
    package let confirmed: CoinAmount
    /// Coming in and not in a block yet.
    package let pending: CoinAmount
    /// What a payment could use now: confirmed money and own change, without what open payments hold.
    package let spendable: CoinAmount
    /// When a server said so, seconds since 1970.
    package let time: UInt64
    /// What all of it is worth; nil without a price.
    package var worth: Amount?

    /// What is in blocks and what waits, together.
    package var total: CoinAmount {
        // Safe: a sum that no coin has is a server's nonsense, and then what is in blocks is all that counts.
        CoinAmount((try? confirmed.value.adding(pending.value)) ?? confirmed.value, confirmed.unit)
    }
}

/// A token of which the last refresh could not learn what an account holds: no contract stands at its address, or the
/// contract does not answer as ERC-20 says.
package struct UnknownBalance: Hashable, Sendable {
    /// The token's contract.
    package let token: String
    package let unit: Unit
}

/// The balances of an account and how fresh they are.
package struct AccountBalances: Sendable {
    /// The network's own coin first.
    package let balances: [CoinBalance]
    /// What is not among ``balances``, because its contract answers with no balance.
    package let unknown: [UnknownBalance]
    /// Why the servers could not be asked, when the balances are from before; nil when they are fresh or none was asked for.
    package let staleBecause: CoinsError?
}
