// SPDX-License-Identifier: MIT
internal import Synchronization

/// Counts the requests of all loops that wait for an answer.
final class QueuedRequests: Sendable {
    private let count = Atomic(0)

    /// Returns false, and counts nothing, when `limit` are waiting.
    func enter(limit: Int) -> Bool {
        guard count.add(1, ordering: .relaxed).newValue <= limit else {
            leave()
            return false
        }
        return true
    }

    func leave() { count.subtract(1, ordering: .relaxed) }
}
