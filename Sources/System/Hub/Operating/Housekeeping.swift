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
        var isOver = false
    }

    private let hub: Hub
    private let clock: Clock
    private let note: @Sendable (String) -> Void
    private let monitor = Monitor()
    private var state = State()
    private var swept: Timestamp
    private var thread: WorkerThread?

    /// Refunds were swept just now, so they are again in an hour.
    ///
    /// - Parameter note: takes sentences for the operator.
    /// - Throws: ``HubError`` with `.system`.
    package init(of hub: Hub, clock: Clock, note: @escaping @Sendable (String) -> Void) throws {
        (self.hub, self.clock, self.note) = (hub, clock, note)
        swept = clock.now()
        thread = try WorkerThread { [self] in run() }
    }

    /// Asks for what is due now, and waits for none of it.
    ///
    /// - Parameter isClockAhead: whether what depends on dates must wait, because the clock may be wrong.
    package func look(isClockAhead: Bool) {
        monitor.synchronized {
            state.isAsked = true
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

    private var isWanted: Bool { monitor.synchronized { !state.isOver } }

    private func run() {
        while true {
            let (isOver, isClockAhead) = monitor.synchronized {
                while !state.isAsked && !state.isOver { monitor.wait() }
                state.isAsked = false
                return (state.isOver, state.isClockAhead)
            }
            guard !isOver else { return }
            if !isClockAhead { payRecurring() }
            extendTree()
            sweep(isClockAhead: isClockAhead)
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

    private func sweep(isClockAhead: Bool) {
        let now = clock.now()
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
