// SPDX-License-Identifier: MIT
package import SQLite

/// The tables of one capability in the shared file, with their own migrations.
package struct StorePart: Sendable {
    /// Where the number of applied migrations is stored.
    package enum Counting: Sendable {
        /// In the file's `user_version`, for the part that created the file.
        case file
        /// In a row of its own, so that the part that created the file need not know of it.
        case row
    }

    /// The part's name in the store, which never changes.
    package let name: String
    package let counting: Counting
    /// A migration never changes. New ones are appended.
    package let migrations: [Migration]

    package init(_ name: String, counting: Counting, migrations: [Migration]) {
        self.name = name
        self.counting = counting
        self.migrations = migrations
    }

    /// The SQL of a sealed table: number, state, hashed reference and sealed payload.
    package static func sealedTable(_ name: String) -> String {
        """
        CREATE TABLE \(name) (
            id INTEGER PRIMARY KEY,
            state INTEGER NOT NULL,
            reference BLOB UNIQUE,
            payload BLOB NOT NULL
        ) STRICT;
        CREATE INDEX \(name)_by_state ON \(name) (state);
        """
    }
}
