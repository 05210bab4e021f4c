// SPDX-License-Identifier: MIT
import HubAPI
import Synchronization
import Tokens

/// Slows down guessing: after five failures in a row each further try on a name has to wait, twice as long each time.
///
/// Counts by the name as it was typed, whether or not it exists, so that nothing about names can be learnt from it.
/// Whoever knows a name can therefore delay its log-ins by up to 15 minutes; sessions that exist are not touched.
final class LoginThrottle: Sendable {
    private struct Failures {
        var count: Int
        var last: Timestamp
    }

    private static let free = 5
    private static let longestWait: UInt64 = 15 * 60
    private static let maximumNames = 10_000
    private let failures = Mutex<[String: Failures]>([:])

    /// - Throws: `HubProblem` with `.tooManyRequests` and the seconds to wait.
    func check(_ username: String, at now: Timestamp) throws {
        let until = failures.withLock { all in all[username].flatMap(Self.blockedUntil) }
        guard let until, now < until else { return }
        let seconds = until.seconds(since: now)
        throw HubProblem(
            .tooManyRequests, "Too many wrong passwords for this name. Try again in \(seconds) seconds.",
            details: ["retryAfter": "\(seconds)"])
    }

    func failed(_ username: String, at now: Timestamp) {
        failures.withLock { all in
            if all.count >= Self.maximumNames, all[username] == nil { Self.forget(&all, at: now) }
            all[username] = Failures(count: (all[username]?.count ?? 0) + 1, last: now)
        }
    }

    func succeeded(_ username: String) { failures.withLock { $0[username] = nil } }

    private static func blockedUntil(_ failures: Failures) -> Timestamp? {
        guard failures.count >= free else { return nil }
        let doublings = UInt64(min(failures.count - free, 10))
        return failures.last.adding(seconds: min(longestWait, 1 << doublings))
    }

    /// Drops names whose wait is over; if all still wait, the ones that waited longest.
    private static func forget(_ all: inout [String: Failures], at now: Timestamp) {
        all = all.filter { now < $0.value.last.adding(seconds: longestWait) }
        guard all.count >= maximumNames else { return }
        for name in all.sorted(by: { $0.value.last < $1.value.last }).prefix(maximumNames / 10) { all[name.key] = nil }
    }
}
