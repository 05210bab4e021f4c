// SPDX-License-Identifier: MIT
import HubAPI
import HubLedger
import HubStorage
import Money
import SQL
import Tokens

/// Payouts that a bank was ordered to make and that no debit has settled. Runs inside an open transaction.
struct OwedPayouts {
    /// A group of payouts in one currency.
    struct Sum {
        fileprivate let condition: String
        fileprivate let values: [Value]
        let payouts: Int64
        let total: Amount
        /// The amount of the smallest payout.
        let least: Amount
    }

    let database: any SQLConnection

    /// If the bank reports a return before its debit, the payout is returned and its debit is still to come.
    private static let isOwed = """
        state IN ('\(Payout.State.exported.rawValue)', '\(Payout.State.returned.rawValue)') AND debited IS NULL
        """
    /// Excludes payouts without an account: what the operator sent back from suspense belongs to no account when it
    /// returns.
    private static let isGone = """
        state = '\(Payout.State.completed.rawValue)' AND returned IS NULL AND account IS NOT NULL
        """

    /// One payout; nil unless it is owed.
    func payout(_ id: OperationID) throws -> Sum? { try sum("public_id = ?", [.blob(id.bytes)]) }

    /// All owed payouts of some files; nil if there are none.
    func all(of messages: [String], in currency: Currency) throws -> Sum? {
        guard !messages.isEmpty else { return nil }
        let marks = messages.map { _ in "?" }.joined(separator: ", ")
        return try sum(
            "export IN (SELECT id FROM bank_export WHERE currency = ? AND message IN (\(marks)))",
            [.text(currency.code)] + messages.map { .text($0) })
    }

    /// The payout that an end-to-end id names, owed or not; nil for ids that are not the hub's.
    func id(_ endToEndID: String?) throws -> OperationID? {
        guard let id = endToEndID.flatMap(PayoutTable.publicID) else { return nil }
        return try database.row("SELECT 1 FROM payout WHERE public_id = ?", [.blob(id.bytes)]).map { _ in id }
    }

    /// For the operator: the payout that a debit names and its state, if it is no longer owed; otherwise nil.
    func noLongerOwed(_ endToEndID: String?) throws -> (payout: String, state: String)? {
        guard let id = try id(endToEndID), try payout(id) == nil else { return nil }
        let state = try database.row("SELECT state FROM payout WHERE public_id = ?", [.blob(id.bytes)])?.text(0)
        return try PayoutTable.words(of: endToEndID, from: database).map { ($0, state ?? "") }
    }

    /// The payouts that a debit names, directly or by their files, and that it is large enough to have paid.
    ///
    /// - Parameters:
    ///   - amount: what is left of the debit.
    ///   - endToEndID: the debit's end-to-end id.
    ///   - orders: ids of files, one a line.
    func payable(by amount: Amount, _ endToEndID: String?, _ orders: String?) throws -> [Hub.Owed] {
        guard amount.isNegative else { return [] }
        let left = try amount.negated
        var named: [(id: String, sum: Sum)] = []
        if let id = try id(endToEndID) {
            if let sum = try payout(id) { named.append((id.description, sum)) }
        } else {
            for order in (orders ?? "").split(separator: "\n").map(String.init) {
                if let sum = try all(of: [order], in: amount.currency) { named.append((order, sum)) }
            }
        }
        return try named.filter { try $0.sum.total.currency == left.currency && left.isAtLeast($0.sum.least) }.map {
            Hub.Owed(id: $0.id, total: $0.sum.total)
        }
    }

    /// The payouts that a debit in suspense names and may have paid. The bank has not refused these. A debit that has
    /// settled other payouts is left out, because the operator has already decided on it.
    func namedInSuspense() throws -> Named {
        var named = Named()
        let rows = try database.rows(
            """
            SELECT id, amount + explained, end_to_end, orders FROM bank_transaction
            WHERE state = ? AND amount < 0 AND explained = 0 AND (end_to_end IS NOT NULL OR orders IS NOT NULL)
            ORDER BY id
            """, [.integer(BankTransactionState.suspended.rawValue)])
        for row in rows {
            let debit = Named.Debit(number: try row.int(0), left: -(try row.int(1)))
            if let id = try id(try row.optionalText(2)) {
                named.payouts[id, default: []].append(debit)
            } else {
                for order in try (row.optionalText(3) ?? "").split(separator: "\n").map(String.init) {
                    named.files[order, default: []].append(debit)
                }
            }
        }
        return named
    }

    struct Named {
        struct Debit {
            let number: Int64
            /// In minor units.
            let left: Int64
        }

        fileprivate(set) var payouts: [OperationID: [Debit]] = [:]
        fileprivate(set) var files: [String: [Debit]] = [:]

        /// The number of a debit that may have paid a payout; nil if there is none.
        func debit(paying id: OperationID, of amount: Int64, in file: String?) -> Int64? {
            ((payouts[id] ?? []) + (file.flatMap { files[$0] } ?? [])).first { $0.left >= amount }?.number
        }
    }

    /// The owed payouts that the operator names, by a payout's id in the hub's or the bank's form, or by a file's id.
    ///
    /// - Throws: ``HubError`` with `.invalid` for an unknown id, or a payout that is not owed.
    func named(_ name: String) throws -> Sum {
        if let id = OperationID(text: name) ?? PayoutTable.publicID(name) {
            if let owed = try payout(id) { return owed }
            let row = try database.row("SELECT state FROM payout WHERE public_id = ?", [.blob(id.bytes)])
            guard let row else { throw PayoutTable.unknown(id) }
            throw HubError(.invalid, "The payout is \(try row.text(0)); a debit settles exported ones.")
        }
        let file = try database.row("SELECT currency FROM bank_export WHERE message = ?", [.text(name)])
        guard let file else { throw HubError(.invalid, "No payout and no file has the id \(name).") }
        if let owed = try all(of: [name], in: try Currency(code: try file.text(0))) { return owed }
        throw HubError(.invalid, "All payouts of this file are settled, or were given back.")
    }

    /// The payouts that the bank may have returned, named by a payout's id in the hub's or the bank's form, or by a
    /// file's id.
    ///
    /// - Throws: ``HubError`` with `.invalid` for an unknown id, or a payout that no debit has settled or that came
    ///   back before.
    func gone(_ name: String) throws -> Sum {
        let sum: Sum?
        if let id = OperationID(text: name) ?? PayoutTable.publicID(name) {
            guard try database.row("SELECT 1 FROM payout WHERE public_id = ?", [.blob(id.bytes)]) != nil else {
                throw PayoutTable.unknown(id)
            }
            sum = try self.sum("public_id = ?", [.blob(id.bytes)], Self.isGone)
        } else {
            guard try database.row("SELECT 1 FROM bank_export WHERE message = ?", [.text(name)]) != nil else {
                throw HubError(.invalid, "No payout and no file has the id \(name).")
            }
            sum = try self.sum(
                "export IN (SELECT id FROM bank_export WHERE message = ?)", [.text(name)], Self.isGone)
        }
        guard let sum else {
            throw HubError(
                .invalid,
                "Nothing of \(name) can come back to an account: no debit has settled it, it came back before, or it was sent "
                    + "back from suspense.")
        }
        return sum
    }

    /// The oldest payouts of a group that may have come back.
    func gone(_ sum: Sum, limit: Int64) throws -> [(row: Int64, account: Int64, amount: Amount)] {
        try database.rows(
            """
            SELECT id, account, amount FROM payout WHERE \(sum.condition) AND \(Self.isGone) ORDER BY id LIMIT ?
            """, sum.values + [.integer(limit)]
        ).map {
            (
                try $0.int(0), try $0.int(1),
                Amount(minorUnits: try $0.int(2), currency: sum.total.currency)
            )
        }
    }

    /// Marks a payout as returned to its account. The bank may report the return before the payment.
    func bringBack(_ row: Int64, by entry: Int64) throws {
        try database.run(
            "UPDATE payout SET returned = ?, state = ? WHERE id = ?",
            [.integer(entry), .text(Payout.State.returned.rawValue), .integer(row)])
    }

    /// Marks payouts as paid by the bank: they are completed, or stay returned if the bank reported their return
    /// before.
    func settle(_ sum: Sum, by entry: Int64, at now: Timestamp) throws {
        try database.run(
            """
            UPDATE bank_export SET seen = ? WHERE seen IS NULL
                AND id IN (SELECT export FROM payout WHERE \(sum.condition) AND \(Self.isOwed))
            """, [try .unsigned(now.seconds)] + sum.values)
        try database.run(
            """
            UPDATE payout SET debited = ?, state = CASE WHEN returned IS NULL THEN ? ELSE ? END
            WHERE \(sum.condition) AND \(Self.isOwed)
            """,
            [
                .integer(entry), .text(Payout.State.completed.rawValue), .text(Payout.State.returned.rawValue),
            ] + sum.values)
    }

    /// Notes that a statement names a payout or files. The bank has received them, so they must not be sent again.
    func noteThatTheBankHas(_ endToEndID: String?, _ orders: [String], at now: Timestamp) throws {
        let time = try Value.unsigned(now.seconds)
        if let id = endToEndID.flatMap(PayoutTable.publicID) {
            try database.run(
                """
                UPDATE bank_export SET seen = ?
                WHERE seen IS NULL AND id IN (SELECT export FROM payout WHERE public_id = ?)
                """, [time, .blob(id.bytes)])
        }
        for order in orders {
            try database.run(
                "UPDATE bank_export SET seen = ? WHERE seen IS NULL AND message = ?", [time, .text(order)])
        }
    }

    private func sum(_ condition: String, _ values: [Value], _ state: String = isOwed) throws -> Sum? {
        try database.row(
            """
            SELECT currency, count(*), CAST(sum(amount) AS BIGINT), min(amount) FROM payout
            WHERE \(condition) AND \(state) GROUP BY currency
            """, values
        ).map {
            let currency = try Currency(code: try $0.text(0))
            return Sum(
                condition: condition, values: values, payouts: try $0.int(1),
                total: Amount(minorUnits: try $0.int(2), currency: currency),
                least: Amount(minorUnits: try $0.int(3), currency: currency))
        }
    }
}
