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
        /// In the block of this height or slot.
        case confirmed(UInt64)
        /// In a block, but refused by it; the fee is gone.
        case failed(UInt64)
        /// No server knows it any more, or another took its place.
        case gone
    }

    /// The transaction's id as explorers write it.
    package let id: String
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
