// SPDX-License-Identifier: MIT

extension Database {
    /// Migrates the schema to the version of this program, which is the number of migrations.
    ///
    /// All missing migrations run in one transaction, so if one fails, the file stays unchanged. `user_version` is the
    /// number of migrations done. A named part of the file, with its own tables and history, has its number in the
    /// table `part`. Data that a migration sorts may exceed the memory: for a database in a file it goes to unnamed
    /// files that only their owner can read, in the folder of `SQLITE_TMPDIR` or `TMPDIR`, or otherwise in /var/tmp.
    /// <https://www.sqlite.org/tempfiles.html>
    ///
    /// - Throws: ``SQLError`` with code `.newerVersion` if the file has more migrations than this program knows.
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
            // Read again under the lock, because another process may have run the migrations meanwhile.
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

    /// The number of migrations of the file, or of a part of it.
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
