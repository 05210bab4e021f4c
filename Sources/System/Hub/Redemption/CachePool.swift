// SPDX-License-Identifier: MIT
import HubStorage
import Tokens

/// Caches of verified signatures. Each is used by one thread at a time, so that threads do not wait for each other.
final class CachePool: @unchecked Sendable {  // a cache leaves `idle`, under the monitor, before a thread uses it
    private let monitor = Monitor()
    private var idle: [VerifiedRecordCache] = []

    func lend<R>(_ body: (inout VerifiedRecordCache) throws -> R) rethrows -> R {
        var cache = monitor.synchronized { idle.popLast() } ?? VerifiedRecordCache()
        defer { monitor.synchronized { idle.append(cache) } }
        return try body(&cache)
    }
}
