// SPDX-License-Identifier: MIT

package import Money

/// Chooses the units to pay with. Protocol: 02, OfflineToken choice.
///
/// A sufficient range of an own root (nearest expiry, then smallest) -> one received range with the fewest hops -> the
/// bundle with the fewest coins, largest first. Inside a range units go from low to high, so that the rest stays whole.
package enum OfflineTokenChoice {
    /// Why the wallet's units do not suffice for a payment, in minor units.
    package struct Shortage: Error, Hashable, Sendable {
        package let wanted: UInt64
        /// The units that can be paid now, in any number of payments.
        package let available: UInt64
        /// Units of coins with the most transfers allowed.
        package let tooDeep: UInt64
        /// Units of coins whose deadline or certificate has passed.
        package let expired: UInt64
        /// Units of keys that may not pay so much at once.
        package let overCap: UInt64

        package init(wanted: UInt64, available: UInt64, tooDeep: UInt64, expired: UInt64, overCap: UInt64) {
            self.wanted = wanted
            self.available = available
            self.tooDeep = tooDeep
            self.expired = expired
            self.overCap = overCap
        }
    }

    /// One free range of one holding.
    private struct Candidate {
        let holding: Spendable
        let range: UnitRange
    }

    /// Chooses units for an amount.
    ///
    /// - Parameters:
    ///   - amount: the amount of the request.
    ///   - holdings: everything that the wallet holds in that currency.
    ///   - now: the later of the device's clock and the time floor.
    /// - Returns: one pick for each coin of the payment; their ranges add up to the amount.
    /// - Throws: ``TokensError`` with code `.insufficient` (its cause is a ``Shortage``); `.tooManyCoins` or
    ///   `.tooLarge` when the units suffice, but in too many or too large coins; `.overCap`; `.wrongAmount` for an
    ///   amount of zero.
    package static func choose(
        _ amount: Amount, from holdings: [Spendable], at now: Timestamp, policy: LimitPolicy = .standard
    ) throws -> [Pick] {
        let wanted = try amount.units
        guard wanted > 0 else { throw TokensError(.wrongAmount, "Nothing cannot be paid. Type an amount above zero.") }
        guard wanted <= policy.perPayment else {
            throw TokensError(
                .overCap, "At most \(text(policy.perPayment, amount.currency)) can be paid at once. Pay in parts.")
        }
        let usable = holdings.filter { isUsable($0, wanted: wanted, at: now) }
        let candidates = usable.flatMap { holding in holding.free.pieces.map { Candidate(holding: holding, range: $0) }
        }
        if let one = single(wanted, from: candidates), let range = one.range.prefix(wanted) {
            return [Pick(id: one.holding.id, range: range)]
        }
        guard candidates.reduce(0, { $0 + $1.range.length }) >= wanted else {
            throw shortage(wanted, amount.currency, holdings, at: now, policy: policy)
        }
        return try bundle(wanted, from: candidates, policy: policy)
    }

    private static func isUsable(_ holding: Spendable, wanted: UInt64, at now: Timestamp) -> Bool {
        !holding.isTooDeep && now <= holding.spendableUntil && wanted <= holding.cap
    }

    private static func single(_ wanted: UInt64, from candidates: [Candidate]) -> Candidate? {
        let sufficient = candidates.filter { $0.range.length >= wanted }
        let own = sufficient.filter { $0.holding.hops == 0 }.min {
            ($0.holding.spendableUntil, $0.range.length) < ($1.holding.spendableUntil, $1.range.length)
        }
        return own
            ?? sufficient.min {
                ($0.holding.hops, $0.range.length, $0.holding.spendableUntil)
                    < ($1.holding.hops, $1.range.length, $1.holding.spendableUntil)
            }
    }

    /// Largest first gives the fewest coins. The last coin is the one that takes the fewest bytes of those that cover
    /// the rest. The number of coins stays the same, and larger ones stay whole.
    private static func bundle(_ wanted: UInt64, from candidates: [Candidate], policy: LimitPolicy) throws -> [Pick] {
        let order = candidates.sorted {
            ($0.range.length, $1.holding.spentBytes) > ($1.range.length, $0.holding.spentBytes)
        }
        var left = wanted
        var taken: [Candidate] = []
        for (index, candidate) in order.enumerated() where left > 0 {
            guard candidate.range.length >= left else {
                taken.append(candidate)
                left -= candidate.range.length
                continue
            }
            let covering = order[index...].prefix { $0.range.length >= left }
            let cheapest = covering.min {
                ($0.holding.spentBytes, $0.range.length) < ($1.holding.spentBytes, $1.range.length)
            }
            taken.append(cheapest ?? candidate)
            left = 0
        }
        // Each coin's own policy limits the payment that it is part of.
        let policies = [policy] + taken.map(\.holding.policy)
        let most = policies.map(\.tokens).min() ?? policy.tokens
        guard taken.count <= most else {
            throw TokensError(
                .tooManyCoins,
                "The amount would take \(taken.count) offline tokens. A payment holds \(most). Pay in parts, or sync for larger ones."
            )
        }
        let mostBytes = policies.map(\.payloadBytes).min() ?? policy.payloadBytes
        guard taken.reduce(2, { $0 + $1.holding.spentBytes }) <= mostBytes else {
            throw TokensError(
                .tooLarge,
                "The offline tokens for this amount have passed through too many hands to fit. Pay in parts, or sync."
            )
        }
        return picks(wanted, taken)
    }

    private static func picks(_ wanted: UInt64, _ taken: [Candidate]) -> [Pick] {
        var left = wanted
        return taken.compactMap { candidate in
            guard let range = candidate.range.prefix(left) else { return nil }
            left -= range.length
            return Pick(id: candidate.holding.id, range: range)
        }
    }
}

// MARK: - Sentences

extension OfflineTokenChoice {
    private static func shortage(
        _ wanted: UInt64, _ currency: Currency, _ holdings: [Spendable], at now: Timestamp, policy: LimitPolicy
    ) -> TokensError {
        var available: UInt64 = 0
        var tooDeep: UInt64 = 0
        var expired: UInt64 = 0
        var overCap: UInt64 = 0
        for holding in holdings {
            let units = holding.free.total
            if now > holding.spendableUntil {
                expired += units
            } else if holding.isTooDeep {
                tooDeep += units
            } else if wanted > holding.cap {
                overCap += units
            } else {
                available += units
            }
        }
        let reasons = [
            (tooDeep, "has passed through \(policy.hops) hands"), (expired, "is past its date"),
            (overCap, "belongs to a key with a lower limit for one payment"),
        ].filter { $0.0 > 0 }.map { "\(text($0.0, currency)) \($0.1)" }
        let why = reasons.isEmpty ? "" : " Of the rest, " + reasons.joined(separator: ", ") + "."
        return TokensError(
            .insufficient,
            "\(text(available, currency)) can be spent offline, \(text(wanted, currency)) is wanted.\(why)"
                + " Sync with the hub to renew and buy more.",
            cause: Shortage(wanted: wanted, available: available, tooDeep: tooDeep, expired: expired, overCap: overCap))
    }

    private static func text(_ units: UInt64, _ currency: Currency) -> String {
        // Safe: a number too large for an amount is shown as minor units.
        (try? Amount(units: units, currency: currency).formatted) ?? "\(units) minor units"
    }
}
