// SPDX-License-Identifier: MIT
internal import CSQLite

/// A read transaction that stays open between calls, on one snapshot for as long as it is the newest.
///
/// Beginning and ending a read needs system calls, for the locks that keep the log from restarting. The shared index
/// of the log shows without one whether any process has committed since.
/// <https://www.sqlite.org/walformat.html>, section 2
package final class PinnedSnapshot {
    private let database: Database
    /// Stays valid while the connection is open.
    private let index: UnsafeRawPointer
    private var seen = satchel_log_index_header()
    private var isBegun = false

    /// Uses the connection, for reading only. Returns nil if the file has no shared log.
    ///
    /// - Throws: ``SQLError`` if the file cannot be read.
    package init?(_ database: Database) throws {
        guard case .file = database.place, database.isReadOnly,
            try database.row("PRAGMA journal_mode")?.text(0) == "wal",
            let index = satchel_sqlite3_log_index(database.connection.handle)
        else { return nil }
        self.database = database
        self.index = index
        // Prepared now, so that ending a read cannot fail for lack of memory.
        _ = try database.prepare("ROLLBACK")
    }

    deinit { end() }

    /// Reads the newest committed state. A caller that was told of a commit before this call sees it.
    package func read<R>(_ body: () throws -> R) throws -> R {
        try refresh()
        return try body()
    }

    /// Begins a read of the newest committed state, unless the read that is active has it. The connection's next
    /// statements read this state.
    package func refresh() throws {
        guard !isBegun || satchel_log_index_is(index, &seen) == 0 else { return }
        end()
        // Read first, so that the next read detects a commit made meanwhile, even if this one already sees it.
        seen = satchel_log_index_read(index)
        try database.run("BEGIN")
        isBegun = true
    }

    /// Ends the read, so that the log can restart. The next read begins again.
    package func end() {
        guard isBegun else { return }
        isBegun = false
        // An error of the engine has ended it already.
        guard !database.connection.isAutocommit else { return }
        do { try database.run("ROLLBACK") } catch {
            preconditionFailure("A read that has begun can always end: \(error)")
        }
    }
}
