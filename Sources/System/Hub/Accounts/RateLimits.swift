// SPDX-License-Identifier: MIT
package import HubAPI
import Synchronization
import Tokens

/// How many calls of each cost one account and one address may make.
package struct RateLimits: Sendable, Equatable {
    /// A bucket of calls that fills again steadily.
    package struct Rate: Sendable, Equatable {
        /// Calls at once.
        package var burst: UInt64
        /// Calls a minute that come back.
        package var perMinute: UInt64

        package init(burst: UInt64, perMinute: UInt64) {
            self.burst = burst
            self.perMinute = perMinute
        }
    }

    /// Whether anything is counted at all.
    package var isEnabled = true
    /// A class that is not here is not limited.
    package var account: [RouteCost: Rate]
    package var address: [RouteCost: Rate]
    /// Buckets that are remembered.
    package var maximumBuckets = 50_000

    package init(account: [RouteCost: Rate], address: [RouteCost: Rate]) {
        self.account = account
        self.address = address
    }

    /// For tests and benchmarks, whose clocks stand still or whose calls all come from one place.
    package static let none = RateLimits(account: [:], address: [:])

    /// What `satchel-hub serve` runs with unless it is told otherwise. Many people may share one address.
    package static let standard = RateLimits(
        account: [
            .cheap: Rate(burst: 120, perMinute: 600), .money: Rate(burst: 120, perMinute: 300),
            .password: Rate(burst: 10, perMinute: 10),
        ],
        address: [
            .cheap: Rate(burst: 600, perMinute: 6_000), .money: Rate(burst: 600, perMinute: 3_000),
            .password: Rate(burst: 30, perMinute: 60),
        ])
}

/// Counts calls by account and by address, and refuses those beyond their rate.
final class RateGate: Sendable {
    enum Caller: Hashable, Sendable {
        case account(Int64)
        case network(String)
    }

    private struct Key: Hashable {
        let caller: Caller
        let cost: RouteCost
    }

    /// Sixtieths of calls: what a minute's rate brings each second is a whole number of them.
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
    /// - Throws: `HubProblem` with `.tooManyRequests` and the seconds until there is one again.
    func admit(_ caller: Caller, _ cost: RouteCost, at now: Timestamp) throws {
        guard limits.isEnabled, let rate = rate(caller, cost) else { return }
        let key = Key(caller: caller, cost: cost)
        let missing = buckets.withLock { all -> UInt64 in
            if all[key] == nil, all.count >= limits.maximumBuckets { forget(&all, at: now) }
            var bucket = Self.filled(all[key], rate, at: now)
            // Also of a refused call: after a clock was set back, time is counted from the first look on.
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

    /// Whether calls of this cost are counted by address at all.
    func limitsAddresses(_ cost: RouteCost) -> Bool { limits.isEnabled && limits.address[cost] != nil }

    /// How many buckets are remembered: never more than the maximum.
    var count: Int { buckets.withLock { $0.count } }

    private func rate(_ caller: Caller, _ cost: RouteCost) -> RateLimits.Rate? {
        caller.isAccount ? limits.account[cost] : limits.address[cost]
    }

    private static func filled(_ bucket: Bucket?, _ rate: RateLimits.Rate, at now: Timestamp) -> Bucket {
        let full = rate.burst * parts
        guard let bucket else { return Bucket(level: full, time: now) }
        // A clock that was set back brings nothing and takes nothing, and from then on it counts as ever.
        let seconds = min(now.seconds(since: bucket.time), UInt64(UInt32.max))
        return Bucket(level: min(full, bucket.level + seconds * rate.perMinute), time: now)
    }

    /// Drops buckets that are full again, which are as good as none; if that is not enough, the ones used longest ago.
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
