// SPDX-License-Identifier: MIT
package import Money

/// Orders payments that the hub makes automatically at regular intervals.
package struct RecurringOrder: Codable, Sendable, Equatable {
    package var id: OperationID
    /// A username.
    package var recipient: String
    package var amount: Amount
    /// At most 256 bytes of UTF-8.
    package var note: String?
    package var rhythm: Rhythm
    /// The first due date, not before today (UTC) and within a year.
    package var first: CalendarDay
    /// 1 to 1200 payments; absent for no limit.
    package var count: Int?
    /// No payment is due after this day; absent for no end date.
    package var last: CalendarDay?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case id = "id", recipient = "recipient", amount = "amount", note = "note", rhythm = "rhythm", first = "first"
        case count = "count", last = "last"
    }

    package init(
        id: OperationID, recipient: String, amount: Amount, note: String? = nil, rhythm: Rhythm, first: CalendarDay,
        count: Int? = nil, last: CalendarDay? = nil
    ) {
        self.id = id
        self.recipient = recipient
        self.amount = amount
        self.note = note
        self.rhythm = rhythm
        self.first = first
        self.count = count
        self.last = last
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.strictFields(CodingKeys.self)
        id = try fields.decode(OperationID.self, forKey: .id)
        recipient = try fields.decode(String.self, forKey: .recipient)
        amount = try fields.decode(Amount.self, forKey: .amount)
        note = try fields.decodeIfPresent(String.self, forKey: .note)
        rhythm = try fields.decode(Rhythm.self, forKey: .rhythm)
        first = try fields.decode(CalendarDay.self, forKey: .first)
        count = try fields.decodeIfPresent(Int.self, forKey: .count)
        last = try fields.decodeIfPresent(CalendarDay.self, forKey: .last)
    }
}

/// A standing order and the results of its due dates.
package struct RecurringPayment: Codable, Sendable, Equatable {
    package enum State: String, Codable, Sendable, CaseIterable {
        /// Waits for its next due date.
        case active = "active"
        /// Makes no payment. Due dates that pass meanwhile are skipped.
        case paused = "paused"
        /// All its payments are made, or its last day has passed.
        case finished = "finished"
        case cancelled = "cancelled"
    }

    /// A due date that has come, with its result.
    package struct Run: Codable, Sendable, Equatable {
        package enum State: String, Codable, Sendable, CaseIterable {
            case paid = "paid"
            /// It could not be paid and will be retried at `retryAt`.
            case failed = "failed"
            /// It could not be paid and will not be retried.
            case missed = "missed"
        }

        package var due: CalendarDay
        package var state: State
        package var attempts: Int
        /// The time of the last attempt, in seconds since 1970.
        package var time: UInt64
        package var transaction: String?
        /// Why the last attempt failed.
        package var problem: HubProblem?
        /// When it will be retried, in seconds since 1970.
        package var retryAt: UInt64?

        enum CodingKeys: String, CodingKey {
            case due = "due", state = "state", attempts = "attempts", time = "time", transaction = "transaction"
            case problem = "problem", retryAt = "retryAt"
        }

        package init(
            due: CalendarDay, state: State, attempts: Int, time: UInt64, transaction: String?, problem: HubProblem?,
            retryAt: UInt64?
        ) {
            self.due = due
            self.state = state
            self.attempts = attempts
            self.time = time
            self.transaction = transaction
            self.problem = problem
            self.retryAt = retryAt
        }
    }

    /// A UUID from the hub.
    package var id: String
    package var state: State
    package var recipient: String
    package var amount: Amount
    package var note: String?
    package var rhythm: Rhythm
    package var first: CalendarDay
    package var count: Int?
    package var last: CalendarDay?
    /// The number of payments made.
    package var paid: Int
    /// The next due date, if there is one.
    package var next: CalendarDay?
    /// The due dates that have come, newest first, at most 20.
    package var runs: [Run]

    enum CodingKeys: String, CodingKey {
        case id = "id", state = "state", recipient = "recipient", amount = "amount", note = "note", rhythm = "rhythm"
        case first = "first", count = "count", last = "last", paid = "paid", next = "next", runs = "runs"
    }

    package init(
        id: String, state: State, recipient: String, amount: Amount, note: String?, rhythm: Rhythm,
        first: CalendarDay, count: Int?, last: CalendarDay?, paid: Int, next: CalendarDay?, runs: [Run]
    ) {
        self.id = id
        self.state = state
        self.recipient = recipient
        self.amount = amount
        self.note = note
        self.rhythm = rhythm
        self.first = first
        self.count = count
        self.last = last
        self.paid = paid
        self.next = next
        self.runs = runs
    }
}

package struct RecurringPage: Codable, Sendable {
    /// Newest first.
    package var items: [RecurringPayment]
    package var next: String?

    enum CodingKeys: String, CodingKey { case items = "items", next = "next" }

    package init(items: [RecurringPayment], next: String?) {
        self.items = items
        self.next = next
    }
}
