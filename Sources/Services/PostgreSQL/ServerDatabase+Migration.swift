// SPDX-License-Identifier: MIT
package import SQL

extension ServerDatabase {
    /// Brings the schema to the version of this program, which is the number of migrations, as in the other engine.
    ///
    /// All missing steps run in one transaction, and one program at a time runs them.
    ///
    /// - Throws: ``SQLError`` with code `.newerVersion` when the database has seen more steps than this program knows.
    package func migrate(_ migrations: [Migration]) throws {
        guard try schemaVersion() != migrations.count else { return }
        try transaction {
            // "satchel" in bytes; it ends with the transaction.
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

    /// How many migrations the database has seen; zero when it holds nothing of ours.
    package func schemaVersion() throws -> Int {
        let isThere = try row("SELECT to_regclass(?) IS NOT NULL", [.text("\(Self.schema).schema_version")])
        guard try isThere?.bool(0) == true else { return 0 }
        return Int(try row("SELECT version FROM schema_version")?.int(0) ?? 0)
    }
}
