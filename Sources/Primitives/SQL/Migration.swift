// SPDX-License-Identifier: MIT

/// One step of a schema's history; never changed after a release, only followed by another.
package struct Migration: Sendable {
    /// What it brings, for messages.
    package let name: String
    /// Statements in the words of SQLite; the other engine translates the definitions of tables.
    package let sql: String
    /// What PostgreSQL runs in place of them, in its own words; nil for the same, translated.
    package let onServer: String?

    package init(_ name: String, sql: String, onServer: String? = nil) {
        self.name = name
        self.sql = sql
        self.onServer = onServer
    }
}
