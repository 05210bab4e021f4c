// SPDX-License-Identifier: MIT
package import SQL

extension ServerDatabase {
    /// Migrates the schema to the version of this program, which is the number of migrations, as in the SQLite engine.
    ///
    /// All missing migrations run in one transaction, and one program runs them at a time.
    ///
    /// - Throws: ``SQLError`` with code `.newerVersion` if the database has more migrations than this program knows.
    package func migrate(_ migrations: [Migration]) throws {
        guard try schemaVersion() != migrations.count else { return }
        try transaction {
            // "satchel" in bytes; the lock ends with the transaction.
            _ = try rows("SELECT pg_advisory_xact_lock(?)", [.integer(Self.schemaLock)])
            let version = try schemaVersion()
            guard version <= migrations.count else {
                throw SQLError(
                    .newerVersion,
                    "The \(address) has version \(version); this program knows versions up to \(migrations.count). "
                        + "Install the newer program to open it.")
            }
            if version == 0 {
                try execute(
                    """
                    CREATE SCHEMA IF NOT EXISTS \(Self.schema);
                    CREATE TABLE schema_version (id INT PRIMARY KEY CHECK (id = 1), version BIGINT NOT NULL);
                    INSERT INTO schema_version VALUES (1, 0);
                    """)
            }
            for (number, migration) in migrations.enumerated().dropFirst(version) {
                do {
                    try execute(migration.onServer ?? TableDefinition.translated(migration.sql))
                } catch let error as SQLError {
                    throw SQLError(
                        error.code, "Step \(number + 1), \(migration.name): \(error.message)", cause: error)
                }
            }
            try run("UPDATE schema_version SET version = ?", [.integer(Int64(migrations.count))])
        }
    }

    private static let schemaLock: Int64 = 0x73_6174_6368_656c

    /// The number of migrations of the database; zero if it has no tables of ours.
    package func schemaVersion() throws -> Int {
        let isThere = try row("SELECT to_regclass(?) IS NOT NULL", [.text("\(Self.schema).schema_version")])
        guard try isThere?.bool(0) == true else { return 0 }
        return Int(try row("SELECT version FROM schema_version")?.int(0) ?? 0)
    }
}
