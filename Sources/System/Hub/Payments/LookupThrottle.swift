// SPDX-License-Identifier: MIT
import HubAPI
import Synchronization
import Tokens

/// Prevents callers from collecting usernames: each account may look up only a number of unknown names an hour.
final class LookupThrottle: Sendable {
    private struct Misses {
        var count: Int
        var since: Timestamp
    }

    /// The number of unknown names an hour.
    static let maximumMisses = 30
    private static let maximumAccounts = 50_000
    private let misses = Mutex<[Int64: Misses]>([:])

    /// - Throws: `HubProblem` with `.tooManyRequests` and the seconds to wait, whether the name exists or not.
    func check(_ account: Int64, at now: Timestamp) throws {
        let end = misses.withLock { all -> Timestamp? in
            guard let known = all[account], known.count >= Self.maximumMisses else { return nil }
            // If the clock was set back, the hour starts now.
            if known.since > now { all[account]?.since = now }
            return Self.end(of: Misses(count: known.count, since: min(known.since, now)))
        }
        guard let end, now < end else { return }
        let seconds = end.seconds(since: now)
        throw HubProblem(
            .tooManyRequests, "Too many names that are not in use at this hub. Try again in \(seconds) seconds.",
            details: ["retryAfter": "\(seconds)"])
    }

    func missed(_ account: Int64, at now: Timestamp) {
        misses.withLock { all in
            if all.count >= Self.maximumAccounts, all[account] == nil {
                all = all.filter { now < Self.end(of: $0.value) }
            }
            if all.count >= Self.maximumAccounts, all[account] == nil { all.removeAll() }
            let known = all[account].flatMap { now < Self.end(of: $0) ? $0 : nil }
            all[account] = Misses(count: (known?.count ?? 0) + 1, since: known?.since ?? now)
        }
    }

    private static func end(of misses: Misses) -> Timestamp { misses.since.adding(seconds: Timestamp.secondsPerHour) }
}
