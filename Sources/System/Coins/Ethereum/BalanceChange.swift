// SPDX-License-Identifier: MIT
internal import Chains
internal import Ethereum

/// A change of an account's balance of the network's own coin.
struct BalanceChange: Equatable {
    let source: MovementSource
    /// The block that contains it; for several blocks, the last.
    let block: UInt64
    /// The time of that block, in seconds since 1970.
    let time: UInt64
    let direction: HistoryLine.Direction
    /// Excludes the fee.
    let amount: Wei
    /// Nil unless the account paid the fee.
    var fee: Wei?
    var counterpart: Address?
    /// Whether only the fee moved.
    var hasFailed = false
}

/// An account's incoming and outgoing totals. There are two because amounts are unsigned.
struct MovementSum: Equatable {
    private(set) var incoming = Wei.zero
    private(set) var outgoing = Wei.zero

    /// - Throws: `ChainsError` with code `.overflow`.
    mutating func receive(_ amount: Wei) throws { incoming = try incoming.adding(amount) }

    /// - Throws: `ChainsError` with code `.overflow`.
    mutating func spend(_ amount: Wei) throws { outgoing = try outgoing.adding(amount) }

    /// - Throws: `ChainsError` with code `.overflow`.
    mutating func add(_ movement: BalanceChange) throws {
        if !movement.hasFailed {
            switch movement.direction {
            case .incoming: try receive(movement.amount)
            case .outgoing: try spend(movement.amount)
            case .own: break
            }
        }
        if let fee = movement.fee { try spend(fee) }
    }

    /// The part of a balance change that these sums do not explain; nil when they explain all of it.
    ///
    /// - Throws: `ChainsError` with code `.overflow`.
    func rest(from before: Wei, to after: Wei) throws -> (direction: HistoryLine.Direction, amount: Wei)? {
        let shown = try before.adding(incoming)
        let held = try after.adding(outgoing)
        if held == shown { return nil }
        return held > shown
            ? (.incoming, try held.subtracting(shown)) : (.outgoing, try shown.subtracting(held))
    }
}
