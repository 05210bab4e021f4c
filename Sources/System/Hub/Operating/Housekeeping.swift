// SPDX-License-Identifier: MIT
package import Tokens

/// What a serving hub does at its own pace: standing orders, the ledger's tree, refunds and claims.
///
/// It has a thread of its own, so that neither who stops the hub nor who has locked a thief out waits for ten thousand
/// standing orders. Whatever is left is done the next time.
package final class Housekeeping: @unchecked Sendable {  // the state is inside the monitor, `swept` is the thread's
    private struct State {
        var isAsked = false
        var isClockAhead = false
        /// When it was asked last, by a clock that was judged then.
        var now: Timestamp
        var isOver = false
    }

    private let hub: Hub
    private let note: @Sendable (String) -> Void
    private let monitor = Monitor()
    private var state: State
    private var swept: Timestamp
    private var thread: WorkerThread?

    /// Refunds were swept just now, so they are again in an hour.
    ///
    /// - Parameter note: takes sentences for the operator.
    /// - Throws: ``HubError`` with `.system`.
    package init(of hub: Hub, now: Timestamp, note: @escaping @Sendable (String) -> Void) throws {
        (self.hub, self.note) = (hub, note)
        swept = now
        state = State(now: now)
        thread = try WorkerThread { [self] in run() }
    }

    /// Asks for what is due now, and waits for none of it.
    ///
    /// - Parameter isClockAhead: whether what depends on dates must wait, because the clock may be wrong; what is under way ends
    ///   with its commit then.
    package func look(at now: Timestamp, isClockAhead: Bool) {
        monitor.synchronized {
            state.isAsked = true
            state.now = now
            state.isClockAhead = isClockAhead
            monitor.signal()
        }
    }

    /// Ends it after the commit that is under way.
    package func close() {
        monitor.synchronized {
            state.isOver = true
            monitor.signal()
        }
        thread?.join()
        thread = nil
    }

    private var isWanted: Bool { monitor.synchronized { !state.isOver && !state.isClockAhead } }

    private func run() {
        while true {
            let (isOver, isClockAhead, now) = monitor.synchronized {
                while !state.isAsked && !state.isOver { monitor.wait() }
                state.isAsked = false
                return (state.isOver, state.isClockAhead, state.now)
            }
            guard !isOver else { return }
            if !isClockAhead { payRecurring() }
            extendTree()
            sweep(now, isClockAhead: isClockAhead)
        }
    }

    /// What fell due while nobody served is paid too; a fault leaves it for the next look.
    private func payRecurring() {
        do {
            let report = try hub.payRecurring { isWanted }
            guard report != Hub.RecurringReport() else { return }
            note("Paid \(report.paid) recurring payments; \(report.failed) could not be paid.")
        } catch {
            note("The recurring payments could not be paid and will be tried again: \(error)")
        }
    }

    private func extendTree() {
        do {
            try hub.extendTree()
        } catch {
            note("The ledger's tree could not follow the ledger and will be tried again: \(error)")
        }
    }

    private func sweep(_ now: Timestamp, isClockAhead: Bool) {
        // After the clock was set back the last sweep would lie ahead for as long.
        swept = min(swept, now)
        guard now.seconds(since: swept) >= 3_600 else { return }
        swept = now
        guard !isClockAhead else { return note(Self.held) }
        do {
            try hub.sweep(now) { isWanted }
        } catch {
            note("The refund sweep failed and will be tried again: \(error)")
        }
    }

    private static let held =
        "Standing orders, refunds and all that is done with tokens wait, because the clock was set forward. If it is right, tell the hub to reload (SIGHUP); otherwise set it back."
}
