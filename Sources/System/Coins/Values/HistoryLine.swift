// SPDX-License-Identifier: MIT

/// A line of an account's history.
package struct HistoryLine: Hashable, Sendable {
    /// The stored numbers never change.
    package enum Direction: UInt64, Sendable {
        case incoming = 0, outgoing = 1
        /// Between the account's own addresses, or a call that moved nothing.
        case own = 2
    }

    package enum Status: Hashable, Sendable {
        case pending
        /// In the block of this height, which may still be reorganised away.
        case settling(UInt64)
        /// In the block of this height or slot.
        case confirmed(UInt64)
        /// In a block, but without effect; the fee was paid.
        case failed(UInt64)
        /// No server knows it any more, or another transaction replaced it.
        case gone
    }

    /// Where a movement was seen.
    package enum Origin: Hashable, Sendable {
        /// A transaction that was made for it.
        case transaction
        /// A block in which no transaction explains it: a contract paid, or was paid.
        case block(UInt64)
        /// A validator's payout. EIP-4895
        case withdrawal
        /// Between two times, in seconds since 1970; the server does not say by which payments. Nil is the beginning.
        case between(since: UInt64?, until: UInt64)
        /// Blocks that were not read yet.
        case unread
    }

    /// The transaction's id as explorers write it; a generated name where there is no transaction.
    package let id: String
    package let origin: Origin
    package let direction: Direction
    package let amount: CoinAmount
    package let token: String?
    /// Nil unless this account paid it.
    package let fee: CoinAmount?
    package let counterpart: String?
    /// The contact with this counterpart's address, if any.
    package let contact: String?
    package let label: String?
    /// Seconds since 1970.
    package let time: UInt64
    package let status: Status
}
