// SPDX-License-Identifier: MIT
internal import CEvent
internal import Glibc
internal import Synchronization

/// The turns of a server's loop: whatever has come is handled, one request after the other, and then the loop waits for more.
///
/// What costs as much to begin as to use can be begun for the first request of a turn and kept for those that follow.
///
/// Unchecked Sendable: requests carry it anywhere; only the loop's thread gets past the look at who calls.
package final class LoopTurn: @unchecked Sendable {
    /// What a handler keeps until the turn ends.
    package protocol Companion: AnyObject {
        /// The loop is about to wait, and lets go of the companion.
        func turnEnded()
    }

    /// The loop's thread, while it runs.
    private let runner = Atomic<UInt>(0)
    /// Runs ``end()`` behind everything that has come.
    private var ending: OpaquePointer?  // struct event, of the loop
    private var kept: (any Companion)?
    /// The request whose handler runs now.
    private var serving: PendingReply?

    /// Called by the loop's thread before its first turn.
    func begin(ending: OpaquePointer?) {
        self.ending = ending
        runner.store(UInt(pthread_self()), ordering: .relaxed)
    }

    /// Called by the loop's thread after its last turn.
    func close() {
        end()
        // Another thread may be given the same number.
        runner.store(0, ordering: .relaxed)
    }

    /// Whether the calling thread is the loop's; a request may have been handed to another one.
    package var isCurrent: Bool { runner.load(ordering: .relaxed) == UInt(pthread_self()) }

    /// What an earlier request of this turn has left; only for the loop's thread.
    package var companion: (any Companion)? {
        precondition(isCurrent, "A turn belongs to its loop's thread.")
        return kept
    }

    /// Leaves something for the requests that follow in this turn, in place of what was there; only for the loop's thread.
    package func keep(_ companion: any Companion) {
        precondition(isCurrent, "A turn belongs to its loop's thread.")
        kept?.turnEnded()
        kept = companion
        event_active(ending, Int32(EV_TIMEOUT), 0)
    }

    /// Runs the handler of a request that it may park.
    func serve(_ pending: PendingReply, _ handle: () -> Void) {
        serving = pending
        handle()
        serving = nil
    }

    /// Says, in a handler, that its request waits for something that may not happen for long, and is no work for the server
    /// meanwhile: it is counted no longer, and the handler is told when nobody waits any more.
    ///
    /// Does nothing on another thread, for a request that was answered, and for one of ``DirectRequests``.
    ///
    /// - Parameter onGone: called at most once, on the loop's thread, within a second or two after the client has gone, or when the
    ///   server stops. The request is to be answered all the same.
    package func park(onGone: @escaping @Sendable () -> Void) {
        guard isCurrent else { return }
        serving?.park(onGone: onGone)
    }

    func end() {
        let ended = kept
        kept = nil
        ended?.turnEnded()
    }
}
