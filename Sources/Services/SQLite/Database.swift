// SPDX-License-Identifier: MIT
internal import CSQLite
internal import Glibc

/// One connection to an SQLite file or to a database in memory.
///
/// Every commit is on disk when the call returns (WAL, `synchronous=FULL`). Foreign keys are enforced, deleted content
/// is overwritten, and the schema of the file is not trusted to call functions. A new file is readable only by its
/// owner (0600). Not thread-safe by design: one owner at a time.
package final class Database {
    package enum Place: Equatable, Sendable { case file(String), inMemory }

    let connection: Connection
    let place: Place
    /// Whether this connection cannot write: each attempt throws `.readOnly`.
    package let isReadOnly: Bool
    let applicationID: Int32?
    let transactions = TransactionStack()
    /// The engine's number of the last commit of another connection that the observers know of.
    var foreignVersion: Int64 = 0
    private var statements: [String: Statement] = [:]

    /// The limit of cached statements. A program has a few dozen, so reaching it means that SQL text contains values.
    private static let maximumCachedStatements = 256

    /// Opens a database, creating it if it does not exist.
    ///
    /// - Parameters:
    ///   - readOnly: the file must exist and is never written.
    ///   - applicationID: a number that identifies the program that owns the file. It is written into an empty file. A
    ///     file with content and another number is refused with `.foreignFile`.
    ///   - checksPages: whether to read the whole file and refuse it with `.corrupt` if its structure is damaged.
    ///   - gathersLog: whether to write what a commit appends to the log in large pieces, for large commits. The
    ///     changes of a transaction then stay in memory until its commit, and the connection must never set `PRAGMA
    ///     synchronous` to less than FULL, nor `cache_spill`.
    ///   - isUnchanging: whether no process changes the file while it is open here. It is then read without locks,
    ///     nothing is created beside it, and a log beside it is ignored. Only for reading.
    ///   - isAlone: whether no other connection may have the file open, now and while it is open here. Its log is then
    ///     read from its beginning, whatever its index says. If the file is in use, throws `.busy`.
    ///   - busyTimeoutMilliseconds: how long to wait for another writer before `.busy`.
    /// - Throws: ``SQLError``.
    package init(
        path place: Place, readOnly: Bool = false, applicationID: Int32? = nil, checksPages: Bool = false,
        gathersLog: Bool = false, isUnchanging: Bool = false, isAlone: Bool = false,
        busyTimeoutMilliseconds: Int32 = 5_000
    ) throws {
        precondition(readOnly || !isUnchanging, "A file that may change must not be opened as unchanging.")
        self.place = place
        isReadOnly = readOnly
        self.applicationID = applicationID
        switch place {
        case .inMemory:
            connection = try Connection(path: ":memory:", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
            try Self.configure(connection, busyTimeoutMilliseconds)
        case .file(let path):
            if !readOnly { try Self.createPrivately(path) }
            let flags = readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
            var opened = try Connection(path: path, flags: flags, gathersLog: gathersLog, isUnchanging: isUnchanging)
            do {
                if isAlone { try opened.execute(Self.alone, doing: "open") }
                try Self.configure(opened, busyTimeoutMilliseconds)
            } catch let error as SQLError where error.code == .full && !readOnly {
                // The index of the log is a file, for which a full disk has no room. An exclusive connection keeps the
                // index in memory, and can at least read. <https://www.sqlite.org/wal.html>, section 9
                opened = try Connection(path: path, flags: flags, gathersLog: gathersLog)
                try opened.execute(Self.alone, doing: "open")
                try Self.configure(opened, busyTimeoutMilliseconds)
            }
            connection = opened
        }
        // Otherwise a page that is written to the log before its commit, and then rolled back, could still be in a
        // gathered piece.
        if gathersLog { try connection.execute("PRAGMA cache_spill = OFF", doing: "open") }
        try configureJournal()
        try claim()
        if checksPages { try quickCheck() }
    }

    package convenience init(
        path: String, readOnly: Bool = false, applicationID: Int32? = nil, checksPages: Bool = false,
        gathersLog: Bool = false, isUnchanging: Bool = false, isAlone: Bool = false,
        busyTimeoutMilliseconds: Int32 = 5_000
    ) throws {
        try self.init(
            path: .file(path), readOnly: readOnly, applicationID: applicationID, checksPages: checksPages,
            gathersLog: gathersLog, isUnchanging: isUnchanging, isAlone: isAlone,
            busyTimeoutMilliseconds: busyTimeoutMilliseconds)
    }

    /// Runs SQL text without values and results. It may contain several statements.
    package func execute(_ sql: String) throws {
        try transactions.requireUsable(on: connection)
        try connection.execute(sql)
    }

    /// Runs one changing statement and returns how many rows it changed directly.
    @discardableResult
    package func run(_ sql: String, _ values: [Value]) throws -> Int {
        // A statement that changes no row (CREATE, PRAGMA) does not reset the count of the previous one.
        let before = changeCount
        try prepare(sql).forEach(values) { _ in true }
        return changeCount == before ? 0 : lastChangeCount
    }

    /// The number of rows changed on this connection since it was opened, directly or indirectly.
    var changeCount: Int { Int(sqlite3_total_changes64(connection.handle)) }
    /// The number of rows that the last changing statement changed directly.
    var lastChangeCount: Int { Int(sqlite3_changes64(connection.handle)) }

    /// All rows of a query. Limit the query with LIMIT, because all rows are in memory at once.
    package func rows(_ sql: String, _ values: [Value]) throws -> [Row] {
        var rows: [Row] = []
        try forEach(sql, values) { rows.append($0) }
        return rows
    }

    /// The first row of a query, or nil.
    package func row(_ sql: String, _ values: [Value]) throws -> Row? {
        var first: Row?
        try prepare(sql).forEach(values) { row in
            first = row
            return false
        }
        return first
    }

    /// Calls `body` with each row in turn, with one row in memory.
    package func forEach(_ sql: String, _ values: [Value], _ body: (Row) throws -> Void) throws {
        try prepare(sql).forEach(values) { row in
            try body(row)
            return true
        }
    }

    /// The prepared statement for this text, from the cache.
    package func prepare(_ sql: String) throws -> Statement {
        if let statement = statements[sql], !statement.isBusy { return statement }
        try transactions.requireUsable(on: connection)
        let statement = try Statement(sql, on: connection, transactions: transactions)
        if statements.count >= Self.maximumCachedStatements { statements.removeAll() }
        statements[sql] = statement
        return statement
    }

    /// Checks the structure of the whole file, without comparing indexes with their tables.
    ///
    /// - Throws: ``SQLError`` with code `.corrupt` and the first error.
    package func quickCheck() throws {
        let verdict = try row("PRAGMA quick_check(1)")?.text(0)
        guard verdict == "ok" else {
            throw SQLError(
                .corrupt,
                "The database \(connection.name) is damaged (\(verdict ?? "no verdict")). \(SQLError.Code.corrupt.advice)"
            )
        }
    }

    /// Moves the whole write-ahead log into the file, flushes the file and empties the log, as far as readers allow.
    package func checkpoint() throws {
        _ = try rows("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// Moves as much of the write-ahead log into the file as readers allow. Neither waits for other connections nor
    /// blocks them.
    ///
    /// - Returns: how many pages of the log are in the file now; 0 if another connection is checkpointing.
    @discardableResult
    package func moveLog() throws -> Int {
        let row = try row("PRAGMA wal_checkpoint(PASSIVE)")
        guard let row, try row.int(0) == 0 else { return 0 }
        return Int(try row.int(2))
    }

    /// Flushes to disk what any connection of the machine has written to the file.
    ///
    /// A checkpoint of a log that grows meanwhile leaves the flush to the connection that moves the end of the log,
    /// which then waits for all of it.
    ///
    /// - Throws: ``SQLError`` with `.inputOutput`. The system reports this once: a second flush would succeed without
    ///   storing anything. So the log must be kept, see ``keepLog()``, until the file is opened again and the whole
    ///   log is moved again.
    package func flushFile() throws {
        let code = satchel_sqlite3_flush(connection.handle)
        guard code != SQLITE_OK else { return }
        throw SQLError(
            .inputOutput,
            "Could not flush the database \(connection.name): \(String(cString: sqlite3_errstr(code))) (\(code)). \(SQLError.Code.inputOutput.advice)"
        )
    }

    /// Keeps the log when this connection closes, even as the last one.
    package func keepLog() throws {
        try connection.check(
            satchel_sqlite3_set_flag(connection.handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1), doing: "keep the log of")
    }

    /// Whether a refused commit is certainly not in the log, because the disk failed to store its end or what is
    /// before it. Only a connection that gathers the log can know this.
    package var isLogCut: Bool { satchel_sqlite3_log_is_cut(connection.handle) != 0 }

    /// Leaves checkpoints to other connections from now on, and counts the pages of the log.
    package func leaveLog() { connection.watchLog() }

    /// The number of pages in the write-ahead log after the last commit, once ``leaveLog()`` was called.
    package var logPages: Int { connection.logPages }

    // MARK: - Opening

    private static func configure(_ connection: Connection, _ busyTimeoutMilliseconds: Int32) throws {
        let handle = connection.handle
        try connection.check(sqlite3_busy_timeout(handle, busyTimeoutMilliseconds), doing: "configure")
        for (option, value) in flags {
            try connection.check(satchel_sqlite3_set_flag(handle, option, value), doing: "configure")
        }
        for (limit, value) in limits { sqlite3_limit(handle, limit, value) }
        try connection.execute(settings, doing: "open")
    }

    private func configureJournal() throws {
        if isReadOnly {
            try connection.execute("PRAGMA query_only = ON", doing: "open")
            // The first read of the file, which detects a damaged or foreign one.
            _ = try row("SELECT count(*) FROM sqlite_schema")
            return
        }
        let mode = try row("PRAGMA journal_mode = WAL")?.text(0)
        guard mode == (place == .inMemory ? "memory" : "wal") else {
            throw SQLError(
                .cantOpen,
                "The file system under \(connection.name) does not allow a write-ahead log: use a local disk.")
        }
    }

    /// Writes our application id into an empty file, or refuses the file of another program.
    private func claim() throws {
        guard let applicationID else { return }
        let found = try row("PRAGMA application_id")?.int(0) ?? 0
        guard found != Int64(applicationID) else { return }
        let isEmpty = try row("SELECT 1 FROM sqlite_schema LIMIT 1") == nil
        guard found == 0 && isEmpty && !isReadOnly else {
            throw SQLError(
                .foreignFile,
                "The file \(connection.name) is a database of another program: choose another place, or move it away.")
        }
        try connection.execute("PRAGMA application_id = \(applicationID)", doing: "claim")
    }

    /// Creates the file before SQLite does, which would make it readable by all users. The log files get the same mode.
    private static func createPrivately(_ path: String) throws {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 { close(descriptor) }
        // Safe: an existing file is the usual case, and any other error is met again, and named, by the open.
    }

    private static let alone = "PRAGMA locking_mode = EXCLUSIVE"

    private static let settings = """
        PRAGMA foreign_keys = ON;
        PRAGMA trusted_schema = OFF;
        PRAGMA cell_size_check = ON;
        PRAGMA secure_delete = ON;
        PRAGMA synchronous = FULL;
        \(temporaryInMemory);
        """
    /// Keeps temporary content in memory; see ``migrate(_:part:)``.
    static let temporaryInMemory = "PRAGMA temp_store = MEMORY"

    private static let flags: [(option: Int32, value: Int32)] = [
        (SQLITE_DBCONFIG_DEFENSIVE, 1),  // no SQL may write the file's inner structure
        (SQLITE_DBCONFIG_DQS_DML, 0),  // a misspelt column in double quotes is an error, not a text
        (SQLITE_DBCONFIG_DQS_DDL, 0),
    ]

    /// Far above what any store needs, and far below what could do harm. <https://www.sqlite.org/limits.html>
    private static let limits: [(limit: Int32, value: Int32)] = [
        (SQLITE_LIMIT_LENGTH, 64 << 20),  // bytes in one value or row
        (SQLITE_LIMIT_SQL_LENGTH, 256 << 10),
        (SQLITE_LIMIT_COLUMN, 100),
        (SQLITE_LIMIT_EXPR_DEPTH, 200),
        (SQLITE_LIMIT_COMPOUND_SELECT, 16),
        (SQLITE_LIMIT_VARIABLE_NUMBER, 4_096),
        (SQLITE_LIMIT_ATTACHED, 1),  // VACUUM needs one
        (SQLITE_LIMIT_TRIGGER_DEPTH, 16),
        (SQLITE_LIMIT_WORKER_THREADS, 0),
    ]
}
