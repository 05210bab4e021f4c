// SPDX-License-Identifier: MIT

/// One step of a schema's history; never changed after a release, only followed by another.
package struct Migration: Sendable {
    /// What it brings, for messages.
    package let name: String
    let change: @Sendable (Database) throws -> Void

    package init(_ name: String, _ change: @escaping @Sendable (Database) throws -> Void) {
        self.name = name
        self.change = change
    }

    /// A migration that is SQL text alone.
    package init(_ name: String, sql: String) {
        self.init(name) { try $0.execute(sql) }
    }
}

extension Database {
    /// Brings the schema to the version of this program, which is the number of migrations.
    ///
    /// All missing steps run in one transaction, so a failing one leaves the file as it was. `user_version` counts the
    /// steps done.
    ///
    /// - Throws: ``SQLiteError`` with code `.newerVersion` when the file has seen more steps than this program knows.
    package func migrate(_ migrations: [Migration]) throws {
        guard try schemaVersion() != migrations.count else { return }
        try transaction {
            // Read again under the lock: another process may have done the work meanwhile.
            let version = try schemaVersion()
            guard version <= migrations.count else {
                throw SQLiteError(
                    .newerVersion,
                    "The database \(connection.name) has version \(version); this program knows versions up to "
                        + "\(migrations.count). Install the newer program to open it.")
            }
            guard version >= 0 else {
                throw SQLiteError(.corrupt, "The database \(connection.name) has the impossible version \(version).")
            }
            for (number, migration) in migrations.enumerated().dropFirst(version) {
                do {
                    try migration.change(self)
                } catch let error as SQLiteError {
                    throw SQLiteError(
                        error.code, "Step \(number + 1), \(migration.name): \(error.message)", cause: error)
                }
            }
            try execute("PRAGMA user_version = \(migrations.count)")
        }
    }

    /// How many migrations the file has seen.
    package func schemaVersion() throws -> Int {
        Int(try row("PRAGMA user_version")?.int(0) ?? 0)
    }
}
