// SPDX-License-Identifier: MIT
internal import CEvent
internal import Glibc
internal import Synchronization

/// The ticks of a server's event loop. In each tick the loop handles everything that has arrived, one request after
/// another, and then waits.
///
/// Something whose start costs as much as its use can be started for the first request of a tick and kept for the
/// following ones.
///
/// Unchecked Sendable: requests carry it to any thread, but only the loop's thread passes the check of the caller.
package final class LoopTurn: @unchecked Sendable {
    /// An object that a handler keeps until the tick ends.
    package protocol Companion: AnyObject {
        /// Called when the loop is about to wait and drops the companion.
        func turnEnded()
    }

    /// The loop's thread while it runs; 0 otherwise.
    private let runner = Atomic<UInt>(0)
    /// Runs ``end()`` after everything that has arrived.
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
        // Another thread may get the same number.
        runner.store(0, ordering: .relaxed)
    }

    /// Whether the calling thread is the loop's. A request may have been passed to another thread.
    package var isCurrent: Bool { runner.load(ordering: .relaxed) == UInt(pthread_self()) }

    /// The companion that an earlier request of this tick has left. Only for the loop's thread.
    package var companion: (any Companion)? {
        precondition(isCurrent, "A turn belongs to its loop's thread.")
        return kept
    }

    /// Sets the companion for the following requests of this tick. Ends the previous one. Only for the loop's thread.
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

    /// Declares, in a handler, that its request waits for something that may take long. It no longer counts as work of
    /// the server, and `onGone` is called if the client disconnects.
    ///
    /// Has no effect on another thread, for a request that was answered, and for ``DirectRequests``.
    ///
    /// - Parameter onGone: called at most once, on the loop's thread, within two seconds after the client has
    ///   disconnected, or when the server stops. The request must still be answered.
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
