// SPDX-License-Identifier: MIT
import HubAPI
import HubStorage
import Money
import SQL
import Tokens

/// The rows of payment requests.
struct RequestTable: PaymentTable {
    let database: any SQLConnection
    let now: Timestamp

    /// The largest number of open requests that one account may have sent, in all and to one payer.
    static let maximumOpen = 200
    static let maximumOpenToOne = 20
    static let usualLife: UInt64 = 30 * Timestamp.secondsPerDay
    static let longestLife: UInt64 = 366 * Timestamp.secondsPerDay

    /// A stored request.
    struct Stored: StoredPayment {
        let row: Int64
        let id: OperationID
        let payee: Int64
        let payer: Int64?
        let amount: Amount?
        let currency: Currency
        let note: String?
        let reference: String?
        let state: RequestState
        let expires: Timestamp
        let entry: Int64?
        let split: Int64?
        fileprivate let fields: Row

        func isExpired(_ now: Timestamp) -> Bool { expires <= now }
    }

    /// The terms of a new request.
    struct Demand {
        var payee: Int64
        var payer: Int64?
        var amount: Amount?
        var currency: Currency
        var note: String?
        var reference: String?
        var due: CalendarDay?
        var expires: UInt64?
        var split: Int64?
    }

    private static let columns = """
        SELECT r.id, r.public_id, r.payee, r.payer, r.amount, r.currency, r.note, r.reference, r.state, r.created, r.due, r.expires,
            r.closed, r.entry, r.split, s.public_id AS bill, s.total, s.people, e.public_id AS transaction_id,
            e.operation, e.operator,
            (SELECT username FROM account WHERE id = r.payee) AS payee_name,
            (SELECT username FROM account WHERE id = r.payer) AS payer_name
        FROM money_request r LEFT JOIN split s ON s.id = r.split LEFT JOIN entry e ON e.id = r.entry
        """

    // MARK: - Adding

    /// When a request expires.
    ///
    /// - Throws: `HubProblem` with `.badRequest` for a time in the past or more than a year ahead.
    func end(_ wanted: UInt64?) throws -> Timestamp {
        guard let wanted else { return now.adding(seconds: Self.usualLife) }
        let end = Timestamp(seconds: wanted)
        guard now < end, end <= now.adding(seconds: Self.longestLife) else {
            throw HubProblem(
                .badRequest, "A request can be paid for a year at most; \"expires\" is in the future, and within that.",
                details: ["field": "expires"])
        }
        return end
    }

    /// Stores a new request.
    ///
    /// - Throws: `HubProblem` with `.notAccepted` if the payer has blocked the payee, or `.overLimit` for too many
    ///   open requests.
    func add(_ demand: Demand, id: OperationID) throws -> Stored {
        try requireRoom(for: demand)
        let row = try database.returned(
            """
            INSERT INTO money_request (public_id, payee, payer, amount, currency, note, reference, state, created, due,
                expires, split) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
            """,
            [
                .blob(id.bytes), .integer(demand.payee), .optional(demand.payer),
                .optional(demand.amount?.minorUnits), .text(demand.currency.code), .optional(demand.note),
                .optional(demand.reference),
                .integer(RequestState.open.rawValue), try .unsigned(now.seconds),
                .optional(demand.due?.description), try .unsigned(end(demand.expires).seconds), .optional(demand.split),
            ])
        return try require(try row.int(0))
    }

    private func requireRoom(for demand: Demand) throws {
        if let payer = demand.payer {
            let isBlocked = try database.row(
                "SELECT 1 FROM blocked WHERE owner = ? AND account = ?", [.integer(payer), .integer(demand.payee)])
            guard isBlocked == nil else {
                throw HubProblem(.notAccepted, "This person takes no requests from this account.")
            }
        }
        let counts = try database.row(
            """
            SELECT count(*), coalesce(sum(CASE WHEN payer = ? THEN 1 ELSE 0 END), 0)
            FROM money_request WHERE payee = ? AND state = 1 AND expires > ?
            """, [.integer(demand.payer ?? 0), .integer(demand.payee), try .unsigned(now.seconds)])
        guard try counts?.int(0) ?? 0 < Int64(Self.maximumOpen) else {
            throw HubProblem(
                .overLimit, "\(Self.maximumOpen) requests of this account are open. Cancel some, or wait for answers.")
        }
        guard try counts?.int(1) ?? 0 < Int64(Self.maximumOpenToOne) else {
            throw HubProblem(
                .overLimit, "\(Self.maximumOpenToOne) requests to this person are open. Cancel some, or wait.")
        }
    }

    // MARK: - Finding

    /// A request that an account may see: its own, one sent to it, or an open payment link.
    ///
    /// - Throws: `HubProblem` with `.notFound`.
    func find(_ text: String?, for account: Int64) throws -> Stored {
        let id = text.flatMap { OperationID(text: $0) }
        let row = try id.flatMap { try database.row(Self.columns + " WHERE r.public_id = ?", [.blob($0.bytes)]) }
        if let found = try row.map(stored) {
            let isOpenLink = found.payer == nil && found.state == .open && !found.isExpired(now)
            if found.payee == account || found.payer == account || isOpenLink { return found }
        }
        throw HubProblem(.notFound, "There is no request of that id for this account.")
    }

    /// The request in a row.
    func require(_ row: Int64) throws -> Stored {
        guard let found = try database.row(Self.columns + " WHERE r.id = ?", [.integer(row)]) else {
            throw HubError(.internalFault, "There is no request in row \(row).")
        }
        return try stored(found)
    }

    /// A page of the requests that an account has sent (outgoing) or received (incoming), newest first.
    func page(
        of account: Int64, _ direction: HistoryFilter.Direction, _ state: MoneyRequest.State?, before: Int64, limit: Int
    ) throws -> [Stored] {
        var sql = Self.columns + " WHERE r.\(direction == .outgoing ? "payee" : "payer") = ? AND r.id < ?"
        var values: [Value] = [.integer(account), .integer(before)]
        func add(_ condition: String, _ value: Value) {
            sql += " AND \(condition)"
            values.append(value)
        }
        switch state {
        case .open: add("r.state = 1 AND r.expires > ?", try .unsigned(now.seconds))
        case .expired: add("r.state = 1 AND r.expires <= ?", try .unsigned(now.seconds))
        case .paid: add("r.state = ?", .integer(RequestState.paid.rawValue))
        case .declined: add("r.state = ?", .integer(RequestState.declined.rawValue))
        case .cancelled: add("r.state = ?", .integer(RequestState.cancelled.rawValue))
        case nil: break
        }
        sql += " ORDER BY r.id DESC LIMIT ?"
        return try database.rows(sql, values + [.integer(Int64(limit))]).map(stored)
    }

    /// The requests of a split bill.
    func shares(of split: Int64) throws -> [Stored] {
        try database.rows(Self.columns + " WHERE r.split = ? ORDER BY r.id", [.integer(split)]).map(stored)
    }

    // MARK: - Changing

    /// Closes a request without a payment.
    func close(_ request: Stored, _ event: RequestState.Event) throws -> Stored {
        let state = try request.state.after(event, isExpired: request.isExpired(now))
        guard state != request.state else { return request }
        try database.run(
            "UPDATE money_request SET state = ?, closed = ? WHERE id = ? AND state = 1",
            [.integer(state.rawValue), try .unsigned(now.seconds), .integer(request.row)])
        return try require(request.row)
    }

    /// Records the entry that paid a request, in the transaction that moved the money.
    func file(_ entry: Int64, by payer: Int64, _ amount: Amount, for request: Stored) throws -> Stored {
        let changed = try database.run(
            """
            UPDATE money_request SET state = ?, payer = ?, amount = ?, closed = ?, entry = ? WHERE id = ? AND state = 1
            """,
            [
                .integer(RequestState.paid.rawValue), .integer(payer), .integer(amount.minorUnits),
                try .unsigned(now.seconds), .integer(entry), .integer(request.row),
            ])
        guard changed == 1 else {
            throw HubError(.internalFault, "Request \(request.id) was not open when it was paid.")
        }
        return try require(request.row)
    }

    // MARK: - Rows

    private func stored(_ row: Row) throws -> Stored {
        guard let id = OperationID(bytes: try row.blob("public_id")),
            let state = RequestState(rawValue: try row.int("state"))
        else { throw HubError(.internalFault, "The request in row \(try row.int(0)) cannot be read.") }
        let currency = try Currency(code: try row.text("currency"))
        return Stored(
            row: try row.int(0), id: id, payee: try row.int("payee"), payer: try row.optionalInt("payer"),
            amount: try row.optionalInt("amount").map { Amount(minorUnits: $0, currency: currency) },
            currency: currency, note: try row.optionalText("note"), reference: try row.optionalText("reference"),
            state: state,
            expires: Timestamp(seconds: try row.unsigned("expires")), entry: try row.optionalInt("entry"),
            split: try row.optionalInt("split"), fields: row)
    }

    /// The request as an account sees it.
    func message(_ request: Stored, for account: Int64) throws -> MoneyRequest {
        let row = request.fields
        var bill: MoneyRequest.Bill?
        if let split = try row.optionalBlob("bill").flatMap({ OperationID(bytes: $0) }) {
            bill = MoneyRequest.Bill(
                split: split.description, total: Amount(minorUnits: try row.int("total"), currency: request.currency),
                people: Int(try row.int("people")))
        }
        // The payer knows the transaction by the payer's own id, other accounts by the hub's.
        let isOwn = try row.optionalInt("operator") == account
        let transaction = try row.optionalBlob(isOwn ? "operation" : "transaction_id")
        return MoneyRequest(
            id: request.id.description, state: request.state.shown(isExpired: request.isExpired(now)),
            payee: try row.text("payee_name"), payer: try row.optionalText("payer_name"), amount: request.amount,
            currency: request.currency.code, note: request.note, reference: request.reference,
            created: try row.unsigned("created"),
            due: try row.optionalText("due").flatMap { CalendarDay(text: $0) }, expires: request.expires.seconds,
            closed: try row.optionalInt("closed").map { UInt64($0) },
            transaction: transaction.flatMap { OperationID(bytes: $0)?.description }, bill: bill)
    }
}
