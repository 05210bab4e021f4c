// SPDX-License-Identifier: MIT
import Crypto
import Glibc
import Hub
import HubStorage
import Synchronization
import Testing
import Tokens

/// M5: colluders who look for profit, at a real hub. What they gain is never more than the bound that is proved in
/// Documentation/Protocols/Hub-API.md, and they do not crowd out honest payees.
@Suite struct ColluderTests {
    /// `SATCHEL_SCHEMES`: how many economies. `SATCHEL_SEED`: the first search.
    private static func setting(_ name: String, _ standard: UInt64) -> UInt64 {
        getenv(name).flatMap { UInt64(String(cString: $0)) } ?? standard
    }

    /// Economies of one search: one from the dice, and the others varied from the best one before.
    private static let searchLength: UInt64 = 20

    @Test func noRingGainsMoreThanTheBound() async {
        let count = Self.setting("SATCHEL_SCHEMES", 100)
        let first = Self.setting("SATCHEL_SEED", 1)
        let searches = Searches(first: first, end: first + max(1, count / Self.searchLength))
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2 { group.addTask { Self.work(searches) } }
        }
        print(searches.summary)
        for failure in searches.failures { Issue.record("\(failure)") }
    }

    private static func work(_ searches: Searches) {
        while let seed = searches.take() {
            let dice = Dice(seed: seed)
            let configuration = configuration(dice)
            var (best, profit) = (Scheme(dice), Int64.min)
            for trial in 0..<searchLength {
                let scheme = trial == 0 ? best : best.varied(dice)
                do {
                    let outcome = try Ring(scheme, configuration, dice: Dice(seed: seed &* 1_000 &+ trial)).run()
                    searches.count(outcome)
                    guard outcome.profit >= profit else { continue }
                    (best, profit) = (scheme, outcome.profit)
                } catch {
                    searches.fail(
                        """
                        SATCHEL_SEED=\(seed) SATCHEL_SCHEMES=\(searchLength) swift test --filter ColluderTests
                        \(error)
                        cap \(configuration.guaranteeCap), a day \(configuration.guaranteePerDay), young \
                        \(configuration.youngDays) days and \(configuration.youngOfflineTotal)
                        \(scheme)
                        """)
                    break
                }
            }
        }
    }

    /// The settings of half the hubs are the defaults.
    private static func configuration(_ dice: Dice) -> HubConfiguration {
        var configuration = HubConfiguration()
        configuration.passwordCost = .minimum
        // Longer than any economy: no one logs in again.
        configuration.keyDays = 800
        configuration.accessTokenLife = 800 * Timestamp.secondsPerDay
        configuration.refreshTokenLife = 800 * Timestamp.secondsPerDay
        guard dice.chance(500) else { return configuration }
        configuration.guaranteeCap = UInt64(dice.roll(0...100_000))
        configuration.guaranteePerDay = UInt64([dice.roll(0...3_000), dice.roll(0...200_000)][dice.below(2)])
        configuration.youngDays = UInt64(dice.roll(0...60))
        configuration.youngOfflineTotal = UInt64(dice.roll(0...100_000))
        return configuration
    }
}

/// Hands out searches to the threads and keeps what came of them.
private final class Searches: Sendable {
    private struct State {
        var next: UInt64
        var failures: [String] = []
        var economies = 0, profitable = 0, claims = 0, victims = 0, culprits = 0, days = 0
        var largest = Ring.Outcome()
        /// In thousandths of the bound.
        var closest: Int64 = 0
    }

    private static let maximumFailures = 3

    private let end: UInt64
    private let state: Mutex<State>

    init(first: UInt64, end: UInt64) {
        self.end = end
        state = Mutex(State(next: first))
    }

    func take() -> UInt64? {
        state.withLock { state in
            guard state.next < end, state.failures.count < Self.maximumFailures else { return nil }
            state.next += 1
            return state.next - 1
        }
    }

    func count(_ outcome: Ring.Outcome) {
        state.withLock { state in
            state.economies += 1
            state.claims += outcome.claims
            state.victims += outcome.victims
            state.culprits += outcome.culprits
            state.days += outcome.days
            if outcome.profit > 0 { state.profitable += 1 }
            if outcome.profit > state.largest.profit { state.largest = outcome }
            if outcome.bound > 0 { state.closest = max(state.closest, outcome.profit * 1_000 / outcome.bound) }
        }
    }

    func fail(_ story: String) {
        print(story)
        fflush(nil)
        state.withLock { $0.failures.append(story) }
    }

    var failures: [String] { state.withLock { $0.failures } }

    var summary: String {
        state.withLock {
            """
            \($0.economies) economies of colluders, \($0.profitable) with a profit, \($0.culprits) culprits, \($0.claims) claims, \
            \($0.days) days on which the fund paid, \($0.victims) honest shares; largest profit \($0.largest.profit) where the \
            bound is \($0.largest.bound) for \($0.largest.culprits) culprits and \($0.largest.days) days; closest to a bound \
            \($0.closest) thousandths
            """
        }
    }
}
