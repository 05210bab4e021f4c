// SPDX-License-Identifier: MIT
import HubAPI
import HubStorage
import Money
import SQL
import Tokens

/// The rows of split bills. Each share of another person is a payment request.
struct SplitTable: PaymentTable {
    let database: any SQLConnection
    let now: Timestamp

    static let people = 2...50
    static let maximumWeight = 1_000

    struct Stored: StoredPayment {
        let row: Int64
        let id: OperationID
        let total: Amount
        let note: String?
        let created: UInt64
    }

    private static let columns = "SELECT id, public_id, total, note, created, currency FROM split"

    private var requests: RequestTable { RequestTable(database: database, now: now) }

    /// The amount that each person has to pay, in the order given.
    ///
    /// - Throws: `HubProblem` with `.badRequest`, or `.wrongAmount` if amounts do not add up to the total.
    static func amounts(of order: SplitOrder) throws -> [Amount] {
        guard people ~= order.shares.count, Set(order.shares.map(\.person)).count == order.shares.count else {
            throw HubProblem(
                .badRequest,
                "A bill is shared by \(people.lowerBound) to \(people.upperBound) people, each named once.",
                details: ["field": "shares"])
        }
        let amounts = order.shares.compactMap(\.amount)
        let weights = order.shares.compactMap(\.weight)
        switch (amounts.count, weights.count) {
        case (order.shares.count, 0):
            guard amounts.allSatisfy({ $0.currency == order.total.currency }) else {
                throw HubProblem(
                    .wrongAmount, "Every share is in the currency of the bill, \(order.total.currency.code).")
            }
            let sum = try amounts.reduce(Amount.zero(order.total.currency)) { try $0.adding($1) }
            guard sum == order.total, amounts.allSatisfy(\.isPositive) else {
                throw HubProblem(
                    .wrongAmount,
                    "The shares add up to \(sum.formatted), the bill is \(order.total.formatted), and no share is zero.",
                    details: ["sum": sum.decimalText])
            }
            return amounts
        case (0, order.shares.count):
            guard weights.allSatisfy({ 1...maximumWeight ~= $0 }) else {
                throw HubProblem(.badRequest, "\"weight\" is a whole number from 1 to \(maximumWeight).")
            }
            let shares = try order.total.shared(by: weights.map { UInt32($0) })
            guard shares.allSatisfy(\.isPositive) else {
                throw HubProblem(.wrongAmount, "\(order.total.formatted) is too little to be shared by so many.")
            }
            return shares
        default:
            throw HubProblem(.badRequest, "Give every share a weight, or every share an amount.")
        }
    }

    /// Stores a bill, with a request for each share of another person.
    ///
    /// - Parameter asked: called with each request.
    func add(
        _ order: SplitOrder, _ amounts: [Amount], people: [Int64], owner: Int64, freshID: () -> OperationID,
        asked: (RequestTable.Stored) throws -> Void
    ) throws -> Stored {
        let row = try database.returned(
            """
            INSERT INTO split (public_id, owner, total, currency, people, note, created) VALUES (?, ?, ?, ?, ?, ?, ?)
            RETURNING id
            """,
            [
                .blob(freshID().bytes), .integer(owner), .integer(order.total.minorUnits),
                .text(order.total.currency.code), .integer(Int64(people.count)), .optional(order.note),
                try .unsigned(now.seconds),
            ])
        let split = try row.int(0)
        for (place, (person, amount)) in zip(people, amounts).enumerated() {
            let request =
                person == owner
                ? nil
                : try requests.add(
                    .init(
                        payee: owner, payer: person, amount: amount, currency: amount.currency, note: order.note,
                        expires: order.expires, split: split), id: freshID())
            try request.map(asked)
            try database.run(
                "INSERT INTO split_share (split, place, person, amount, request) VALUES (?, ?, ?, ?, ?)",
                [
                    .integer(split), .integer(Int64(place)), .integer(person), .integer(amount.minorUnits),
                    .optional(request?.row),
                ])
        }
        guard let stored = try database.row(Self.columns + " WHERE id = ?", [.integer(split)]) else {
            throw HubError(.internalFault, "There is no split in row \(split).")
        }
        return try self.stored(stored)
    }

    /// - Throws: `HubProblem` with `.notFound`.
    func find(_ text: String?, for owner: Int64) throws -> Stored {
        let id = text.flatMap { OperationID(text: $0) }
        let row = try id.flatMap {
            try database.row(
                Self.columns + " WHERE public_id = ? AND owner = ?", [.blob($0.bytes), .integer(owner)])
        }
        guard let row else { throw HubProblem(.notFound, "This account has shared no bill of that id.") }
        return try stored(row)
    }

    func page(of owner: Int64, before: Int64, limit: Int) throws -> [Stored] {
        try database.rows(
            Self.columns + " WHERE owner = ? AND id < ? ORDER BY id DESC LIMIT ?",
            [.integer(owner), .integer(before), .integer(Int64(limit))]
        ).map(stored)
    }

    /// Cancels every share that is neither paid nor declined.
    ///
    /// - Returns: the shares that were open.
    func cancel(_ split: Stored) throws -> [RequestTable.Stored] {
        let open = try requests.shares(of: split.row).filter { $0.state == .open }
        for request in open { _ = try requests.close(request, .cancel) }
        return open
    }

    func message(_ split: Stored, for owner: Int64) throws -> Split {
        let rows = try database.rows(
            """
            SELECT a.username, s.amount, r.public_id, r.state, r.expires FROM split_share s
            JOIN account a ON a.id = s.person LEFT JOIN money_request r ON r.id = s.request
            WHERE s.split = ? ORDER BY s.place
            """, [.integer(split.row)])
        let currency = split.total.currency
        var (paid, open) = (Amount.zero(currency), Amount.zero(currency))
        let shares = try rows.map { row in
            let amount = Amount(minorUnits: try row.int(1), currency: currency)
            guard let request = try row.optionalBlob(2).flatMap({ OperationID(bytes: $0) }),
                let state = RequestState(rawValue: try row.int(3))
            else { return Split.Share(person: try row.text(0), amount: amount, request: nil, state: .paid) }
            let shown = state.shown(isExpired: Timestamp(seconds: try row.unsigned(4)) <= now)
            if shown == .paid { paid = try paid.adding(amount) }
            if shown == .open { open = try open.adding(amount) }
            return Split.Share(person: try row.text(0), amount: amount, request: request.description, state: shown)
        }
        return Split(
            id: split.id.description, total: split.total, note: split.note, created: split.created, shares: shares,
            paid: paid, open: open)
    }

    private func stored(_ row: Row) throws -> Stored {
        guard let id = OperationID(bytes: try row.blob(1)) else {
            throw HubError(.internalFault, "The split in row \(try row.int(0)) cannot be read.")
        }
        return Stored(
            row: try row.int(0), id: id,
            total: Amount(minorUnits: try row.int(2), currency: try Currency(code: try row.text(5))),
            note: try row.optionalText(3), created: try row.unsigned(4))
    }
}
