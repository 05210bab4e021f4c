// SPDX-License-Identifier: MIT
import Glibc
import PostgreSQL
import SQL
import Synchronization

/// Lets one process at a time serve the database of a server, and determines the outcome of a commit whose answer was
/// lost.
///
/// Every batch begins by changing the one row of `writer`, which serializes the batches of all processes. The row
/// contains the epoch of the serving process. A process that takes over raises it, and from then on the batches of the
/// former process are refused. Each process numbers its batches in its own row, in the same transaction: that row
/// proves that a batch was committed.
///
/// If a server was restored to an earlier state, or a standby that lagged took over, the row has an older number than
/// the process knows. Then acknowledged changes are lost, and the process must end so that its memory of them does not
/// survive.
///
/// The advisory lock only prevents a second process from taking over by mistake.
final class WriterFence: Sendable {
    private struct State {
        /// The number of the last batch that was begun. Each attempt gets its own.
        var batch: Int64 = 0
        /// The number of the last batch that is known to be committed.
        var committed: Int64 = 0
        /// The connection that holds the advisory lock.
        var lockedBy: Int32?
        var end: String?
    }

    /// The row of this process, which is also its epoch if it serves.
    private let session: Int64
    private let isServing: Bool
    private let state = Mutex(State())

    /// "satchelw" in bytes.
    private static let lock: Int64 = 0x7361_7463_6865_6c77

    private static let tables = """
        CREATE TABLE IF NOT EXISTS writer (
            id INT PRIMARY KEY CHECK (id = 1),
            epoch BIGINT NOT NULL,
            batches BIGINT NOT NULL
        );
        CREATE TABLE IF NOT EXISTS writer_session (
            id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            batch BIGINT NOT NULL DEFAULT 0,
            begun TIMESTAMPTZ NOT NULL DEFAULT now()
        );
        INSERT INTO writer VALUES (1, 0, 0) ON CONFLICT DO NOTHING;
        """

    /// Begins to write.
    ///
    /// - Parameters:
    ///   - isServing: whether to refuse the batches of the process that serves now; otherwise this process writes
    ///     beside it.
    ///   - takingOver: whether to do so even if that process seems to be alive.
    /// - Throws: ``HubError`` with `.inUse` while another process serves.
    init(on database: ServerDatabase, isServing: Bool, takingOver: Bool) throws {
        self.isServing = isServing
        // First, because the statements that follow would wait for the former process's batch.
        if isServing, takingOver { try Self.endHolder(on: database) }
        try database.execute(Self.tables)
        if isServing, try !Self.takeLock(on: database, trials: 20), !takingOver {
            throw HubError(
                .inUse,
                "Another process serves the \(database.address). Stop it first, or refuse it from now on with --take-over."
            )
        }
        session = try database.transaction {
            let session = try database.returned("INSERT INTO writer_session DEFAULT VALUES RETURNING id", []).int(0)
            if isServing { try database.run("UPDATE writer SET epoch = ?", [.integer(session)]) }
            // Rows of processes that no longer exist.
            try database.run(
                """
                DELETE FROM writer_session WHERE begun < now() - interval '7 days' AND id < (SELECT epoch FROM writer)
                """)
            return session
        }
        if isServing { state.withLock { $0.lockedBy = database.serverProcess } }
    }

    /// Runs `body`, which changes what a serving process relies on, while no process serves.
    ///
    /// - Throws: ``HubError`` with `.inUse` while another process serves; then nothing was changed.
    static func whileNobodyServes(on database: ServerDatabase, _ body: () throws -> Void) throws {
        guard try takeLock(on: database, trials: 20) else {
            throw HubError(
                .inUse,
                "A hub of an older version serves the \(database.address), and this version must upgrade the database first. Nothing was changed. Restart the hub with this version, or stop it, and try again."
            )
        }
        let outcome = Result { try body() }
        _ = try database.rows("SELECT pg_advisory_unlock(?)", [.integer(lock)])
        try outcome.get()
    }

    /// Ends the connection of the serving process. It may be in the middle of a batch that will never finish, because
    /// its machine is gone, and the server would wait for it.
    private static func endHolder(on database: ServerDatabase) throws {
        _ = try database.rows(
            """
            SELECT pg_terminate_backend(pid) FROM pg_locks
            WHERE locktype = 'advisory' AND objsubid = 1 AND classid::bigint = ? AND objid::bigint = ?
                AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
            """, [.integer(lock >> 32), .integer(lock & 0xffff_ffff)])
    }

    /// Takes the advisory lock, with ten attempts a second, because the server notices the end of a process only a
    /// moment later.
    private static func takeLock(on database: ServerDatabase, trials: Int = 1) throws -> Bool {
        for trial in 1...trials {
            let row = try database.row("SELECT pg_try_advisory_lock(?)", [.integer(lock)])
            if try row?.bool(0) == true { return true }
            if trial < trials { usleep(100_000) }
        }
        return false
    }

    /// Begins a batch inside its transaction. No batch of another process can come in between.
    ///
    /// - Throws: ``HubError`` with `.inUse` if another process has taken over, or if the server has lost a batch of
    ///   this one.
    func enter(on database: ServerDatabase) throws {
        let number = state.withLock { state in
            state.batch += 1
            return state.batch
        }
        // A lost connection loses the lock; a process that has taken it meanwhile has raised the epoch too.
        if isServing, state.withLock({ $0.lockedBy }) != database.serverProcess {
            _ = try Self.takeLock(on: database)
            state.withLock { $0.lockedBy = database.serverProcess }
        }
        let entered = try database.row(
            """
            WITH turn AS (UPDATE writer SET batches = batches + 1 WHERE epoch = ?1 OR ?3 = 0 RETURNING id)
            UPDATE writer_session SET batch = ?2 FROM turn, writer_session AS before
            WHERE writer_session.id = ?1 AND before.id = ?1 RETURNING before.batch
            """, [.integer(session), .integer(number), .bool(isServing)])
        guard let entered else { throw end("Another process has taken over this database.") }
        guard try entered.int(0) >= state.withLock({ $0.committed }) else {
            throw end(
                "The \(database.address) has lost changes that were acknowledged: it was set back, or a standby that was behind has taken over."
            )
        }
    }

    /// Notes that the last batch that was begun is committed.
    func committed() { state.withLock { $0.committed = $0.batch } }

    private func end(_ reason: String) -> HubError {
        state.withLock { $0.end = reason }
        return HubError(.inUse, reason + " This process changes nothing any more.")
    }

    /// Why this process can no longer change anything.
    var reasonToEnd: String? { state.withLock { $0.end } }

    /// Whether the last batch, whose commit was requested but not answered, is committed.
    ///
    /// Waits until the server has ended that transaction, which holds the row of this process until then.
    func hasCommitted(on database: ServerDatabase) throws -> Bool {
        let number = state.withLock { $0.batch }
        return try database.transaction {
            let row = try database.returned(
                "SELECT batch FROM writer_session WHERE id = ? FOR UPDATE", [.integer(session)])
            return try row.int(0) == number
        }
    }
}
