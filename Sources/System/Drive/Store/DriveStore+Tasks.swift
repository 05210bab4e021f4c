// SPDX-License-Identifier: MIT
internal import Crypto
internal import FileModel
internal import HubAPI
internal import SQLite

/// The queue.
extension DriveStore {
    private static let columns = "id, state, job, made, attempts, next_try, reason, message"

    func add(_ job: DriveJob, at now: UInt64) throws -> Int64 {
        try database.run(
            "INSERT INTO task (state, job, item, parent, made) VALUES (0, ?, ?, ?, ?)",
            [.blob(Wire.encode(job)), .blob(job.item.bytes), .optional(job.parent?.bytes), .unsigned(now)])
        guard let row = try database.row("SELECT last_insert_rowid()") else {
            throw DriveError(.storage, "The store of the drive gave no number to a task.")
        }
        return try row.int(0)
    }

    package func task(_ id: Int64) throws -> DriveTask? {
        try database.row("SELECT \(Self.columns) FROM task WHERE id = ?", [.integer(id)]).map(Self.task)
    }

    /// Tasks of a state by their numbers, a page at a time.
    package func tasks(_ state: DriveTask.State, after: Int64 = 0, limit: Int = 1_000) throws -> [DriveTask] {
        try database.rows(
            "SELECT \(Self.columns) FROM task WHERE state = ? AND id > ? ORDER BY id LIMIT ?",
            [.integer(state.rawValue), .integer(after), .integer(Int64(limit))]
        ).map(Self.task)
    }

    package func count(_ state: DriveTask.State) throws -> Int {
        Int(
            try database.row("SELECT count(*) FROM task WHERE state = ?", [.integer(state.rawValue)])?.int(0) ?? 0)
    }

    /// The next waiting task that no earlier waiting one holds up.
    ///
    /// - Parameters:
    ///   - after: the number of the task before; since what holds a task up is older, one pass sees all.
    ///   - now: tasks with a later next try are passed over; nil to try them all.
    func nextTask(after: Int64, now: UInt64?) throws -> DriveTask? {
        try database.row(
            """
            SELECT \(Self.columns) FROM task t WHERE state = 0 AND id > ? AND next_try <= ? AND NOT EXISTS (
                SELECT 1 FROM task p WHERE p.state = 0 AND p.id < t.id AND (p.item = t.item OR p.item = t.parent))
            ORDER BY id LIMIT 1
            """, [.integer(after), try now.map { try .unsigned($0) } ?? .integer(.max)]
        ).map(Self.task)
    }

    /// Writes down how far a job is. The item may be another one after a conflict.
    func keep(_ job: DriveJob, of task: Int64) throws {
        try database.run(
            "UPDATE task SET job = ?, item = ?, parent = ? WHERE id = ?",
            [.blob(Wire.encode(job)), .blob(job.item.bytes), .optional(job.parent?.bytes), .integer(task)])
    }

    func finish(_ task: Int64, _ job: DriveJob) throws {
        try keep(job, of: task)
        try database.run(
            "UPDATE task SET state = 1, reason = NULL, message = NULL, next_try = 0 WHERE id = ?", [.integer(task)])
        try forgetChunks(of: task)
    }

    func postpone(_ task: Int64, attempts: UInt64, until time: UInt64, because error: DriveError) throws {
        try database.run(
            "UPDATE task SET attempts = ?, next_try = ?, reason = ?, message = ? WHERE id = ?",
            [
                .unsigned(attempts), .unsigned(time), .text(error.reason.rawValue), .text(error.message),
                .integer(task),
            ])
    }

    /// Writes down why all waiting tasks wait that have not been tried.
    func explainWaiting(after id: Int64, _ error: DriveError) throws {
        try database.run(
            "UPDATE task SET reason = ?, message = ? WHERE state = 0 AND id > ?",
            [.text(error.reason.rawValue), .text(error.message), .integer(id)])
    }

    func fail(_ task: Int64, because error: DriveError) throws {
        try database.run(
            "UPDATE task SET state = 2, reason = ?, message = ? WHERE id = ?",
            [.text(error.reason.rawValue), .text(error.message), .integer(task)])
        try forgetChunks(of: task)
    }

    /// The waiting tasks about an item, or in it.
    func waitingTasks(on item: ItemID) throws -> [DriveTask] {
        try database.rows(
            "SELECT \(Self.columns) FROM task WHERE state = 0 AND (item = ? OR parent = ?) ORDER BY id LIMIT 10000",
            [.blob(item.bytes), .blob(item.bytes)]
        ).map(Self.task)
    }

    /// Forgets a task that is done or has failed.
    ///
    /// - Returns: whether there was one.
    package func forget(_ task: Int64) throws -> Bool {
        try database.run("DELETE FROM task WHERE id = ? AND state <> 0", [.integer(task)]) > 0
    }

    /// Forgets the tasks that are done and were ordered before a time, in seconds since 1970.
    func forgetDone(before time: UInt64) throws {
        try database.run("DELETE FROM task WHERE state = 1 AND made < ?", [.unsigned(time)])
    }

    // MARK: - Chunks of downloads

    /// The hashes of the chunks that were written down as on the disk, in order.
    func chunks(of task: Int64) throws -> [Digest] {
        try database.rows("SELECT number, hash FROM chunk WHERE task = ? ORDER BY number", [.integer(task)])
            .enumerated().prefix { try $0.element.int(0) == Int64($0.offset) }
            .map { try Digest($0.element.blob(1)) }
    }

    func keepChunk(_ number: Int, _ hash: Digest, of task: Int64) throws {
        try database.run(
            "INSERT OR REPLACE INTO chunk (task, number, hash) VALUES (?, ?, ?)",
            [.integer(task), .integer(Int64(number)), .blob(hash.bytes)])
    }

    func forgetChunks(of task: Int64, from number: Int = 0) throws {
        try database.run(
            "DELETE FROM chunk WHERE task = ? AND number >= ?", [.integer(task), .integer(Int64(number))])
    }

    private static func task(_ row: Row) throws -> DriveTask {
        guard let state = DriveTask.State(rawValue: try row.int(1)) else {
            throw DriveError(.storage, "The store of the drive is damaged: a task has an unknown state.")
        }
        return DriveTask(
            id: try row.int(0), state: state, job: try read(DriveJob.self, from: row.blob(2)),
            made: try row.unsigned(3), attempts: try row.unsigned(4), nextTry: try row.unsigned(5),
            reason: try row.optionalText(6).flatMap(DriveReason.init(rawValue:)), message: try row.optionalText(7))
    }
}
