// SPDX-License-Identifier: MIT
internal import Crypto
internal import FileModel
internal import HubAPI
internal import SQLite

/// The queue.
extension DriveStore {
    private static let columns = "id, state, job, made, attempts, next_try, reason, message"

    func add(_ job: DriveJob, at now: UInt64) throws -> Int64 {
        let place = try place(of: job)
        try database.run(
            "INSERT INTO task (state, job, item, parent, name, made) VALUES (0, ?, ?, ?, ?, ?)",
            [
                .blob(Wire.encode(job)), .blob(job.item.bytes), .optional(place.parent?.bytes),
                .optional(place.name?.bytes), .unsigned(now),
            ])
        guard let row = try database.row("SELECT last_insert_rowid()") else {
            throw DriveError(.storage, "The store of the drive gave no number to a task.")
        }
        return try row.int(0)
    }

    /// Where the job puts its item.
    private func place(of job: DriveJob) throws -> (parent: ItemID?, name: FileName?) {
        if case .order(let order) = job, case .restore(let restore) = order.order {
            let known = try item(restore.item)
            return (try (restore.parent ?? known?.parent).map(meaning), restore.name?.name ?? known?.name?.name)
        }
        return (try job.parent.map(meaning), job.name)
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

    /// The last tasks of a state, the latest first.
    package func latestTasks(_ state: DriveTask.State, limit: Int) throws -> [DriveTask] {
        try database.rows(
            "SELECT \(Self.columns) FROM task WHERE state = ? ORDER BY id DESC LIMIT ?",
            [.integer(state.rawValue), .integer(Int64(limit))]
        ).map(Self.task)
    }

    package func count(_ state: DriveTask.State) throws -> Int {
        Int(
            try database.row("SELECT count(*) FROM task WHERE state = ?", [.integer(state.rawValue)])?.int(0) ?? 0)
    }

    /// Whether a task waits whose next try is not later than a time, in seconds since 1970.
    package func isDue(at now: UInt64) throws -> Bool {
        try database.row("SELECT 1 FROM task WHERE state = 0 AND next_try <= ? LIMIT 1", [.unsigned(now)]) != nil
    }

    /// Begins an execution of the queue on this connection: no task was tried in it yet.
    func beginRound() throws {
        try database.run("CREATE TEMP TABLE IF NOT EXISTS tried (task INTEGER PRIMARY KEY) STRICT", [])
        try database.run("DELETE FROM tried", [])
    }

    func markTried(_ task: Int64) throws { try database.run("INSERT INTO tried (task) VALUES (?)", [.integer(task)]) }

    func unmarkTried(_ task: Int64) throws { try database.run("DELETE FROM tried WHERE task = ?", [.integer(task)]) }

    /// Whether no earlier waiting task holds a task up: one about the same item or about the folder that it is to be in,
    /// one that puts another item into the same place or takes the item away that is there, and, where it removes a folder,
    /// one about something that is on its way into that folder or out of it.
    ///
    /// The indexes are named because SQLite cannot know that few tasks are about one item; without them, each look reads
    /// the whole queue.
    private static let mayRun = """
        NOT EXISTS (
            SELECT 1 FROM task p INDEXED BY task_waiting
            WHERE p.state = 0 AND p.item IN (t.item, t.parent) AND p.id < t.id)
        AND NOT EXISTS (
            SELECT 1 FROM task p INDEXED BY task_waiting_place
            WHERE p.state = 0 AND p.parent = t.parent AND p.name = t.name AND p.id < t.id)
        AND NOT EXISTS (
            SELECT 1 FROM item i LEFT JOIN alias a ON a.meant = i.id
                CROSS JOIN task p INDEXED BY task_waiting ON p.item IN (i.id, a.item)
            WHERE i.parent = t.parent AND i.name = t.name AND p.state = 0 AND p.id < t.id)
        AND (t.parent IS NOT NULL OR NOT EXISTS (
            WITH RECURSIVE below (id) AS (
                SELECT f.id FROM item f
                WHERE f.kind = 0 AND f.id = coalesce((SELECT meant FROM alias WHERE item = t.item), t.item)
                UNION SELECT o.id FROM below CROSS JOIN item o ON o.parent = below.id WHERE o.kind = 0)
            SELECT 1 FROM below WHERE
                EXISTS (
                    SELECT 1 FROM task p INDEXED BY task_waiting_place
                    WHERE p.state = 0 AND p.parent = below.id AND p.id < t.id)
                OR EXISTS (
                    SELECT 1 FROM item i LEFT JOIN alias a ON a.meant = i.id
                        CROSS JOIN task p INDEXED BY task_waiting ON p.item IN (i.id, a.item)
                    WHERE i.parent = below.id AND p.state = 0 AND p.id < t.id)))
        """

    /// The next waiting task that no earlier waiting one holds up and that was not tried in this execution. Downloads
    /// and orders about what is there come first: a user waits for them.
    ///
    /// - Parameter now: tasks with a later next try are passed over; nil to try them all.
    func nextTask(now: UInt64?) throws -> DriveTask? {
        let now: Value = try now.map { try .unsigned($0) } ?? .integer(.max)
        for (index, condition) in [("INDEXED BY task_waiting_first", "AND parent IS NULL"), ("", "")] {
            let row = try database.row(
                """
                SELECT \(Self.columns) FROM task t \(index) WHERE state = 0 AND next_try <= ? \(condition)
                    AND NOT EXISTS (SELECT 1 FROM tried WHERE tried.task = t.id) AND \(Self.mayRun)
                ORDER BY id LIMIT 1
                """, [now])
            if let row { return try Self.task(row) }
        }
        return nil
    }

    /// Writes down how far a job is. The item may be another one after a conflict.
    func keep(_ job: DriveJob, of task: Int64) throws {
        let place = try place(of: job)
        try database.run(
            "UPDATE task SET job = ?, item = ?, parent = ?, name = ? WHERE id = ?",
            [
                .blob(Wire.encode(job)), .blob(job.item.bytes), .optional(place.parent?.bytes),
                .optional(place.name?.bytes), .integer(task),
            ])
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

    /// Writes down why all tasks wait that were not tried in this execution.
    func explainWaiting(_ error: DriveError) throws {
        try database.run(
            "UPDATE task SET reason = ?, message = ? WHERE state = 0 AND id NOT IN (SELECT task FROM tried)",
            [.text(error.reason.rawValue), .text(error.message)])
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
