// SPDX-License-Identifier: MIT
internal import Synchronization

/// Counts, over all loops, the waiting requests, the connections, the streams, and the direct requests.
final class QueuedRequests: Sendable {
    private let count = Atomic(0)
    let connections = Atomic(0)
    let streams = Atomic(0)
    let direct = Atomic(0)

    var waiting: Int { count.load(ordering: .relaxed) }

    /// Counts a request, or returns false if `limit` are waiting.
    func enter(limit: Int) -> Bool {
        guard count.add(1, ordering: .relaxed).newValue <= limit else {
            leave()
            return false
        }
        return true
    }

    func leave() { count.subtract(1, ordering: .relaxed) }

    /// Counts a parked request again when its answer is ready. There is no limit, because it only waits to be sent.
    func comeBack() { count.add(1, ordering: .relaxed) }
}
