// SPDX-License-Identifier: MIT

/// What happened in many economies, to see that the dice reach everything.
struct Tally: CustomStringConvertible {
    var economies = 0, payments = 0, deepest = 0, refusals = 0
    var crashes = 0, hubCrashes = 0, rollbacks = 0, restores = 0, lostPhones = 0, cheats = 0
    var conflicts = 0, claims = 0, swept = 0, unsaid = 0

    static func += (left: inout Tally, right: Tally) {
        left.economies += right.economies
        left.payments += right.payments
        left.deepest = max(left.deepest, right.deepest)
        left.refusals += right.refusals
        left.crashes += right.crashes
        left.hubCrashes += right.hubCrashes
        left.rollbacks += right.rollbacks
        left.restores += right.restores
        left.lostPhones += right.lostPhones
        left.cheats += right.cheats
        left.conflicts += right.conflicts
        left.claims += right.claims
        left.swept += right.swept
        left.unsaid += right.unsaid
    }

    var description: String {
        """
        \(economies) economies: \(payments) payments, up to \(deepest) hops, \(refusals) refusals; \(crashes) wallet crashes, \
        \(hubCrashes) hub crashes, \(rollbacks) rollbacks, \(restores) restores, \(lostPhones) phones lost, \(cheats) cheats; \
        \(conflicts) conflicts convicted, \(claims) claims, \(unsaid) contested coins whose payees were silent, \(swept) units refunded
        """
    }
}
