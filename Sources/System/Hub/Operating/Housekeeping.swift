// SPDX-License-Identifier: MIT
import HubStorage
package import Logging
package import Tokens

/// What a serving hub does at its own pace: standing orders, the ledger's tree, refunds and claims, files past their time.
///
/// It has its own thread, so that neither stopping the hub nor locking an account waits for ten thousand standing
/// orders. What is left is done the next time.
package final class Housekeeping: @unchecked Sendable {  // the state is inside the monitor, `swept` is the thread's
    private struct State {
        var isAsked = false
        var isClockAhead = false
        /// The hub time of the last request, for which `isClockAhead` was determined.
        var now: Timestamp
        var isOver = false
    }

    private let hub: Hub
    private let log: Log
    private let monitor = Monitor()
    private var state: State
    private var swept: Timestamp
    private var thread: WorkerThread?

    /// Starts the thread. The first sweep is due in an hour.
    ///
    /// - Throws: ``HubError`` with `.system`.
    package init(of hub: Hub, now: Timestamp, log: Log) throws {
        (self.hub, self.log) = (hub, log)
        swept = now
        state = State(now: now)
        thread = try WorkerThread { [self] in run() }
    }

    /// Requests the work that is due now, and returns at once.
    ///
    /// - Parameter isClockAhead: whether work that depends on dates must wait, because the clock may be wrong. Work
    ///   under way then ends with its present commit.
    package func look(at now: Timestamp, isClockAhead: Bool) {
        monitor.synchronized {
            state.isAsked = true
            state.now = now
            state.isClockAhead = isClockAhead
            monitor.signal()
        }
    }

    /// Ends the thread after the commit under way.
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

    /// Also pays what fell due while the hub was stopped. After an error the rest waits for the next look.
    private func payRecurring() {
        do {
            let report = try hub.payRecurring { isWanted }
            guard report != Hub.RecurringReport() else { return }
            log.info("Recurring payments were made", .count(report.paid), .failed(report.failed))
        } catch {
            log.error("The recurring payments could not be paid and will be tried again", .error(error))
        }
    }

    private func extendTree() {
        do {
            try hub.extendTree()
        } catch {
            log.error("The ledger's tree could not follow the ledger and will be tried again", .error(error))
        }
    }

    private func sweep(_ now: Timestamp, isClockAhead: Bool) {
        // If the clock was set back, the last sweep would otherwise lie in the future.
        swept = min(swept, now)
        guard now.seconds(since: swept) >= 3_600 else { return }
        swept = now
        guard !isClockAhead else { return log.warning(Self.held) }
        do {
            try hub.sweep(now) { isWanted }
        } catch {
            log.error("The refund sweep failed and will be tried again", .error(error))
        }
        do {
            try hub.sweepFiles { isWanted }
        } catch {
            log.error("What is past its time among the files could not be ended and will be later", .error(error))
        }
    }

    private static let held: StaticString =
        "Standing orders, refunds and all that is done with tokens wait, because the clock was set forward. If it is right, tell the hub to reload (SIGHUP); otherwise set it back."
}
