// SPDX-License-Identifier: MIT
package import HubAPI
import HubLedger
import Synchronization
import Tokens

/// The rate limits of one account and of one address, for each cost class of routes.
package struct RateLimits: Sendable, Equatable {
    /// A token bucket: a number of calls that refills steadily.
    package struct Rate: Sendable, Equatable {
        /// The capacity: calls that can be made at once.
        package var burst: UInt64
        /// Calls added per minute.
        package var perMinute: UInt64

        package init(burst: UInt64, perMinute: UInt64) {
            self.burst = burst
            self.perMinute = perMinute
        }
    }

    /// Whether calls are counted.
    package var isEnabled = true
    /// A cost class without an entry is not limited.
    package var account: [RouteCost: Rate]
    package var address: [RouteCost: Rate]
    /// The largest number of buckets in memory.
    package var maximumBuckets = 50_000

    package init(account: [RouteCost: Rate], address: [RouteCost: Rate]) {
        self.account = account
        self.address = address
    }

    /// For tests and benchmarks, where the clock stands still or all calls come from one address.
    package static let none = RateLimits(account: [:], address: [:])

    /// The default of `satchel-hub serve`. Many people may share one address.
    package static let standard = RateLimits(
        account: [
            .cheap: Rate(burst: 120, perMinute: 600), .money: Rate(burst: 120, perMinute: 300),
            .password: Rate(burst: 10, perMinute: 10), .file: Rate(burst: 2_000, perMinute: 60_000),
        ],
        address: [
            .cheap: Rate(burst: 600, perMinute: 6_000), .money: Rate(burst: 600, perMinute: 3_000),
            .password: Rate(burst: 30, perMinute: 60), .file: Rate(burst: 4_000, perMinute: 120_000),
        ])
}

/// Counts calls by account and by address, and refuses those beyond the limit.
final class RateGate: Sendable {
    enum Caller: Hashable, Sendable {
        case account(Int64)
        case network(String)
    }

    private struct Key: Hashable {
        let caller: Caller
        let cost: RouteCost
    }

    /// In sixtieths of a call, so that a rate per minute adds a whole number each second.
    private struct Bucket {
        var level: UInt64
        var time: Timestamp
    }

    private static let parts: UInt64 = 60
    private let limits: RateLimits
    private let buckets = Mutex<[Key: Bucket]>([:])

    init(_ limits: RateLimits) {
        self.limits = limits
    }

    /// Takes one call out of the caller's bucket.
    ///
    /// - Throws: `HubProblem` with `.tooManyRequests` and the seconds until the next call is allowed.
    func admit(_ caller: Caller, _ cost: RouteCost, at now: Timestamp) throws {
        guard limits.isEnabled, let rate = rate(caller, cost) else { return }
        let key = Key(caller: caller, cost: cost)
        let missing = buckets.withLock { all -> UInt64 in
            if all[key] == nil, all.count >= limits.maximumBuckets { forget(&all, at: now) }
            var bucket = Self.filled(all[key], rate, at: now)
            // Also for a refused call: after the clock was set back, time counts from the first call on.
            defer { all[key] = bucket }
            guard bucket.level >= Self.parts else { return Self.parts - bucket.level }
            bucket.level -= Self.parts
            return 0
        }
        guard missing > 0 else { return }
        let seconds = rate.perMinute == 0 ? 60 : (missing + rate.perMinute - 1) / rate.perMinute
        throw HubProblem(
            .tooManyRequests,
            caller.isAccount
                ? "This account has called too often. Try again in \(seconds) seconds."
                : "Too many calls come from this address. Try again in \(seconds) seconds.",
            details: ["retryAfter": "\(max(1, seconds))"])
    }

    /// Whether calls of this cost are limited by address.
    func limitsAddresses(_ cost: RouteCost) -> Bool { limits.isEnabled && limits.address[cost] != nil }

    /// The number of buckets in memory, at most the maximum.
    var count: Int { buckets.withLock { $0.count } }

    private func rate(_ caller: Caller, _ cost: RouteCost) -> RateLimits.Rate? {
        caller.isAccount ? limits.account[cost] : limits.address[cost]
    }

    private static func filled(_ bucket: Bucket?, _ rate: RateLimits.Rate, at now: Timestamp) -> Bucket {
        let full = rate.burst * parts
        guard let bucket else { return Bucket(level: full, time: now) }
        // A clock that was set back adds and removes nothing; from then on time counts as usual.
        let seconds = min(now.seconds(since: bucket.time), UInt64(UInt32.max))
        return Bucket(level: min(full, bucket.level + seconds * rate.perMinute), time: now)
    }

    /// Drops full buckets, which equal no bucket. If that is not enough, drops the least recently used ones.
    private func forget(_ all: inout [Key: Bucket], at now: Timestamp) {
        all = all.filter { key, bucket in
            guard let rate = rate(key.caller, key.cost) else { return false }
            return Self.filled(bucket, rate, at: now).level < rate.burst * Self.parts
        }
        guard all.count >= limits.maximumBuckets else { return }
        let oldest = all.sorted { $0.value.time < $1.value.time }.prefix(max(1, limits.maximumBuckets / 10))
        for (key, _) in oldest { all[key] = nil }
    }
}

extension RateGate.Caller {
    fileprivate var isAccount: Bool { if case .account = self { true } else { false } }
}
