// SPDX-License-Identifier: MIT

/// A line of an account's history.
package struct HistoryLine: Hashable, Sendable {
    /// The numbers are kept in stores and never change.
    package enum Direction: UInt64, Sendable {
        case incoming = 0, outgoing = 1
        /// Between one's own addresses, or a call that moved nothing.
        case own = 2
    }

    package enum Status: Hashable, Sendable {
        case pending
        /// In the block of this height, which may still be reorganised away.
        case settling(UInt64)
        /// In the block of this height or slot.
        case confirmed(UInt64)
        /// In a block, but refused by it; the fee is gone.
        case failed(UInt64)
        /// No server knows it any more, or another took its place.
        case gone
    }

    /// Where a movement was seen.
    package enum Origin: Hashable, Sendable {
        /// A transaction that was made for it.
        case transaction
        /// A block of which no transaction shows it: a contract paid, or was paid.
        case block(UInt64)
        /// A validator's money was paid out. EIP-4895
        case withdrawal
        /// Between two moments, in seconds since 1970; the server does not say by which payments. Nil is the beginning.
        case between(since: UInt64?, until: UInt64)
        /// Blocks that were not read yet.
        case unread
    }

    /// The transaction's id as explorers write it; a name of its own where there is no transaction.
    package let id: String
    package let origin: Origin
    package let direction: Direction
    package let amount: CoinAmount
    package let token: String?
    /// When this account paid it.
    package let fee: CoinAmount?
    package let counterpart: String?
    /// The contact that this counterpart is, if one.
    package let contact: String?
    package let label: String?
    /// Seconds since 1970.
    package let time: UInt64
    package let status: Status
}
