// SPDX-License-Identifier: MIT
package import Money
package import Tokens

/// The balances of a wallet.
package struct Balances: Sendable, Equatable {
    /// The account's balance as the hub last reported it.
    package struct Account: Sendable, Equatable {
        package var balance: Amount
        /// What can be sent or turned into offline tokens.
        package var available: Amount
        package var asOf: Timestamp
    }

    /// Value that cannot be moved before a date.
    package struct Held: Sendable, Equatable {
        package var amount: Amount
        /// From this time on the hub refunds what no payee has redeemed.
        package var until: Timestamp
    }

    package var account: Account?
    /// The account's balances in currencies other than the hub's first, by code.
    package var others: [Account]
    /// Unspent and unexpired, and can be paid offline.
    package var offline: Amount
    /// Not yet credited to the account: received, expiring, declined by a payee, or sent to the hub.
    package var awaiting: Amount
    /// From before a rollback or a restore, or withheld from a payee; earliest date first.
    package var held: [Held]
    /// Transfers and purchases that the next sync sends.
    package var queued: Amount
    /// Transfers in other currencies that the next sync sends, one entry each.
    package var queuedOthers: [Amount]
    /// Paid offline, without the payee's receipt yet.
    package var unacknowledged: Amount
    /// The number of requests that can be made before the next sync.
    package var requestsReady: Int
    /// Why nothing can be spent before the next sync; nil when it can.
    package var frozen: FreezeReason?
}
