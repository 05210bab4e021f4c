// SPDX-License-Identifier: MIT

/// One migration of a schema. After a release it never changes; later changes are new migrations.
package struct Migration: Sendable {
    /// What the migration adds, for messages.
    package let name: String
    /// Statements in SQLite's dialect. For PostgreSQL the table definitions are translated.
    package let sql: String
    /// Statements in PostgreSQL's dialect to run instead; nil to translate `sql`.
    package let onServer: String?

    package init(_ name: String, sql: String, onServer: String? = nil) {
        self.name = name
        self.sql = sql
        self.onServer = onServer
    }
}
