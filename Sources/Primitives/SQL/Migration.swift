// SPDX-License-Identifier: MIT

/// One step of a schema's history; never changed after a release, only followed by another.
package struct Migration: Sendable {
    /// What it brings, for messages.
    package let name: String
    /// Statements in the words of SQLite; the other engine translates the definitions of tables.
    package let sql: String

    package init(_ name: String, sql: String) {
        self.name = name
        self.sql = sql
    }
}
