// SPDX-License-Identifier: MIT
import HubAPI
package import Tokens

/// Decides which transfers may already have an answer in the database, so that only those are looked up.
///
/// An id contains the time at which it was made. The most recent ids are stored. An id that is newer than all that
/// were dropped, and is not stored, is new. Decision 0077.
package struct AnsweredIDs {
    private struct Generation {
        /// Hashes take a third of the memory. If two ids have the same hash, the only cost is a look-up.
        var keys: Set<Int> = []
        /// The time of the newest id.
        var newest = Timestamp(seconds: 0)
    }

    private let capacity: Int
    private var young = Generation()
    private var old = Generation()
    /// Ids made before this time may have been dropped.
    private var since: Timestamp

    /// How far a client's clock may be ahead, in seconds. An id from a clock that is further ahead may be taken for
    /// new when it is repeated after it was dropped. Then the database refuses it.
    private static let tolerance: UInt64 = 60

    /// - Parameters:
    ///   - capacity: how many ids one generation holds; two generations are stored.
    ///   - now: ids that were answered before this time are unknown.
    package init(capacity: Int, now: Timestamp) {
        self.capacity = capacity
        since = now.adding(seconds: Self.tolerance)
    }

    /// Stores the id of a transfer that is about to be answered.
    ///
    /// - Returns: whether it may have been answered before.
    package mutating func note(_ key: QueuedTransfer.Key, at now: Timestamp) -> Bool {
        let (hash, time) = (key.hashValue, key.id.time)
        if young.keys.count >= capacity { forgetOldest() }
        let isRemembered = old.keys.contains(hash) || !young.keys.insert(hash).inserted
        young.newest = max(young.newest, min(time, now.adding(seconds: Self.tolerance)))
        return isRemembered || time < since || time > now
    }

    private mutating func forgetOldest() {
        since = max(since, old.newest.adding(seconds: 1))
        old = young
        young = Generation()
        young.keys.reserveCapacity(capacity)
    }
}
