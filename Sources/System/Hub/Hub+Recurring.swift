// SPDX-License-Identifier: MIT
import HubAPI
import HubLedger
import HubStorage
import Logging
import Money
import SQL
import Tokens

extension Hub {
    /// The result of a run over the recurring payments.
    package struct RecurringReport: Sendable, Equatable {
        package var paid = 0
        /// Due dates that failed, to be retried or for good.
        package var failed = 0

        package init(paid: Int = 0, failed: Int = 0) {
            self.paid = paid
            self.failed = failed
        }
    }

    /// The largest number of due dates in one commit.
    private static let duePerCommit = 50
    /// The largest number of due dates in one run; the next run continues.
    private static let duePerLook = 10_000

    /// Pays what is due by the hub's clock, each due date once and in order, even after a long pause.
    ///
    /// Each due date is committed together with its run, its entry and the number of the next due date. So after a
    /// crash it is either paid or still to be paid. Repeating the call changes nothing.
    ///
    /// - Parameter isWanted: called before each commit; when it returns false, the run stops.
    @discardableResult
    package func payRecurring(while isWanted: () -> Bool = { true }) throws -> RecurringReport {
        var report = RecurringReport()
        while report.paid + report.failed < Self.duePerLook, isWanted() {
            let context = context
            let step = try context.store.writeAndWait { store in
                // Checked here, because the clock may have been set forward since the last check of the clock watch.
                try context.clockHold.check(at: store.now)
                var step = RecurringReport()
                let table = context.recurring(store.database, at: store.now)
                for order in try table.due(limit: Self.duePerCommit) {
                    if try context.pay(order, table, in: store) { step.paid += 1 } else { step.failed += 1 }
                }
                return step
            }
            guard step != RecurringReport() else { break }
            report.paid += step.paid
            report.failed += step.failed
        }
        return report
    }
}

extension HubContext {
    func recurring(_ database: any SQLConnection, at now: Timestamp) -> RecurringTable {
        RecurringTable(database: database, now: now)
    }

    /// Settles the present due date of an order. Returns whether it was paid.
    fileprivate func pay(_ order: RecurringTable.Stored, _ table: RecurringTable, in store: StoreChange) throws -> Bool
    {
        let outcome = try store.attempt {
            let posted = try transfer(
                order.amount, from: (order.payer, try Accounts.account(order.payer, in: store.database)),
                to: (order.payee, try Accounts.account(order.payee, in: store.database)), note: order.note,
                operation: nil, in: store)
            try table.filePaid(order, entry: posted.entry)
            try store.tell(order.payer, .recurringPaid, about: order.id.description, by: events)
        }
        switch outcome {
        case .success: return true
        case .failure(let error):
            // A failure of one order must not stop the payments of others.
            if !(error is HubProblem) {
                configuration.log.error("A recurring payment could not be made", .order(order.row), .error(error))
            }
            let isMissed = try table.fileFailed(
                order, HubProblem(refusal: error), retry: configuration.recurringRetry,
                attempts: configuration.recurringAttempts)
            try store.tell(
                order.payer, isMissed ? .recurringMissed : .recurringFailed, about: order.id.description, by: events)
            return false
        }
    }
}
