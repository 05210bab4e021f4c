// SPDX-License-Identifier: MIT
import HubAPI
import HubLedger
import Synchronization
import Tokens

/// Slows down guessing of passwords and codes: after some consecutive failures each further attempt has to wait, twice
/// as long each time.
///
/// Failures are counted by the name as typed, whether or not it exists, so that a caller cannot find out which names
/// exist. They are also counted by address, which many people may share, and by the account whose codes are guessed or
/// whose password is asked for again within a session. An attacker who knows a name can therefore delay its log-ins by
/// up to 15 minutes. Existing sessions are not affected.
final class LoginThrottle: Sendable {
    /// What failures are counted by.
    enum Key: Hashable, Sendable {
        case name(String)
        case address(String)
        case codes(Int64)
        case password(Int64)

        /// Consecutive failures that are allowed without a wait.
        fileprivate var free: Int {
            switch self {
            case .name, .codes, .password: 5
            case .address: 30
            }
        }

        fileprivate var what: String {
            switch self {
            case .name: "wrong passwords for this name"
            case .address: "failed log-ins from this address"
            case .codes: "wrong codes for this account"
            case .password: "wrong passwords for this account"
            }
        }
    }

    private struct Failures {
        var count = 0
        var last: Timestamp
        /// Attempts that have begun and may fail.
        var underway = 0
    }

    private static let longestWait: UInt64 = 15 * 60
    private let maximumKeys: Int
    private let failures = Mutex<[Key: Failures]>([:])

    init(maximumKeys: Int = 10_000) {
        self.maximumKeys = maximumKeys
    }

    /// - Throws: `HubProblem` with `.tooManyRequests` and the seconds to wait.
    func check(_ keys: [Key], at now: Timestamp) throws {
        try failures.withLock { try Self.check(keys, at: now, &$0) }
    }

    /// The result of an attempt.
    enum Outcome: Equatable {
        case passed
        /// - Parameter isNew: whether this failure made the next attempt wait when this one did not have to.
        case failed(isNew: Bool)
    }

    /// Makes an attempt and counts it as a possible failure from its beginning, so that many attempts that start
    /// together cannot all avoid the limit. A success clears the failures of the first key only: the failures of an
    /// address stay, because the correct password may be the attacker's own.
    ///
    /// - Parameter passes: makes the attempt. If it throws, nothing is counted.
    /// - Throws: as ``check(_:at:)``, without making the attempt, or what `passes` throws.
    func attempt(_ keys: [Key], by clock: Clock, _ passes: () throws -> Bool) throws -> Outcome {
        try failures.withLock { all in
            let now = clock.now()
            try Self.check(keys, at: now, &all)
            for key in keys { change(key, at: now, &all) { $0.underway += 1 } }
        }
        let passed = Result(catching: passes)
        // In one step: otherwise a failure that still counts as under way would be counted twice.
        return try failures.withLock { all in
            let now = clock.now()
            for key in keys where all[key] != nil {
                // The entry may have been dropped meanwhile.
                change(key, at: now, &all) { $0.underway = max(0, $0.underway - 1) }
            }
            guard try passed.get() else { return .failed(isNew: fail(keys, at: now, &all)) }
            if let first = keys.first, all[first] != nil { change(first, at: now, &all) { $0.count = 0 } }
            return .passed
        }
    }

    private static func check(_ keys: [Key], at now: Timestamp, _ all: inout [Key: Failures]) throws {
        let waits = keys.compactMap { key -> (Key, UInt64)? in
            guard var known = all[key] else { return nil }
            if known.last > now {
                // The clock was set back: the wait starts again from now, with its usual length.
                known.last = now
                all[key] = known
            }
            return (key, Self.wait(known, free: key.free, at: now))
        }
        guard let (key, seconds) = waits.max(by: { $0.1 < $1.1 }), seconds > 0 else { return }
        throw HubProblem(
            .tooManyRequests, "Too many \(key.what). Try again in \(seconds) seconds.",
            details: ["retryAfter": "\(seconds)"])
    }

    func failed(_ keys: [Key], at now: Timestamp) {
        failures.withLock { _ = fail(keys, at: now, &$0) }
    }

    /// Clears the failures of a key.
    func succeeded(_ key: Key, at now: Timestamp) {
        failures.withLock { all in
            if all[key] != nil { change(key, at: now, &all) { $0.count = 0 } }
        }
    }

    /// - Returns: whether this failure made the next attempt wait when this one did not have to.
    private func fail(_ keys: [Key], at now: Timestamp, _ all: inout [Key: Failures]) -> Bool {
        var isNew = false
        for key in keys {
            change(key, at: now, &all) { known in
                known.count += 1
                known.last = now
                if known.count == key.free { isNew = true }
            }
        }
        return isNew
    }

    /// Updates the failures of a key, and drops the entry when none are left.
    private func change(_ key: Key, at now: Timestamp, _ all: inout [Key: Failures], _ body: (inout Failures) -> Void) {
        if all.count >= maximumKeys, all[key] == nil { forget(&all, at: now) }
        var known = all[key] ?? Failures(last: now)
        body(&known)
        all[key] = known.count == 0 && known.underway == 0 ? nil : known
    }

    /// The number of stored keys, at most the maximum.
    var count: Int { failures.withLock { $0.count } }

    /// Seconds.
    private static func wait(_ failures: Failures, free: Int, at now: Timestamp) -> UInt64 {
        guard failures.count + failures.underway >= free else { return 0 }
        // An attempt under way may turn out to be the failure that requires a wait.
        let least: UInt64 = failures.underway > 0 ? 1 : 0
        guard failures.count >= free else { return least }
        let doublings = UInt64(min(failures.count - free, 10))
        let until = failures.last.adding(seconds: min(longestWait, 1 << doublings))
        return max(least, until.seconds(since: now))
    }

    /// Drops keys whose wait is over. If all still wait, drops those with the fewest failures, so that an attacker
    /// cannot clear a key's failures with invented names.
    private func forget(_ all: inout [Key: Failures], at now: Timestamp) {
        all = all.filter { $0.value.underway > 0 || now < $0.value.last.adding(seconds: Self.longestWait) }
        guard all.count >= maximumKeys else { return }
        let leastFirst = all.sorted {
            ($0.value.underway, $0.value.count, $0.value.last) < ($1.value.underway, $1.value.count, $1.value.last)
        }
        for key in leastFirst.prefix(max(1, maximumKeys / 10)) { all[key.key] = nil }
    }
}
