// SPDX-License-Identifier: MIT
internal import CPostgreSQL
package import SQL

/// One connection to a PostgreSQL server. Outside transactions it reconnects by itself.
///
/// Tables are in the schema `satchel`. A commit is on the server's disk when the call returns: if the server is
/// configured to answer earlier, this connection overrides that. Not thread-safe by design: one owner at a time.
package final class ServerDatabase {
    package let address: DatabaseAddress
    private let isReadOnly: Bool
    private var link: Link?
    private var depth = 0
    private var isInSnapshot = false
    private var cursors = 0
    /// Settings of each new connection in addition to ``settings``.
    private var ownSettings = ""

    /// The schema of all tables.
    package static let schema = "satchel"
    /// The number of rows in memory at once while a long query is read.
    private static let rowsPerFetch = 1_000

    /// Connects.
    ///
    /// - Parameter readOnly: whether the server refuses every change. Then the address may be a replica or the primary.
    /// - Throws: ``SQLError`` with `.cantOpen` or `.busy`.
    package init(_ address: DatabaseAddress, readOnly: Bool = false) throws {
        self.address = address
        isReadOnly = readOnly
        link = try connect()
    }

    private func connect() throws -> Link {
        let link = try Link(address)
        try link.execute(Self.settings)
        if isReadOnly { try link.execute("SET default_transaction_read_only = on") }
        if !ownSettings.isEmpty { try link.execute(ownSettings) }
        return link
    }

    /// Applies settings to this connection and to each one that replaces it.
    package func keep(settings: String) throws {
        try execute(settings)
        ownSettings = settings
    }

    /// A writer whose machine disappeared must not keep its locks. Compiling short queries would cost more than it
    /// saves.
    private static let settings = """
        SET search_path = \(schema);
        SET lock_timeout = '30s';
        SET idle_in_transaction_session_timeout = '5min';
        SET jit = off;
        SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off';
        """

    /// The connection. Reconnects if it ended outside a transaction.
    private func connected() throws -> Link {
        if let link, depth > 0 || isInSnapshot || !link.isLost {
            guard !link.isLost else {
                throw SQLError(.lost, "The connection to the \(address) ended. \(SQLError.Code.lost.advice)")
            }
            return link
        }
        link = nil
        let fresh = try connect()
        link = fresh
        return fresh
    }

    /// Uses the connection. A read is repeated once if the connection turns out to have ended.
    private func using<R>(_ body: (Link) throws -> R) throws -> R {
        do {
            return try body(try connected())
        } catch let error as SQLError where error.code == .lost && isReadOnly && depth == 0 && !isInSnapshot {
            link = nil
            return try body(try connected())
        }
    }

    /// Ends the connection. The server rolls back what is under way. The next use reconnects.
    package func disconnect() { link = nil }

    /// Whether the server accepts changes now. If not, the connection is ended: the next use reconnects, perhaps to
    /// the server that has taken over.
    package func takesChanges() throws -> Bool {
        // The value of a new connection, because this one may have changed its own.
        let row = try returned(
            """
            SELECT NOT pg_is_in_recovery() AND reset_val = 'off' FROM pg_settings
            WHERE name = 'default_transaction_read_only'
            """, [])
        let takesChanges = try row.bool(0)
        if !takesChanges, depth == 0, !isInSnapshot { disconnect() }
        return takesChanges
    }

    /// The server's process id of this connection.
    package var serverProcess: Int32? { link.map { PQbackendPID($0.handle) } }
}

extension ServerDatabase: SQLConnection {
    package var isInTransaction: Bool { depth > 0 }

    package func execute(_ sql: String) throws { try using { _ = try $0.execute(sql) } }

    @discardableResult
    package func run(_ sql: String, _ values: [Value]) throws -> Int {
        try using { try $0.run(sql, Parameters(values)).changeCount }
    }

    @discardableResult
    package func run(_ sql: String, times count: Int, _ values: (Int) throws -> [Value]) throws -> [Int] {
        var changes: [Int] = []
        changes.reserveCapacity(count)
        for first in stride(from: 0, to: count, by: Self.rowsPerFetch) {
            let some = try (first..<min(first + Self.rowsPerFetch, count)).map { Parameters(try values($0)) }
            changes += try using { try $0.run(sql, forEach: some).map(\.changeCount) }
        }
        return changes
    }

    package func rows(_ sql: String, _ values: [Value]) throws -> [Row] {
        try using { try $0.run(sql, Parameters(values)).rows() }
    }

    package func row(_ sql: String, _ values: [Value]) throws -> Row? {
        try using { link in
            let reply = try link.run(sql, Parameters(values))
            return reply.rowCount == 0 ? nil : try reply.row(0)
        }
    }

    package func forEach(_ sql: String, _ values: [Value], _ body: (Row) throws -> Void) throws {
        guard isInSnapshot else {
            for row in try rows(sql, values) { try body(row) }
            return
        }
        // A snapshot is for reading whole tables.
        try forEachInPieces(sql, values, body)
    }

    /// Calls `body` with each row in turn, with at most a thousand rows in memory. Only inside a transaction or
    /// snapshot.
    package func forEachInPieces(_ sql: String, _ values: [Value], _ body: (Row) throws -> Void) throws {
        cursors += 1
        let name = "c\(cursors)"
        try run("DECLARE \(name) NO SCROLL CURSOR FOR " + sql, values)
        while true {
            let rows = try using { try $0.run("FETCH \(Self.rowsPerFetch) FROM \(name)", Parameters()).rows() }
            for row in rows { try body(row) }
            if rows.count < Self.rowsPerFetch { break }
        }
        try execute("CLOSE \(name)")
    }

    package func insert(
        into table: String, _ columns: [String], count: Int, filling fill: (Int, inout [Value]) throws -> Void
    ) throws {
        guard count > 0 else { return }
        // Each column is processed separately.
        let rows = try Self.rows(count, filling: fill)
        var parameters = Parameters()
        let (arrays, chosen) = try Self.columns(columns, of: rows, in: &parameters)
        guard !arrays.isEmpty else { throw SQLError(.misuse, "Rows of \(table) that hold nothing cannot be inserted.") }
        let names = arrays.indices.map { "c\($0 + 1)" }.joined(separator: ", ")
        let sql =
            "INSERT INTO \(table) (\(columns.joined(separator: ", "))) SELECT \(chosen.joined(separator: ", ")) "
            + "FROM unnest(\(arrays.joined(separator: ", "))) AS u (\(names))"
        try using { _ = try $0.run(sql, parameters) }
    }

    package func update(
        _ table: String, key: String, adding: [String], setting: [String], count: Int,
        filling fill: (Int, inout [Value]) throws -> Void
    ) throws -> Int {
        guard count > 0 else { return 0 }
        let rows = try Self.rows(count, filling: fill)
        var parameters = Parameters()
        let (arrays, _) = try Self.columns([key] + adding + setting, of: rows, in: &parameters)
        guard arrays.count == 1 + adding.count + setting.count else {
            throw SQLError(.misuse, "A key or a new value for a row of \(table) is NULL.")
        }
        let changes =
            adding.enumerated().map { "\($1) = t.\($1) + u.c\($0 + 2)" }
            + setting.enumerated().map { "\($1) = u.c\($0 + 2 + adding.count)" }
        let names = arrays.indices.map { "c\($0 + 1)" }.joined(separator: ", ")
        let sql =
            "UPDATE \(table) AS t SET \(changes.joined(separator: ", ")) "
            + "FROM unnest(\(arrays.joined(separator: ", "))) AS u (\(names)) WHERE t.\(key) = u.c1"
        return try using { try $0.run(sql, parameters).changeCount }
    }

    private static func rows(_ count: Int, filling fill: (Int, inout [Value]) throws -> Void) throws -> [[Value]] {
        try (0..<count).map { index in
            var row: [Value] = []
            try fill(index, &row)
            return row
        }
    }

    /// Adds each column of some rows to the parameters, as an array.
    ///
    /// - Returns: the arrays as they appear in the SQL text, and the expression for each column.
    private static func columns(
        _ columns: [String], of rows: [[Value]], in parameters: inout Parameters
    ) throws -> (arrays: [String], chosen: [String]) {
        var (arrays, chosen): ([String], [String]) = ([], [])
        for index in columns.indices {
            let values = rows.map { $0[index] }
            guard let kind = ColumnKind(of: values) else {
                chosen.append("NULL")
                continue
            }
            parameters.append(column: values, of: kind)
            arrays.append("$\(arrays.count + 1)::\(kind.name)[]")
            chosen.append("u.c\(arrays.count)")
            guard values.allSatisfy({ $0 == .null || BinaryForm.kind(of: $0) == kind.element }) else {
                throw SQLError(.mismatch, "The values of the column \(columns[index]) are of several kinds.")
            }
        }
        return (arrays, chosen)
    }

    package func rows(
        _ select: String, where columns: [String], count: Int, _ key: (Int) throws -> [Value]
    ) throws -> [Row] {
        guard count > 0 else { return [] }
        let keys = try (0..<count).map(key)
        var parameters = Parameters()
        var arrays: [String] = []
        for index in columns.indices {
            let values = keys.map { $0[index] }
            guard let kind = ColumnKind(of: values) else {
                throw SQLError(.misuse, "Rows cannot be found by a key that is NULL.")
            }
            parameters.append(column: values, of: kind)
            arrays.append("$\(index + 1)::\(kind.name)[]")
        }
        let condition =
            columns.count == 1
            ? "\(columns[0]) = ANY (\(arrays[0]))"
            : "(\(columns.joined(separator: ", "))) IN (SELECT * FROM unnest(\(arrays.joined(separator: ", "))))"
        return try using { try $0.run("\(select) WHERE \(condition)", parameters).rows() }
    }

    package func reserveIDs(_ count: Int, of table: String) throws -> Int64 {
        guard isInTransaction, count > 0 else {
            throw SQLError(.misuse, "Ids of \(table) can only be reserved inside a transaction, and one at least.")
        }
        // The sequence is looked up once, in a subquery, and not for every id.
        let row = try returned(
            """
            SELECT min(n), max(n) FROM
                (SELECT nextval((SELECT pg_get_serial_sequence(?, 'id')::regclass)) AS n FROM generate_series(1, ?)) s
            """, [.text("\(Self.schema).\(table)"), .integer(Int64(count))])
        let (first, last) = (try row.int(0), try row.int(1))
        guard last - first == Int64(count) - 1 else {
            throw SQLError(.busy, "Another connection takes ids of \(table) at the same time. Try again.")
        }
        return first
    }

    @discardableResult
    package func transaction<R>(_ body: () throws -> R) throws -> R {
        let outer = depth
        if outer == 0 { try begin() } else { try execute("SAVEPOINT s\(outer)") }
        depth = outer + 1
        defer { depth = outer }
        do {
            let result = try body()
            if outer == 0 { try commit() } else { try execute("RELEASE s\(outer)") }
            return result
        } catch {
            undo(to: outer)
            // Another server may have taken over, and a setting of a role or database applies only to new connections.
            if outer == 0, (error as? SQLError)?.code == .readOnly { disconnect() }
            throw error
        }
    }

    package func snapshot<R>(_ body: () throws -> R) throws -> R {
        guard depth == 0, !isInSnapshot else {
            throw SQLError(.misuse, "A snapshot cannot begin inside a transaction.")
        }
        try using { _ = try $0.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY") }
        isInSnapshot = true
        defer {
            isInSnapshot = false
            undo(to: 0)
        }
        return try body()
    }

    /// Begins a transaction. A connection that ended while it was idle is detected here, before anything was changed.
    private func begin() throws {
        do {
            try connected().execute("BEGIN")
        } catch let error as SQLError where error.code == .lost {
            link = nil
            try connected().execute("BEGIN")
        }
    }

    private func commit() throws {
        let link = try connected()
        do {
            // COMMIT rolls a failed transaction back without an error.
            guard try link.execute("COMMIT").tag == "COMMIT" else {
                throw SQLError(
                    .rolledBack, "An earlier error rolled back the transaction on the \(address). Start again.")
            }
        } catch let error as SQLError where error.code == .lost || link.isLost {
            throw SQLError(
                .unknownOutcome,
                "The connection to the \(address) ended during a commit: \(error.message)", cause: error)
        }
    }

    /// Rolls back a transaction or savepoint. If that fails too, ends the connection, and the server rolls everything
    /// back.
    private func undo(to outer: Int) {
        guard let link, !link.isLost else { return }
        do {
            if outer == 0 {
                if PQtransactionStatus(link.handle) != PQTRANS_IDLE { try link.execute("ROLLBACK") }
            } else {
                try link.execute("ROLLBACK TO s\(outer); RELEASE s\(outer)")
            }
        } catch {
            if outer == 0 { self.link = nil } else { link.end() }
        }
    }
}
