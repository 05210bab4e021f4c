// SPDX-License-Identifier: MIT
internal import Crypto
internal import FileModel
internal import HubAPI
internal import SQLite

/// What this device changes of the tree.
extension MountStore {
    private var database: Database { drive.database }

    /// The item gets bytes of its own, in a file of the folder `unsent`.
    ///
    /// - Parameter base: what the server had when they were written; nil for a new file.
    func setFile(_ file: String, base: ContentHash?, of item: ItemID) throws {
        try database.run(
            """
            INSERT INTO local (item, file, base) VALUES (?1, ?2, ?3)
            ON CONFLICT (item) DO UPDATE SET file = ?2, base = ?3, content = NULL, size = NULL, task = NULL,
                modified = NULL, executable = NULL
            """, [.blob(item.bytes), .text(file), .optional(base?.digest.bytes)])
    }

    /// The bytes of an item are frozen, and a task sends them.
    func setFrozen(_ content: ContentHash, size: UInt64, task: Int64, of item: ItemID) throws {
        try database.run(
            "UPDATE local SET content = ?, size = ?, task = ? WHERE item = ?",
            [.blob(content.digest.bytes), .unsigned(size), .integer(task), .blob(item.bytes)])
    }

    /// What the server will have when all that was frozen of an item so far is sent.
    func setBase(_ base: ContentHash, of item: ItemID) throws {
        try database.run(
            "UPDATE local SET base = ? WHERE item = ?", [.blob(base.digest.bytes), .blob(item.bytes)])
    }

    /// Keeps a frozen file until its task is done.
    func keepUnsent(_ content: ContentHash, size: UInt64, task: Int64, file: String) throws {
        try database.run(
            "INSERT INTO unsent (task, file, content, size) VALUES (?, ?, ?, ?)",
            [.integer(task), .text(file), .blob(content.digest.bytes), .unsigned(size)])
    }

    /// Frozen bytes are changed again before they were sent: nothing will be sent of them as they were.
    func setThawed(_ item: ItemID, task: Int64) throws {
        try database.run(
            "UPDATE local SET content = NULL, size = NULL, task = NULL WHERE item = ?", [.blob(item.bytes)])
        try database.run("DELETE FROM unsent WHERE task = ?", [.integer(task)])
        try database.run("DELETE FROM task WHERE id = ? AND state = 0", [.integer(task)])
    }

    /// The bytes of an item are the server's again.
    func dropFile(of item: ItemID) throws {
        try database.run(
            "UPDATE local SET file = NULL, base = NULL, content = NULL, size = NULL, task = NULL WHERE item = ?",
            [.blob(item.bytes)])
    }

    /// The frozen bytes of an item will be frozen and sent again, by another task.
    func forgetTask(of item: ItemID) throws {
        try database.run(
            "UPDATE local SET content = NULL, size = NULL, task = NULL WHERE item = ?", [.blob(item.bytes)])
    }

    func setPlace(_ parent: ItemID, _ name: FileName, of item: ItemID) throws {
        try database.run(
            """
            INSERT INTO local (item, parent, name) VALUES (?1, ?2, ?3)
            ON CONFLICT (item) DO UPDATE SET parent = ?2, name = ?3
            """, [.blob(item.bytes), .blob(parent.bytes), .blob(name.bytes)])
    }

    func setGone(_ item: ItemID) throws {
        try database.run(
            """
            INSERT INTO local (item, gone) VALUES (?, 1)
            ON CONFLICT (item) DO UPDATE SET gone = 1, file = NULL, content = NULL, size = NULL, task = NULL
            """, [.blob(item.bytes)])
    }

    func setTimes(modified: Int64?, isExecutable: Bool?, of item: ItemID) throws {
        try database.run(
            """
            INSERT INTO local (item, modified, executable) VALUES (?1, ?2, ?3) ON CONFLICT (item) DO UPDATE SET
                modified = coalesce(?2, modified), executable = coalesce(?3, executable)
            """, [.blob(item.bytes), .optional(modified), isExecutable.map { .bool($0) } ?? .null])
    }

    /// Moves an item that no task knows: it has only been on this device.
    func movePrivate(_ item: ItemID, to parent: ItemID, _ name: FileName) throws {
        try database.run(
            "UPDATE item SET parent = ?, name = ? WHERE id = ? AND rev = 0",
            [.blob(parent.bytes), .blob(name.bytes), .blob(item.bytes)])
        try database.run("UPDATE local SET parent = NULL, name = NULL WHERE item = ?", [.blob(item.bytes)])
    }

    /// Forgets an item that no task knows.
    func forgetPrivate(_ item: ItemID) throws {
        try database.run("DELETE FROM item WHERE id = ? AND rev = 0", [.blob(item.bytes)])
        try database.run("DELETE FROM local WHERE item = ?", [.blob(item.bytes)])
    }

    /// Whether a task about the item waits.
    func isQueued(_ item: ItemID) throws -> Bool {
        try database.row("SELECT 1 FROM task WHERE item = ? AND state = 0 LIMIT 1", [.blob(item.bytes)]) != nil
    }

    // MARK: - Unsent bytes

    struct UnsentFile {
        let item: ItemID
        let file: String
        let base: ContentHash?
        let content: ContentHash?
        let task: Int64?
    }

    /// The items with bytes of their own.
    func unsentFiles(limit: Int = 100_000) throws -> [UnsentFile] {
        try database.rows(
            "SELECT item, file, base, content, task FROM local WHERE file IS NOT NULL AND gone = 0 LIMIT ?",
            [.integer(Int64(limit))]
        ).map { row in
            UnsentFile(
                item: try ItemID(row.blob(0)), file: try row.text(1),
                base: try row.optionalBlob(2).map { ContentHash(try .init($0)) },
                content: try row.optionalBlob(3).map { ContentHash(try .init($0)) }, task: try row.optionalInt(4))
        }
    }

    /// Whether the item has its bytes in this file of the folder `unsent`.
    func isUnsent(_ file: String, of item: ItemID) throws -> Bool {
        try database.row(
            "SELECT 1 FROM local WHERE item = ? AND file = ? AND gone = 0", [.blob(item.bytes), .text(file)]) != nil
    }

    /// The bytes that are frozen and wait to be sent into a space.
    func waitingBytes(in space: SpaceID) throws -> UInt64 {
        try database.row(
            """
            SELECT coalesce(sum(u.size), 0) FROM unsent u JOIN task t ON t.id = u.task JOIN item i ON i.id = t.item
            WHERE t.state = 0 AND i.space = ?
            """, [.blob(space.bytes)])?.unsigned(0) ?? 0
    }

    /// The files of the folder `unsent` that are still written to.
    func writtenFiles(in space: SpaceID) throws -> [String] {
        try database.rows(
            """
            SELECT l.file FROM local l JOIN item i ON i.id = l.item
            WHERE l.file IS NOT NULL AND l.content IS NULL AND l.gone = 0 AND i.space = ? LIMIT 100000
            """, [.blob(space.bytes)]
        ).map { try $0.text(0) }
    }

    /// Items of which this device alone has the present bytes.
    func unsentCount() throws -> Int {
        Int(try database.row("SELECT count(*) FROM local WHERE file IS NOT NULL AND gone = 0")?.int(0) ?? 0)
    }

    /// Files of the folder `unsent` that a row names.
    func namedFiles() throws -> Set<String> {
        let local = try database.rows("SELECT file FROM local WHERE file IS NOT NULL AND gone = 0", [])
        let sent = try database.rows("SELECT file FROM unsent", [])
        return Set(try (local + sent).map { try $0.text(0) })
    }

    /// Frozen bytes whose task is not waiting any more.
    func settledFiles() throws -> [(task: Int64, file: String, content: ContentHash, size: UInt64, state: Int64?)] {
        try database.rows(
            """
            SELECT u.task, u.file, u.content, u.size, t.state FROM unsent u LEFT JOIN task t ON t.id = u.task
            WHERE t.state IS NULL OR t.state <> 0 LIMIT 100000
            """, []
        ).map { row in
            (
                try row.int(0), try row.text(1), ContentHash(try .init(row.blob(2))), try row.unsigned(3),
                try row.optionalInt(4)
            )
        }
    }

    func forgetUnsent(_ task: Int64) throws {
        try database.run("DELETE FROM unsent WHERE task = ?", [.integer(task)])
    }

    /// The item whose present bytes a task sends.
    func item(sentBy task: Int64) throws -> ItemID? {
        try database.row("SELECT item FROM local WHERE task = ?", [.integer(task)]).map { try ItemID($0.blob(0)) }
    }

    /// Forgets changes that the server has made its own, or has refused: no task about their items waits.
    ///
    /// - Returns: their items.
    func forgetSettled() throws -> [ItemID] {
        let settled = """
            file IS NULL AND NOT EXISTS (SELECT 1 FROM task t WHERE t.item = local.item AND t.state = 0)
            """
        let ids = try database.rows("SELECT item FROM local WHERE \(settled) LIMIT 100000", []).map {
            try ItemID($0.blob(0))
        }
        for id in ids { try database.run("DELETE FROM local WHERE item = ?", [.blob(id.bytes)]) }
        return ids
    }

    /// Items in folders that the server has under other ids move into those.
    func followAliases() throws {
        try database.run(
            """
            UPDATE item SET parent = (SELECT meant FROM alias WHERE alias.item = item.parent)
            WHERE rev = 0 AND parent IN (SELECT item FROM alias)
            """, [])
        try database.run(
            """
            UPDATE local SET parent = (SELECT meant FROM alias WHERE alias.item = local.parent)
            WHERE parent IN (SELECT item FROM alias)
            """, [])
    }

    /// Items of this device alone that were removed before anything of them was sent: nothing is left to do for them.
    /// Only while no process executes the queue.
    ///
    /// - Returns: files of the folder `unsent` that nothing needs any more.
    func forgetUnsentRemovals() throws -> [String] {
        let gone = try database.rows(
            """
            SELECT l.item FROM local l JOIN item i ON i.id = l.item
            WHERE l.gone = 1 AND i.rev = 0 LIMIT 10000
            """, []
        ).map { try ItemID($0.blob(0)) }
        var files: [String] = []
        for id in gone where try !hasBegun(id) {
            let sent = "task IN (SELECT id FROM task WHERE item = ?)"
            files += try database.rows("SELECT file FROM unsent WHERE \(sent)", [.blob(id.bytes)]).map {
                try $0.text(0)
            }
            try database.run("DELETE FROM unsent WHERE \(sent)", [.blob(id.bytes)])
            try database.run("DELETE FROM task WHERE item = ? AND state = 0", [.blob(id.bytes)])
            try forgetPrivate(id)
        }
        return files
    }

    /// Whether something of an item may be at the server.
    private func hasBegun(_ item: ItemID) throws -> Bool {
        try drive.waitingTasks(on: item).contains { task in
            switch task.job {
            case .upload(let job): job.step != .planned && job.step != .hashed
            case .order(let job):
                // A folder may have been made by an order whose answer was lost, unless it was never tried.
                if case .folder = job.order { task.attempts > 0 || task.reason != nil } else { false }
            case .download: false
            }
        }
    }

    // MARK: - Pins

    func pin(of item: ItemID) throws -> PinSetting? {
        try database.row("SELECT wish FROM pin WHERE item = ?", [.blob(item.bytes)]).flatMap {
            PinSetting(rawValue: try $0.int(0))
        }
    }

    func setPin(_ setting: PinSetting?, of item: ItemID) throws {
        guard let setting else {
            try database.run("DELETE FROM pin WHERE item = ?", [.blob(item.bytes)])
            return
        }
        try database.run(
            "INSERT INTO pin (item, wish) VALUES (?1, ?2) ON CONFLICT (item) DO UPDATE SET wish = ?2",
            [.blob(item.bytes), .integer(setting.rawValue)])
    }

    func pins(_ setting: PinSetting) throws -> [ItemID] {
        try database.rows("SELECT item FROM pin WHERE wish = ? LIMIT 100000", [.integer(setting.rawValue)]).map {
            try ItemID($0.blob(0))
        }
    }

    /// The setting that holds for an item: its own, or that of the nearest folder above.
    func effectivePin(of item: ShownItem) throws -> PinSetting {
        var next: ShownItem? = item
        var depth = 0
        while let item = next, depth <= FilePath.maximumDepth {
            if let setting = try pin(of: item.id) { return setting }
            guard let parent = item.parent else { return .auto }
            next = try self.item(parent)
            if next == nil { return try pin(of: parent) ?? .auto }
            depth += 1
        }
        return .auto
    }
}
