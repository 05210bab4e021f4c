// SPDX-License-Identifier: MIT
package import HubAPI
import Money
package import SQL

/// Keeps a search index of an account's postings, and searches it.
///
/// The index is updated on demand: a search first adds the new postings, a thousand in each commit. So moving money
/// costs nothing more, and an account that never searches has no index.
package struct HistoryIndex {
    package let history: AccountHistory

    package init(history: AccountHistory) {
        self.history = history
    }

    /// The largest number of lines that one commit adds, so that payments wait only milliseconds between two commits.
    static let linesPerCommit = 1_000
    /// The largest number of lines that one page scans for conditions without an index, such as a word in a note.
    static let maximumExamined = 20_000

    // MARK: - Updating

    /// Whether the index lacks postings of the account.
    package func isBehind(_ account: Int64, in database: any SQLConnection) throws -> Bool {
        try PostingChain.newest(of: account, in: database) > mark(of: account, in: database).entry
    }

    /// Adds the next postings of an account.
    ///
    /// - Returns: whether there are more.
    package func extend(_ account: Int64, in database: any SQLConnection) throws -> Bool {
        var (mark, time) = try mark(of: account, in: database)
        let rows = try PostingChain.rows(
            AccountHistory.columns, of: account, after: mark, limit: Self.linesPerCommit + 1, in: database)
        for row in rows.prefix(Self.linesPerCommit) {
            let line = try history.transaction(row)
            mark = try row.int(0)
            time = max(time, line.time)
            let day = CalendarDay(number: Int(time / 86_400))
            try database.run(
                """
                INSERT INTO history (account, entry, kind, time, month, amount, counterpart, words)
                VALUES (?, ?, ?, ?, ?, ?, (SELECT id FROM account WHERE username = ?), ?)
                """,
                [
                    .integer(account), .integer(mark), .text(line.kind.rawValue), try .unsigned(time),
                    .integer(Int64(day.year * 12 + day.month - 1)), .integer(line.amount.minorUnits),
                    .optional(line.counterpart), .text(Self.words(of: line)),
                ])
        }
        return rows.count > Self.linesPerCommit
    }

    private func mark(of account: Int64, in database: any SQLConnection) throws -> (entry: Int64, time: UInt64) {
        let row = try database.row(
            "SELECT entry, time FROM history WHERE account = ? ORDER BY entry DESC LIMIT 1", [.integer(account)])
        return try row.map { (try $0.int(0), try $0.unsigned(1)) } ?? (0, 0)
    }

    private static func words(of line: AccountTransaction) -> String {
        "\(line.counterpart ?? "") \(line.note ?? "")".lowercased()
    }

    // MARK: - Searching

    /// One page of the transactions that match a filter. A short or empty page may still have a next one, see
    /// ``maximumExamined``.
    ///
    /// - Throws: `HubProblem` with `.badRequest` for a cursor of another account or another filter.
    package func page(
        of account: Int64, _ filter: HistoryFilter, before cursor: String?, limit: Int, from database: any SQLConnection
    ) throws -> TransactionPage {
        let places = PageCursor(secret: history.secret, account: account, list: Self.list(of: filter))
        let before = try cursor.map { try places.position(of: $0) } ?? .max
        guard let span = try span(of: account, filter, before: before, in: database) else {
            return TransactionPage(items: [], next: nil)
        }
        var (search, values) = (span.sql, span.values)
        var examined: Int64?
        let (rest, restValues) = Self.residue(of: filter)
        if !rest.isEmpty {
            examined = try database.row(
                search + " ORDER BY entry DESC LIMIT 1 OFFSET ?", values + [.integer(Int64(Self.maximumExamined))]
            )?.int(0)
            if let examined {
                search += " AND entry >= ?"
                values.append(.integer(examined))
            }
            search += rest
            values += restValues
        }
        let found = try database.rows(
            search + " ORDER BY entry DESC LIMIT ?", values + [.integer(Int64(limit) + 1)]
        ).map { try $0.int(0) }
        let shown = Array(found.prefix(limit))
        let next = found.count > limit ? shown.last : examined
        return TransactionPage(
            items: try lines(shown, of: account, from: database), next: next.map { places.text(at: $0) })
    }

    private func lines(_ entries: [Int64], of account: Int64, from database: any SQLConnection) throws
        -> [AccountTransaction]
    {
        guard !entries.isEmpty else { return [] }
        let places = Array(repeating: "?", count: entries.count).joined(separator: ", ")
        return try database.rows(
            AccountHistory.columns + " WHERE p.account = ? AND p.entry IN (\(places)) ORDER BY p.entry DESC",
            [.integer(account)] + entries.map { .integer($0) }
        ).map { try history.transaction($0) }
    }

    private static func list(of filter: HistoryFilter) -> String {
        filter.query.reduce(into: "history") { $0 += "\n\($1.0)=\($1.1)" }
    }

    /// The conditions that indexes answer; nil if nothing can match.
    private func span(
        of account: Int64, _ filter: HistoryFilter, before: Int64, in database: any SQLConnection
    ) throws -> (sql: String, values: [Value])? {
        var sql = "SELECT entry FROM history WHERE account = ?"
        var values: [Value] = [.integer(account)]
        if filter.kinds.count == 1 {
            sql += " AND kind = ?"
            values.append(.text(filter.kinds[0].rawValue))
        }
        if let counterpart = filter.counterpart {
            guard let known = try Accounts.find(counterpart, in: database) else { return nil }
            sql += " AND counterpart = ?"
            values.append(.integer(known.id))
        }
        // Times never decrease from line to line, so a range of time is a range of entries.
        var before = before
        if let until = filter.until, let end = try entry(of: account, from: until, in: database) {
            before = min(before, end)
        }
        sql += " AND entry < ?"
        values.append(.integer(before))
        if let since = filter.since {
            guard let start = try entry(of: account, from: since, in: database) else { return nil }
            sql += " AND entry >= ?"
            values.append(.integer(start))
        }
        return (sql, values)
    }

    /// The first line at or after a time.
    private func entry(of account: Int64, from time: UInt64, in database: any SQLConnection) throws -> Int64? {
        try database.row(
            "SELECT entry FROM history WHERE account = ? AND time >= ? ORDER BY time, entry LIMIT 1",
            [.integer(account), try .unsigned(time)])?.int(0)
    }

    /// The conditions that need a scan of each line.
    private static func residue(of filter: HistoryFilter) -> (sql: String, values: [Value]) {
        var sql = ""
        var values: [Value] = []
        func add(_ condition: String, _ more: Value...) {
            sql += " AND \(condition)"
            values += more
        }
        if filter.kinds.count > 1 {
            sql += " AND kind IN (\(filter.kinds.map { _ in "?" }.joined(separator: ", ")))"
            values += filter.kinds.map { .text($0.rawValue) }
        }
        switch filter.direction {
        case .incoming: add("amount > 0")
        case .outgoing: add("amount < 0")
        case nil: break
        }
        if let least = filter.least { add("abs(amount) >= ?", .integer(least.minorUnits)) }
        if let most = filter.most { add("abs(amount) <= ?", .integer(most.minorUnits)) }
        for word in filter.words { add("words LIKE ? ESCAPE '\\'", .containing(word)) }
        return (sql, values)
    }

    // MARK: - Sums

    private static let maximumLines = 100

    /// The sums of the transactions that match a filter, by month and by counterpart.
    package func summary(of account: Int64, _ filter: HistoryFilter, from database: any SQLConnection) throws
        -> HistorySummary
    {
        let none = line("total", [0, 0, 0])
        guard let span = try span(of: account, filter, before: .max, in: database) else {
            return HistorySummary(months: [], counterparts: [], total: none)
        }
        let (rest, restValues) = Self.residue(of: filter)
        let source = span.sql.replacing("SELECT entry FROM", with: "FROM", maxReplacements: 1) + rest
        let values = span.values + restValues
        let sums = """
            CAST(coalesce(sum(CASE WHEN amount > 0 THEN amount ELSE 0 END), 0) AS BIGINT),
            CAST(coalesce(sum(CASE WHEN amount < 0 THEN -amount ELSE 0 END), 0) AS BIGINT), count(*)
            """
        func lines(_ name: String, _ group: String, _ order: String, _ label: (Row) throws -> String) throws
            -> [HistorySummary.Line]
        {
            try database.rows(
                "SELECT \(sums), \(name) \(source) GROUP BY \(group) ORDER BY \(order) DESC LIMIT ?",
                values + [.integer(Int64(Self.maximumLines))]
            ).map { row in line(try label(row), try (0..<3).map { try row.int($0) }) }
        }
        let months = try lines("month", "month", "month") { Self.month(try $0.int(3)) }
        let other = "CASE WHEN counterpart IS NULL THEN kind ELSE '' END"
        let counterparts = try lines(
            "(SELECT username FROM account WHERE id = counterpart), \(other)", "counterpart, \(other)",
            "sum(abs(amount))"
        ) { try $0.optionalText(3) ?? "<\(try $0.text(4))>" }
        let total = try database.row("SELECT \(sums) \(source)", values)
        return HistorySummary(
            months: months, counterparts: counterparts,
            total: try total.map { row in line("total", try (0..<3).map { try row.int($0) }) } ?? none)
    }

    private func line(_ name: String, _ sums: [Int64]) -> HistorySummary.Line {
        HistorySummary.Line(
            name: name, received: Amount(minorUnits: sums[0], currency: history.currency),
            sent: Amount(minorUnits: sums[1], currency: history.currency), count: Int(sums[2]))
    }

    private static func month(_ number: Int64) -> String {
        let month = number % 12 + 1
        return "\(number / 12)-\(month < 10 ? "0" : "")\(month)"
    }
}
