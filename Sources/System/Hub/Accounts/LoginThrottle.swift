// SPDX-License-Identifier: MIT
import HubAPI
import Synchronization
import Tokens

/// Slows down guessing: after some failures in a row each further try has to wait, twice as long each time.
///
/// Counts by the name as it was typed, whether or not it exists, so that nothing about names can be learnt from it; by the
/// address it comes from, where many people may share one; and by the account whose codes are guessed, or whose password is
/// asked for again within a session. Whoever knows a name can therefore delay its log-ins by up to 15 minutes; sessions that
/// exist are not touched.
final class LoginThrottle: Sendable {
    /// What failures are counted by.
    enum Key: Hashable, Sendable {
        case name(String)
        case address(String)
        case codes(Int64)
        case password(Int64)

        /// Failures in a row without a wait.
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
        /// Tries that have begun and may fail.
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

    /// What became of a try.
    enum Outcome: Equatable {
        case passed
        /// - Parameter isNew: whether the next try has to wait, and this one did not have to.
        case failed(isNew: Bool)
    }

    /// Makes a try that takes long, and counts it from its beginning as one that may fail: so tries that were let in together,
    /// before the first of them had failed, do not slip by together. One that passes is forgiven the first key's failures; an
    /// address is not forgiven for one password that was right: it may be the attacker's own.
    ///
    /// - Parameter passes: makes it; when it throws nothing is counted.
    /// - Throws: as ``check(_:at:)``, then nothing was tried; or what `passes` throws.
    func attempt(_ keys: [Key], by clock: Clock, _ passes: () throws -> Bool) throws -> Outcome {
        try failures.withLock { all in
            let now = clock.now()
            try Self.check(keys, at: now, &all)
            for key in keys { change(key, at: now, &all) { $0.underway += 1 } }
        }
        let passed = Result(catching: passes)
        // In one step: a failure that still counted as under way would be two.
        return try failures.withLock { all in
            let now = clock.now()
            for key in keys where all[key] != nil {
                // What was begun may have been forgotten meanwhile.
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
                // The clock was set back: the wait is as long as it was meant to be, and no longer.
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

    /// Forgives a key's failures.
    func succeeded(_ key: Key, at now: Timestamp) {
        failures.withLock { all in
            if all[key] != nil { change(key, at: now, &all) { $0.count = 0 } }
        }
    }

    /// - Returns: whether the next try has to wait, and this one did not have to.
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

    /// Keeps what is left of a key's failures, if anything is.
    private func change(_ key: Key, at now: Timestamp, _ all: inout [Key: Failures], _ body: (inout Failures) -> Void) {
        if all.count >= maximumKeys, all[key] == nil { forget(&all, at: now) }
        var known = all[key] ?? Failures(last: now)
        body(&known)
        all[key] = known.count == 0 && known.underway == 0 ? nil : known
    }

    /// How many keys are remembered: never more than the maximum.
    var count: Int { failures.withLock { $0.count } }

    /// Seconds.
    private static func wait(_ failures: Failures, free: Int, at now: Timestamp) -> UInt64 {
        guard failures.count + failures.underway >= free else { return 0 }
        // What is under way may be the failure that there is to wait for.
        let least: UInt64 = failures.underway > 0 ? 1 : 0
        guard failures.count >= free else { return least }
        let doublings = UInt64(min(failures.count - free, 10))
        let until = failures.last.adding(seconds: min(longestWait, 1 << doublings))
        return max(least, until.seconds(since: now))
    }

    /// Drops keys whose wait is over; if all still wait, those that failed least, so that nobody's failures are forgotten for those
    /// of names that were made up for it.
    private func forget(_ all: inout [Key: Failures], at now: Timestamp) {
        all = all.filter { $0.value.underway > 0 || now < $0.value.last.adding(seconds: Self.longestWait) }
        guard all.count >= maximumKeys else { return }
        let leastFirst = all.sorted {
            ($0.value.underway, $0.value.count, $0.value.last) < ($1.value.underway, $1.value.count, $1.value.last)
        }
        for key in leastFirst.prefix(max(1, maximumKeys / 10)) { all[key.key] = nil }
    }
}
