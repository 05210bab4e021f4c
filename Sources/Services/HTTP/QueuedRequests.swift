// SPDX-License-Identifier: MIT
internal import Synchronization

/// Counts, over all loops, the requests that wait for an answer, the connections, the streams, and what went past evhttp.
final class QueuedRequests: Sendable {
    private let count = Atomic(0)
    let connections = Atomic(0)
    let streams = Atomic(0)
    let direct = Atomic(0)

    var waiting: Int { count.load(ordering: .relaxed) }

    /// Returns false, and counts nothing, when `limit` are waiting.
    func enter(limit: Int) -> Bool {
        guard count.add(1, ordering: .relaxed).newValue <= limit else {
            leave()
            return false
        }
        return true
    }

    func leave() { count.subtract(1, ordering: .relaxed) }

    /// What was parked has its answer; it waits for nothing but to be sent, so there is no limit.
    func comeBack() { count.add(1, ordering: .relaxed) }
}
