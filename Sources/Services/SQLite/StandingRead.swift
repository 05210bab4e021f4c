// SPDX-License-Identifier: MIT
internal import CSQLite

/// A read of a file that stays begun from one question to the next, at one state for as long as that is the newest.
///
/// Beginning and ending a read takes calls of the system, for the locks that keep the log from beginning anew. Whether
/// anybody has committed since, in this process or another, the shared index of the log tells without one.
/// <https://www.sqlite.org/walformat.html>, section 2
package final class StandingRead {
    private let database: Database
    /// Stays where it is while the connection is open.
    private let index: UnsafeRawPointer
    private var seen = satchel_log_index_header()
    private var isBegun = false

    /// Uses the connection, for reading alone; nil where the file has no log that others share.
    ///
    /// - Throws: ``SQLError`` when the file cannot be read.
    package init?(_ database: Database) throws {
        guard case .file = database.place, database.isReadOnly,
            try database.row("PRAGMA journal_mode")?.text(0) == "wal",
            let index = satchel_sqlite3_log_index(database.connection.handle)
        else { return nil }
        self.database = database
        self.index = index
        // So that no end fails for want of memory.
        _ = try database.prepare("ROLLBACK")
    }

    deinit { end() }

    /// Reads what was committed last; whoever was told of a commit before this call finds it.
    package func read<R>(_ body: () throws -> R) throws -> R {
        if !isBegun || satchel_log_index_is(index, &seen) == 0 {
            end()
            // First, so that what is committed meanwhile is noticed by the next read, even where this one has it already.
            seen = satchel_log_index_read(index)
            try database.run("BEGIN")
            isBegun = true
        }
        return try body()
    }

    /// Lets the log begin anew; the next read begins again.
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
