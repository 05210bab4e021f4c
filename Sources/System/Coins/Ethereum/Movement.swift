// SPDX-License-Identifier: MIT
internal import Chains
internal import Ethereum

/// Something that changed what an account has of its network's own coin.
struct Movement: Equatable {
    let source: MovementSource
    /// The block it is in; of several the last.
    let block: UInt64
    /// Seconds since 1970, of that block.
    let time: UInt64
    let direction: HistoryLine.Direction
    /// Without the fee.
    let amount: Wei
    /// When the account paid it.
    var fee: Wei?
    var counterpart: Address?
    /// Nothing moved but the fee.
    var hasFailed = false
}

/// What an account got and gave: two sums, since amounts have no sign.
struct MovementSum: Equatable {
    private(set) var incoming = Wei.zero
    private(set) var outgoing = Wei.zero

    /// - Throws: `ChainsError` with code `.overflow`.
    mutating func receive(_ amount: Wei) throws { incoming = try incoming.adding(amount) }

    /// - Throws: `ChainsError` with code `.overflow`.
    mutating func spend(_ amount: Wei) throws { outgoing = try outgoing.adding(amount) }

    /// - Throws: `ChainsError` with code `.overflow`.
    mutating func add(_ movement: Movement) throws {
        if !movement.hasFailed {
            switch movement.direction {
            case .incoming: try receive(movement.amount)
            case .outgoing: try spend(movement.amount)
            case .own: break
            }
        }
        if let fee = movement.fee { try spend(fee) }
    }

    /// What is left of a change of balance when these sums are taken out of it; nil when they are all of it.
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
