// SPDX-License-Identifier: MIT
import HubAPI
import HubStorage
import Money
import SQL
import Tokens

/// The rows of standing orders and of the results of their due dates.
struct RecurringTable: PaymentTable {
    let database: any SQLConnection
    let now: Timestamp

    /// The largest number of active or paused standing orders of one account.
    static let maximumLive = 100
    static let counts = 1...1_200
    private static let shownRuns: Int64 = 20

    /// The result of a due date. The raw values are stored.
    enum RunState: Int64 {
        case paid = 1, failed = 2, missed = 3

        var shown: RecurringPayment.Run.State {
            switch self {
            case .paid: .paid
            case .failed: .failed
            case .missed: .missed
            }
        }
    }

    struct Stored: StoredPayment {
        let row: Int64
        let id: OperationID
        let payer: Int64
        let payee: Int64
        let amount: Amount
        let note: String?
        let rhythm: Rhythm
        let first: CalendarDay
        let last: CalendarDay?
        let count: Int?
        let state: RecurringState
        /// The number of the next due date.
        let number: Int
        let tryAt: Timestamp

        /// The due date with this number, or nil if the order ends before it.
        func due(_ number: Int) -> CalendarDay? {
            if let count, number >= count { return nil }
            let day = rhythm.day(number, from: first)
            if let last, day > last { return nil }
            return day
        }
    }

    private static let columns = """
        SELECT id, public_id, payer, payee, amount, currency, note, unit, every, first_day, last_day, count, state, number,
            try_at FROM recurring
        """

    // MARK: - Adding and finding

    /// Stores a new order.
    ///
    /// - Throws: `HubProblem` with `.badRequest` for invalid dates, or `.overLimit`.
    func add(_ order: RecurringOrder, id: OperationID, payer: Int64, payee: Int64) throws -> Stored {
        let today = CalendarDay(of: now)
        guard order.first >= today, order.first.number - today.number <= 366 else {
            throw HubProblem(
                .badRequest, "The first payment is due today (\(today), UTC) or within a year.",
                details: ["field": "first"])
        }
        guard order.last.map({ $0 >= order.first }) ?? true, order.count.map({ Self.counts ~= $0 }) ?? true else {
            throw HubProblem(
                .badRequest,
                "It ends on the day of the first payment or later, and after 1 to \(Self.counts.upperBound) payments.")
        }
        let live = try database.row(
            "SELECT count(*) FROM recurring WHERE payer = ? AND state IN (1, 2)", [.integer(payer)])
        guard try live?.int(0) ?? 0 < Int64(Self.maximumLive) else {
            throw HubProblem(.overLimit, "\(Self.maximumLive) recurring payments is all an account can have.")
        }
        let row = try database.returned(
            """
            INSERT INTO recurring (public_id, payer, payee, amount, currency, note, unit, every, first_day, last_day, count,
                state, created, try_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
            """,
            [
                .blob(id.bytes), .integer(payer), .integer(payee), .integer(order.amount.minorUnits),
                .text(order.amount.currency.code), .optional(order.note), .text(order.rhythm.unit.rawValue),
                .integer(Int64(order.rhythm.every)),
                .text(order.first.description), .optional(order.last?.description),
                .optional(order.count.map { Int64($0) }), .integer(RecurringState.active.rawValue),
                try .unsigned(now.seconds), try .unsigned(order.first.start.seconds),
            ])
        return try require(try row.int(0))
    }

    /// - Throws: `HubProblem` with `.notFound`.
    func find(_ text: String?, for payer: Int64) throws -> Stored {
        let id = text.flatMap { OperationID(text: $0) }
        let row = try id.flatMap {
            try database.row(
                Self.columns + " WHERE public_id = ? AND payer = ?", [.blob($0.bytes), .integer(payer)])
        }
        guard let row else { throw HubProblem(.notFound, "This account has no recurring payment of that id.") }
        return try stored(row)
    }

    func require(_ row: Int64) throws -> Stored {
        guard let found = try database.row(Self.columns + " WHERE id = ?", [.integer(row)]) else {
            throw HubError(.internalFault, "There is no recurring payment in row \(row).")
        }
        return try stored(found)
    }

    func page(of payer: Int64, before: Int64, limit: Int) throws -> [Stored] {
        try database.rows(
            Self.columns + " WHERE payer = ? AND id < ? ORDER BY id DESC LIMIT ?",
            [.integer(payer), .integer(before), .integer(Int64(limit))]
        ).map(stored)
    }

    /// The orders that are due for an attempt, the longest due first.
    func due(limit: Int) throws -> [Stored] {
        try database.rows(
            Self.columns + " WHERE state = 1 AND try_at <= ? ORDER BY try_at, id LIMIT ?",
            [try .unsigned(now.seconds), .integer(Int64(limit))]
        ).map(stored)
    }

    // MARK: - Due dates

    /// Records that the present due date was paid, and moves on to the next.
    func filePaid(_ order: Stored, entry: Int64) throws {
        try file(order, .paid, entry: entry, problem: nil)
        try moveOn(order, to: order.number + 1)
    }

    /// Records that the present due date could not be paid. It is retried, or missed if the attempts are used up or
    /// the next due date comes before the retry.
    ///
    /// - Returns: whether the due date is missed.
    func fileFailed(_ order: Stored, _ problem: HubProblem, retry: UInt64, attempts most: Int) throws -> Bool {
        let again = now.adding(seconds: retry)
        let isLast =
            try attempts(of: order) + 1 >= most || order.due(order.number + 1).map { $0.start <= again } ?? false
        try file(order, isLast ? .missed : .failed, entry: nil, problem: problem)
        if isLast {
            try moveOn(order, to: order.number + 1)
        } else {
            try database.run(
                "UPDATE recurring SET try_at = ? WHERE id = ?", [try .unsigned(again.seconds), .integer(order.row)])
        }
        return isLast
    }

    private func attempts(of order: Stored) throws -> Int {
        let row = try database.row(
            "SELECT attempts FROM recurring_run WHERE recurring = ? AND number = ?",
            [.integer(order.row), .integer(Int64(order.number))])
        return Int(try row?.int(0) ?? 0)
    }

    private func file(_ order: Stored, _ state: RunState, entry: Int64?, problem: HubProblem?) throws {
        let day = order.rhythm.day(order.number, from: order.first)
        try database.run(
            """
            INSERT INTO recurring_run (recurring, number, due, state, attempts, time, entry, problem)
            VALUES (?, ?, ?, ?, 1, ?, ?, ?) ON CONFLICT (recurring, number) DO UPDATE SET state = excluded.state,
                attempts = recurring_run.attempts + 1, time = excluded.time, entry = excluded.entry,
                problem = excluded.problem
            """,
            [
                .integer(order.row), .integer(Int64(order.number)), .text(day.description), .integer(state.rawValue),
                try .unsigned(now.seconds), .optional(entry), .optional(try problem.map { try Wire.encode($0) }),
            ])
    }

    private func moveOn(_ order: Stored, to number: Int) throws {
        let next = order.due(number)
        try database.run(
            "UPDATE recurring SET number = ?, try_at = ?, state = ? WHERE id = ?",
            [
                .integer(Int64(number)), try .unsigned((next?.start ?? order.tryAt).seconds),
                .integer((next == nil ? RecurringState.finished : order.state).rawValue), .integer(order.row),
            ])
    }

    // MARK: - Changes by the owner

    /// Pauses, resumes or cancels an order.
    ///
    /// A due date that waits for a retry is missed if the order is cancelled, or if it is resumed on a later day. Due
    /// dates that passed during a pause are skipped.
    func change(_ order: Stored, _ event: RecurringState.Event) throws -> Stored {
        let state = try order.state.after(event)
        guard state != order.state else { return order }
        try database.run(
            "UPDATE recurring SET state = ? WHERE id = ?", [.integer(state.rawValue), .integer(order.row)])
        var number = order.number
        if event == .resume {
            let today = CalendarDay(of: now)
            while let due = order.due(number), due < today { number += 1 }
            try moveOn(try require(order.row), to: number)
        }
        if event == .cancel || number > order.number {
            try database.run(
                "UPDATE recurring_run SET state = ? WHERE recurring = ? AND state = ?",
                [
                    .integer(RunState.missed.rawValue), .integer(order.row), .integer(RunState.failed.rawValue),
                ])
        }
        return try require(order.row)
    }

    // MARK: - Rows

    private func stored(_ row: Row) throws -> Stored {
        guard let id = OperationID(bytes: try row.blob("public_id")),
            let unit = Rhythm.Unit(rawValue: try row.text("unit")),
            let first = CalendarDay(text: try row.text("first_day")),
            let state = RecurringState(rawValue: try row.int("state"))
        else { throw HubError(.internalFault, "The recurring payment in row \(try row.int(0)) cannot be read.") }
        return Stored(
            row: try row.int(0), id: id, payer: try row.int("payer"), payee: try row.int("payee"),
            amount: Amount(minorUnits: try row.int("amount"), currency: try Currency(code: try row.text("currency"))),
            note: try row.optionalText("note"),
            rhythm: try Rhythm(unit, every: Int(try row.int("every"))), first: first,
            last: try row.optionalText("last_day").flatMap { CalendarDay(text: $0) },
            count: try row.optionalInt("count").map { Int($0) }, state: state, number: Int(try row.int("number")),
            tryAt: Timestamp(seconds: try row.unsigned("try_at")))
    }

    func message(_ order: Stored, for payer: Int64) throws -> RecurringPayment {
        let runs = try database.rows(
            """
            SELECT r.due, r.state, r.attempts, r.time, r.problem, e.public_id FROM recurring_run r
            LEFT JOIN entry e ON e.id = r.entry WHERE r.recurring = ? ORDER BY r.number DESC LIMIT ?
            """, [.integer(order.row), .integer(Self.shownRuns)])
        let paid = try database.row(
            "SELECT count(*) FROM recurring_run WHERE recurring = ? AND state = 1", [.integer(order.row)])
        let recipient = try database.row("SELECT username FROM account WHERE id = ?", [.integer(order.payee)])
        let isLive = order.state == .active || order.state == .paused
        return RecurringPayment(
            id: order.id.description, state: order.state.shown, recipient: try recipient?.text(0) ?? "",
            amount: order.amount, note: order.note, rhythm: order.rhythm, first: order.first, count: order.count,
            last: order.last, paid: Int(try paid?.int(0) ?? 0), next: isLive ? order.due(order.number) : nil,
            runs: try runs.map { try run($0, of: order) })
    }

    private func run(_ row: Row, of order: Stored) throws -> RecurringPayment.Run {
        guard let due = CalendarDay(text: try row.text(0)), let state = RunState(rawValue: try row.int(1)) else {
            throw HubError(.internalFault, "A run of the recurring payment in row \(order.row) cannot be read.")
        }
        return RecurringPayment.Run(
            due: due, state: state.shown, attempts: Int(try row.int(2)), time: try row.unsigned(3),
            transaction: try row.optionalBlob(5).flatMap { OperationID(bytes: $0)?.description },
            problem: try row.optionalBlob(4).map { try Wire.decode(HubProblem.self, from: $0) },
            retryAt: state == .failed && order.state == .active ? order.tryAt.seconds : nil)
    }
}
