// SPDX-License-Identifier: MIT
package import Money
package import Tokens

/// Where the money of a wallet is.
package struct Balances: Sendable, Equatable {
    /// What the hub said last about the account.
    package struct Account: Sendable, Equatable {
        package var balance: Amount
        /// What can be sent or turned into tokens.
        package var available: Amount
        package var asOf: Timestamp
    }

    /// Value that nobody can move before a date.
    package struct Held: Sendable, Equatable {
        package var amount: Amount
        /// From then on the hub returns what no payee has redeemed.
        package var until: Timestamp
    }

    package var account: Account?
    /// The same in other currencies than the hub's first, by code.
    package var others: [Account]
    /// Unspent, unexpired, and free to be paid without a network.
    package var offline: Amount
    /// On its way to the account: received, expiring, declined by a payee or sent to the hub, and not credited yet.
    package var awaiting: Amount
    /// From before a rollback or a restore, or withheld from a payee; earliest first.
    package var held: [Held]
    /// Transfers and purchases that leave the account at the next sync.
    package var queued: Amount
    /// Transfers that wait for the next sync in other currencies, one line each.
    package var queuedOthers: [Amount]
    /// Handed over, and no receipt of the payee yet.
    package var unacknowledged: Amount
    /// Requests that can be made before the next sync.
    package var requestsReady: Int
    /// Why nothing can be spent before the next sync, as a sentence.
    package var frozen: String?
}
