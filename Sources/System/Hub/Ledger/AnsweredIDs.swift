// SPDX-License-Identifier: MIT
import HubAPI
import Tokens

/// Tells which transfers may have an answer in the books already, so that the books are asked about those alone.
///
/// An id says when it was made. Those that came last are remembered; one that was made later than everything that was
/// forgotten, and is not remembered, is fresh. Decision 0077.
struct AnsweredIDs {
    private struct Generation {
        /// Hashes take a third of the room; two ids with the same one only cost a look.
        var keys: Set<Int> = []
        /// When the newest of them was made.
        var newest = Timestamp(seconds: 0)
    }

    private let capacity: Int
    private var young = Generation()
    private var old = Generation()
    /// Whatever was made before this may be forgotten.
    private var since: Timestamp

    /// How far a caller's clock may be ahead. An id from a clock that is further ahead may be taken for fresh when it comes
    /// again after it was forgotten; then the books refuse it.
    private static let tolerance: UInt64 = 60

    /// - Parameters:
    ///   - capacity: how many ids one generation holds; two are remembered.
    ///   - now: nothing is known of what was answered before.
    init(capacity: Int, now: Timestamp) {
        self.capacity = capacity
        since = now.adding(seconds: Self.tolerance)
    }

    /// Notes a transfer that is about to be answered.
    ///
    /// - Returns: whether it may have been answered before.
    mutating func note(_ key: QueuedTransfer.Key, at now: Timestamp) -> Bool {
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
