// SPDX-License-Identifier: MIT
package import Chains
package import Money

/// An account's balance of one coin or token.
package struct CoinBalance: Hashable, Sendable {
    /// The token's contract or mint; nil for the network's own coin.
    package let token: String?
    /// In blocks.
    package let confirmed: CoinAmount
    /// Incoming, not in a block yet.
    package let pending: CoinAmount
    /// The amount that a payment could use now: confirmed money and own change, without what open payments hold.
    package let spendable: CoinAmount
    /// What payments take away that were signed after the balance was read, with their fees.
    package let leaving: CoinAmount
    /// When a server reported it, in seconds since 1970.
    package let time: UInt64
    /// The value of the total; nil without a price.
    package var worth: Amount?

    /// The confirmed and the pending amount together, without what is leaving.
    package var total: CoinAmount {
        // Safe: a sum that no coin can have is a server's false answer, and then only the confirmed amount counts.
        let held = (try? confirmed.value.adding(pending.value)) ?? confirmed.value
        return CoinAmount(held.subtractingDownToZero(leaving.value), confirmed.unit)
    }
}

/// A token whose balance the last refresh could not learn: its address has no contract, or the contract does not
/// implement ERC-20.
package struct UnknownBalance: Hashable, Sendable {
    /// The token's contract.
    package let token: String
    package let unit: Unit
}

/// The balances of an account and their freshness.
package struct AccountBalances: Sendable {
    /// The network's own coin first.
    package let balances: [CoinBalance]
    /// The tokens that are not in ``balances``, because their contracts do not answer with a balance.
    package let unknown: [UnknownBalance]
    /// Why the servers could not be asked, when the balances are old; nil when they are fresh or no refresh was
    /// requested.
    package let staleBecause: CoinsError?
}
