// SPDX-License-Identifier: MIT

extension Database {
    /// Brings the schema to the version of this program, which is the number of migrations.
    ///
    /// All missing steps run in one transaction, so a failing one leaves the file as it was. `user_version` counts the
    /// steps done; a named part of the file, with tables and a history of its own, counts in its row of the table `part`.
    /// What a step sorts may be larger than memory: for a database in a file it goes to files that only their owner can read
    /// and that have no name, in the folder that `SQLITE_TMPDIR` or `TMPDIR` names, or else in /var/tmp.
    /// <https://www.sqlite.org/tempfiles.html>
    ///
    /// - Throws: ``SQLError`` with code `.newerVersion` when the file has seen more steps than this program knows.
    package func migrate(_ migrations: [Migration], part: String? = nil) throws {
        guard try schemaVersion(of: part) != migrations.count else { return }
        let sortsInFiles = place != .inMemory && !isInTransaction
        if sortsInFiles { try connection.execute("PRAGMA temp_store = FILE", doing: "migrate") }
        let outcome = Result { try runMissing(of: migrations, part: part) }
        if sortsInFiles { try connection.execute(Self.temporaryInMemory, doing: "migrate") }
        try outcome.get()
    }

    private func runMissing(of migrations: [Migration], part: String?) throws {
        try transaction {
            // Read again under the lock: another process may have done the work meanwhile.
            let version = try schemaVersion(of: part)
            guard version <= migrations.count else {
                let whose = part.map { " of its part '\($0)'" } ?? ""
                throw SQLError(
                    .newerVersion,
                    "The database \(connection.name) has version \(version)\(whose); this program knows versions up to "
                        + "\(migrations.count). Install the newer program to open it.")
            }
            guard version >= 0 else {
                throw SQLError(.corrupt, "The database \(connection.name) has the impossible version \(version).")
            }
            for (number, migration) in migrations.enumerated().dropFirst(version) {
                do {
                    try execute(migration.sql)
                } catch let error as SQLError {
                    throw SQLError(
                        error.code, "Step \(number + 1), \(migration.name): \(error.message)", cause: error)
                }
            }
            try setSchemaVersion(migrations.count, of: part)
        }
    }

    /// How many migrations the file, or a part of it, has seen.
    package func schemaVersion(of part: String? = nil) throws -> Int {
        guard let part else { return Int(try row("PRAGMA user_version")?.int(0) ?? 0) }
        guard try row("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'part'") != nil else { return 0 }
        return Int(try row("SELECT version FROM part WHERE name = ?", [.text(part)])?.int(0) ?? 0)
    }

    private func setSchemaVersion(_ version: Int, of part: String?) throws {
        guard let part else { return try execute("PRAGMA user_version = \(version)") }
        try execute(
            "CREATE TABLE IF NOT EXISTS part (name TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT, WITHOUT ROWID")
        try run(
            "INSERT INTO part (name, version) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET version = ?2",
            [.text(part), .integer(Int64(version))])
    }
}
