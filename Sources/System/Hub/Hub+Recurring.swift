// SPDX-License-Identifier: MIT
import HubAPI
import Money
import SQL
import Tokens

extension Hub {
    /// What a look at the recurring payments did.
    package struct RecurringReport: Sendable, Equatable {
        package var paid = 0
        /// Due dates that could not be paid, now or for good.
        package var failed = 0

        package init(paid: Int = 0, failed: Int = 0) {
            self.paid = paid
            self.failed = failed
        }
    }

    /// Due dates that one commit settles.
    private static let duePerCommit = 50
    /// Due dates that one look settles; the next goes on.
    private static let duePerLook = 10_000

    /// Pays what is due by the hub's clock, each due date once and in order, however long nobody looked.
    ///
    /// Each due date is one commit with its run, its entry and the number of the next, so wherever the process dies it is
    /// paid or still to be paid. Repeating it changes nothing.
    ///
    /// - Parameter isWanted: asked before each commit.
    @discardableResult
    package func payRecurring(while isWanted: () -> Bool = { true }) throws -> RecurringReport {
        var report = RecurringReport()
        while report.paid + report.failed < Self.duePerLook, isWanted() {
            let parts = parts
            let step = try parts.store.writeAndWait { store in
                // Here, since the clock may have been set forward after whoever looks for that looked last.
                try parts.clockHold.check(at: store.now)
                var step = RecurringReport()
                let book = parts.recurring(store.database, at: store.now)
                for order in try book.due(limit: Self.duePerCommit) {
                    if try parts.pay(order, book, in: store) { step.paid += 1 } else { step.failed += 1 }
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

extension HubParts {
    func recurring(_ database: any SQLConnection, at now: Timestamp) -> RecurringBook {
        RecurringBook(database: database, now: now)
    }

    /// Settles the due date that an order stands at; true when it was paid.
    fileprivate func pay(_ order: RecurringBook.Stored, _ book: RecurringBook, in store: StoreChange) throws -> Bool {
        let outcome = try store.attempt {
            let posted = try transfer(
                order.amount, from: (order.payer, try Accounts.account(order.payer, in: store.database)),
                to: (order.payee, try Accounts.account(order.payee, in: store.database)), note: order.note,
                operation: nil, in: store)
            try book.filePaid(order, entry: posted.entry)
            try store.tell(order.payer, .recurringPaid, about: order.id.description, by: events)
        }
        switch outcome {
        case .success: return true
        case .failure(let error):
            // A fault with one order is its own, and must not keep everybody else's payments.
            if !(error is HubProblem) { configuration.log("Recurring payment \(order.id) could not be made: \(error)") }
            let isMissed = try book.fileFailed(
                order, HubProblem(refusal: error), retry: configuration.recurringRetry,
                attempts: configuration.recurringAttempts)
            try store.tell(
                order.payer, isMissed ? .recurringMissed : .recurringFailed, about: order.id.description, by: events)
            return false
        }
    }
}
