// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import HubLedger
package import HubStorage
import PostgreSQL
import SQL
import SQLite
import Tokens

/// Migrates a hub's database from its file to a server, once, with verification.
///
/// | killed | in the file | on the server | the hub uses | when repeated |
/// | --- | --- | --- | --- | --- |
/// | while copying | everything | empty tables | the file | starts over |
/// | after the copy's commit | everything | everything | the file | compares, audits, switches |
/// | after the switch | everything | everything | the server | reports that it is done |
///
/// All rows are copied in one transaction. Then both engines' row counts and hashes of all rows are compared for every
/// table, and the whole audit runs on the copy. Only then does the directory name the server.
package struct DatabaseMove {
    /// The result of the comparison.
    package struct Report: Sendable {
        package var tables = 0
        package var rows = 0
        /// One hash over all tables.
        package var digest = ""
        /// The path to which the old file was renamed.
        package var oldDatabase = ""
        package var audit: AuditReport
    }

    private struct Table {
        let name: String
        let columns: [String]
        let key: [String]

        /// Old versions of the hub accepted any text in a message. A text that no server can store is reported before
        /// anything is copied.
        func requireMovable(_ row: Row) throws {
            for (column, value) in zip(columns, row.values) {
                guard case .text(let text) = value, text.utf8.contains(0) else { continue }
                let place = zip(columns, row.values).filter { key.contains($0.0) }.map { "\($0.0) \($0.1)" }
                throw HubError(
                    .invalid,
                    """
                    The \(column) of \(place.joined(separator: ", ")) in the table \(name) holds the character U+0000, which no \
                    PostgreSQL server keeps. Nothing was moved: go on with the file.
                    """)
            }
        }
    }

    private struct Content: Equatable {
        var rows = 0
        var digest: [UInt8] = []
    }

    private static let rowsPerInsert = 2_000

    private let directory: HubDirectory
    private let target: StorePlace
    private let log: (String) -> Void

    package init(of directory: HubDirectory, to target: StorePlace, log: @escaping (String) -> Void) {
        self.directory = directory
        self.target = target
        self.log = log
    }

    /// Migrates the database. No process may serve it meanwhile, and other changes wait.
    ///
    /// - Throws: ``HubError`` with `.inUse`, `.notInitialised`, `.alreadyInitialised` for a server with another
    ///   database, or `.internalFault` if the copy differs or fails the audit. In these cases the hub continues with
    ///   the file.
    package func run() throws -> Report {
        guard try directory.place() == .file(directory.database) else {
            throw HubError(
                .notInitialised,
                "The database of '\(directory.path)' is not a file on this machine, so there is nothing to move.")
        }
        let lock = try directory.lock()
        defer { withExtendedLifetime(lock) {} }
        guard case .server(let address, _) = target else {
            throw HubError(.invalid, "The hub moves a database from a file to a server only.")
        }
        let source = try SQLiteEngine.open(directory.database, schema: .ledger, locking: nil)
        let copy = try PostgreSQLEngine.open(address, schema: .ledger)
        // Reading a long table of the file may take long between two statements to the server.
        try copy.execute("SET idle_in_transaction_session_timeout = 0")
        // An open transaction prevents every other process from changing the file.
        var report = try source.transaction {
            let report = try move(source, to: copy)
            try directory.write(target)
            try Self.close(source)
            return report
        }
        report.oldDatabase = directory.database + ".moved"
        try source.checkpoint()
        try directory.retireDatabase(to: report.oldDatabase)
        return report
    }

    private func move(_ source: Database, to copy: ServerDatabase) throws -> Report {
        let identity = try HubIdentity(from: source)
        let tables = try Self.tables(of: source)
        if try HubIdentity.exists(in: copy) {
            log("The server has a database of this hub already. Comparing it.")
        } else {
            try copy.transaction {
                for table in tables { try fill(table, of: copy, from: source) }
            }
        }
        let keys = try directory.readWorkingKeys()
        let ring = KeyRing(announced: identity.announced, working: keys)
        return try copy.snapshot {
            guard try HubIdentity(from: copy).announced.rootKey == identity.announced.rootKey else {
                throw HubError(
                    .alreadyInitialised, "The server holds the database of another hub. Choose another database.")
            }
            var digest: [UInt8] = []
            var rows = 0
            for table in tables {
                let content = try Self.content(of: table) { try source.forEach($0, $1) }
                guard try Self.content(of: table, reading: { try copy.forEach($0, $1) }) == content else {
                    throw HubError(
                        .internalFault,
                        "The table \(table.name) is not the same on the server. Drop the schema satchel there and start again."
                    )
                }
                log("\(table.name): \(content.rows) rows are the same.")
                digest = SHA256.hash(digest, content.digest).bytes
                rows += content.rows
            }
            let audit = try Audit(database: copy, keys: ring, currency: identity.currency).run()
            guard audit.isSound else {
                throw HubError(
                    .internalFault,
                    "The copy is the same as the file, but the ledger is not sound: \(audit.findings.count) findings. Run `satchel-hub audit`."
                )
            }
            return Report(tables: tables.count, rows: rows, digest: Hex.encode(digest), audit: audit)
        }
    }

    /// Prevents a process that has the old file open and waits for the lock from writing changes that would be lost.
    private static func close(_ source: Database) throws {
        for table in try tables(of: source) {
            for change in ["INSERT", "UPDATE", "DELETE"] {
                try source.execute(
                    """
                    CREATE TRIGGER moved_\(change.lowercased())_\(table.name) BEFORE \(change) ON \(table.name)
                    BEGIN SELECT RAISE(ABORT, 'this database was moved to a server'); END
                    """)
            }
        }
    }

    private func fill(_ table: Table, of copy: ServerDatabase, from source: Database) throws {
        var rows: [[Value]] = []
        var count = 0
        func send() throws {
            try copy.insert(into: table.name, table.columns, rows)
            count += rows.count
            rows.removeAll(keepingCapacity: true)
        }
        try source.forEach(Self.query(table)) { row in
            try table.requireMovable(row)
            rows.append(row.values)
            if rows.count == Self.rowsPerInsert { try send() }
        }
        try send()
        if table.key == ["id"] {
            // Ids that the server generates continue after the copied ones.
            _ = try copy.rows(
                """
                SELECT setval(sequence, (SELECT max(id) FROM \(table.name)))
                FROM (SELECT pg_get_serial_sequence(?, 'id') AS sequence) s
                WHERE sequence IS NOT NULL AND EXISTS (SELECT 1 FROM \(table.name))
                """, [.text("\(ServerDatabase.schema).\(table.name)")])
        }
        log("\(table.name): \(count) rows are copied.")
    }

    /// The tables in order of creation, so that each comes after the tables that it refers to.
    private static func tables(of source: Database) throws -> [Table] {
        let names = try source.rows(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY rowid"
        ).map { try $0.text(0) }
        return try names.map { name in
            let columns = try source.rows("SELECT name, pk FROM pragma_table_info(?) ORDER BY cid", [.text(name)])
            let key = try columns.filter { try $0.int(1) > 0 }.sorted { try $0.int(1) < $1.int(1) }
            return Table(name: name, columns: try columns.map { try $0.text(0) }, key: try key.map { try $0.text(0) })
        }
    }

    private static func query(_ table: Table) -> String {
        "SELECT \(table.columns.joined(separator: ", ")) FROM \(table.name) ORDER BY \(table.key.joined(separator: ", "))"
    }

    /// The number of rows, and a hash over all rows in the order of their key.
    private static func content(
        of table: Table, reading: (String, (Row) throws -> Void) throws -> Void
    ) throws -> Content {
        var content = Content()
        try reading(query(table)) { row in
            var bytes: [UInt8] = []
            for value in row.values { append(value, to: &bytes) }
            content.digest = SHA256.hash(content.digest, bytes).bytes
            content.rows += 1
        }
        return content
    }

    /// Encodes a kind, a length and the bytes, so that no two different rows have the same encoding.
    private static func append(_ value: Value, to bytes: inout [UInt8]) {
        func field(_ kind: UInt8, _ content: [UInt8]) {
            bytes.append(kind)
            withUnsafeBytes(of: UInt64(content.count).bigEndian) { bytes.append(contentsOf: $0) }
            bytes += content
        }
        switch value {
        case .null: field(0, [])
        case .integer(let number): field(1, withUnsafeBytes(of: number.bigEndian) { Array($0) })
        case .text(let text): field(2, Array(text.utf8))
        case .blob(let blob): field(3, blob)
        }
    }
}
