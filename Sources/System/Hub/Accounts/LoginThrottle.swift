// SPDX-License-Identifier: MIT
import HubAPI
import Synchronization
import Tokens

/// Slows down guessing: after some failures in a row each further try has to wait, twice as long each time.
///
/// Counts by the name as it was typed, whether or not it exists, so that nothing about names can be learnt from it; by the
/// address it comes from, where many people may share one; and by the account whose codes are guessed. Whoever knows a name
/// can therefore delay its log-ins by up to 15 minutes; sessions that exist are not touched.
final class LoginThrottle: Sendable {
    /// What failures are counted by.
    enum Key: Hashable, Sendable {
        case name(String)
        case address(String)
        case codes(Int64)

        /// Failures in a row without a wait.
        fileprivate var free: Int {
            switch self {
            case .name, .codes: 5
            case .address: 30
            }
        }

        fileprivate var what: String {
            switch self {
            case .name: "wrong passwords for this name"
            case .address: "failed log-ins from this address"
            case .codes: "wrong codes for this account"
            }
        }
    }

    private struct Failures {
        var count: Int
        var last: Timestamp
    }

    private static let longestWait: UInt64 = 15 * 60
    private let maximumKeys: Int
    private let failures = Mutex<[Key: Failures]>([:])

    init(maximumKeys: Int = 10_000) {
        self.maximumKeys = maximumKeys
    }

    /// - Throws: `HubProblem` with `.tooManyRequests` and the seconds to wait.
    func check(_ keys: [Key], at now: Timestamp) throws {
        let waits = failures.withLock { all in
            keys.compactMap { key -> (Key, UInt64)? in
                guard var known = all[key] else { return nil }
                if known.last > now {
                    // The clock was set back: the wait is as long as it was meant to be, and no longer.
                    known.last = now
                    all[key] = known
                }
                return Self.blockedUntil(known, free: key.free).map { (key, $0.seconds(since: now)) }
            }
        }
        guard let (key, seconds) = waits.max(by: { $0.1 < $1.1 }), seconds > 0 else { return }
        throw HubProblem(
            .tooManyRequests, "Too many \(key.what). Try again in \(seconds) seconds.",
            details: ["retryAfter": "\(seconds)"])
    }

    /// - Returns: whether the next try has to wait, and this one did not have to.
    @discardableResult
    func failed(_ keys: [Key], at now: Timestamp) -> Bool {
        failures.withLock { all in
            var isNew = false
            for key in keys {
                if all.count >= maximumKeys, all[key] == nil { forget(&all, at: now) }
                let count = (all[key]?.count ?? 0) + 1
                all[key] = Failures(count: count, last: now)
                if count == key.free { isNew = true }
            }
            return isNew
        }
    }

    /// An address is not forgiven for one password that was right: it may be the attacker's own.
    func succeeded(_ key: Key) { failures.withLock { $0[key] = nil } }

    /// How many keys are remembered: never more than the maximum.
    var count: Int { failures.withLock { $0.count } }

    private static func blockedUntil(_ failures: Failures, free: Int) -> Timestamp? {
        guard failures.count >= free else { return nil }
        let doublings = UInt64(min(failures.count - free, 10))
        return failures.last.adding(seconds: min(longestWait, 1 << doublings))
    }

    /// Drops keys whose wait is over; if all still wait, the ones that waited longest.
    private func forget(_ all: inout [Key: Failures], at now: Timestamp) {
        all = all.filter { now < $0.value.last.adding(seconds: Self.longestWait) }
        guard all.count >= maximumKeys else { return }
        for key in all.sorted(by: { $0.value.last < $1.value.last }).prefix(max(1, maximumKeys / 10)) {
            all[key.key] = nil
        }
    }
}
