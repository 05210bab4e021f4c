// SPDX-License-Identifier: MIT
package import SQLite

/// The tables of one capability within the shared file, with a history of their own.
package struct StorePart: Sendable {
    /// Where the number of migrations done is kept.
    package enum Counting: Sendable {
        /// In the file's `user_version`: the part that the file was made for.
        case file
        /// In a row of its own, so that the file's founder need not know of it.
        case row
    }

    /// Never changes.
    package let name: String
    package let counting: Counting
    /// Only ever followed by another one.
    package let migrations: [Migration]

    package init(_ name: String, counting: Counting, migrations: [Migration]) {
        self.name = name
        self.counting = counting
        self.migrations = migrations
    }

    /// The SQL of one sealed table: its number, state, hashed reference and sealed payload.
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
