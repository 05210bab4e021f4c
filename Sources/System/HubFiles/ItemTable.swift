// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto
internal import FileModel
internal import HubAPI
internal import SQL

/// The rows of items. Whatever changes one goes through ``save(_:at:)``, so the change feed misses nothing.
struct ItemTable {
    let database: any SQLConnection
    /// Called for each change, with its space.
    var onChange: (SpaceID) -> Void = { _ in }

    /// One item as it stands in its row.
    struct Item {
        /// 0 before it has a row.
        var row: Int64
        let id: ItemID
        let space: Int64
        let spaceID: SpaceID
        var parent: Int64?
        var parentID: ItemID?
        var name: FileName?
        let kind: FileKind
        var state: FileState
        var rev: UInt64
        var changed: UInt64
        var trashed: UInt64?
        var content: ContentTable.Content?
        var version: UInt64
        var modified: Int64?
        var executable: Bool

        var isRoot: Bool { parent == nil && state != .erased }
        /// In bytes; 0 for a folder.
        var size: UInt64 { content?.size ?? 0 }
    }

    /// One of the folders above an item, or the item itself.
    struct Step {
        let row: Int64
        let id: ItemID
        let state: FileState
    }

    // MARK: - Finding

    private static let select = """
        SELECT i.id, i.uid, i.space, s.uid AS space_uid, i.parent, p.uid AS parent_uid, i.name, i.kind, i.state, i.rev,
            i.changed, i.trashed, i.content, c.hash, c.size, c.damaged IS NOT NULL AS damaged, i.version, i.modified, i.executable
        FROM item i JOIN space s ON s.id = i.space LEFT JOIN item p ON p.id = i.parent
            LEFT JOIN content c ON c.id = i.content

        """

    func find(_ id: ItemID) throws -> Item? { try list("WHERE i.uid = ?", [.blob(id.bytes)]).first }

    func find(_ row: Int64) throws -> Item? { try list("WHERE i.id = ?", [.integer(row)]).first }

    /// The live item of a name.
    func find(_ name: FileName, in parent: Int64) throws -> ItemID? {
        let row = try database.row(
            "SELECT uid FROM item WHERE parent = ? AND name = ? AND state = 0", [.integer(parent), .blob(name.bytes)])
        return try row.map { try ItemID($0.blob(0)) }
    }

    func isKnown(_ id: ItemID) throws -> Bool {
        try database.row("SELECT 1 FROM item WHERE uid = ?", [.blob(id.bytes)]) != nil
    }

    /// The items that a condition finds, in its order.
    func list(_ condition: String, _ values: [Value]) throws -> [Item] {
        try database.rows(Self.select + condition, values).map(Self.item)
    }

    /// The item and the folders above it, the root last.
    func path(to row: Int64) throws -> [Step] {
        try database.rows(
            """
            WITH RECURSIVE up (id, level) AS (
                SELECT ?1, 0 UNION ALL
                SELECT i.parent, up.level + 1 FROM item i JOIN up ON i.id = up.id
                WHERE i.parent IS NOT NULL AND up.level <= ?2)
            SELECT i.id, i.uid, i.state FROM up JOIN item i ON i.id = up.id ORDER BY up.level
            """, [.integer(row), .integer(Int64(FilePath.maximumDepth))]
        ).map { Step(row: try $0.int(0), id: try ItemID($0.blob(1)), state: try Self.state(numbered: $0.int(2))) }
    }

    /// How many levels of folders that are not erased are beneath one.
    func height(of row: Int64) throws -> Int {
        let height = try database.row(
            """
            WITH RECURSIVE down (id, level) AS (
                SELECT ?1, 0 UNION ALL
                SELECT i.id, down.level + 1 FROM item i JOIN down ON i.parent = down.id
                WHERE down.level <= ?2 AND i.kind = 0 AND i.state <> 2)
            SELECT max(level) FROM down
            """, [.integer(row), .integer(Int64(FilePath.maximumDepth))])
        return Int(try height?.int(0) ?? 0)
    }

    /// The rows of an item and of what is beneath it, and is not erased; each folder before what is in it.
    ///
    /// - Parameter onlyLive: leave out what is in the trash.
    func subtree(of row: Int64, onlyLive: Bool, limit: Int) throws -> [Int64] {
        try database.rows(
            """
            WITH RECURSIVE down (id, level) AS (
                SELECT ?1, 0 UNION ALL
                SELECT i.id, down.level + 1 FROM item i JOIN down ON i.parent = down.id
                WHERE i.state = 0 OR i.state = 1 AND NOT ?2)
            SELECT id FROM down ORDER BY level, id LIMIT ?3
            """, [.integer(row), .bool(onlyLive), .integer(Int64(limit))]
        ).map { try $0.int(0) }
    }

    // MARK: - Changing

    /// Writes an item, new or changed, with the next `rev` of its space, and tells the change feed.
    func save(_ item: Item, at now: UInt64) throws -> Item {
        var item = item
        item.changed = now
        if let content = item.content { try ContentTable(database: database).use(content.row) }
        item.rev = try ChangeTable(database: database).next(in: item.space, change: Self.digested(item), at: now)
        onChange(item.spaceID)
        let values: [Value] = [
            .optional(item.parent), .optional(item.name?.bytes), .integer(Self.number(of: item.state)),
            try .unsigned(item.rev), try .unsigned(now), try item.trashed.map(Value.unsigned) ?? .null,
            .optional(item.content?.row), try .unsigned(item.version), .optional(item.modified),
            .bool(item.executable),
        ]
        guard item.row == 0 else {
            try database.run(
                """
                UPDATE item SET parent = ?, name = ?, state = ?, rev = ?, changed = ?, trashed = ?, content = ?,
                    version = ?, modified = ?, executable = ? WHERE id = ?
                """, values + [.integer(item.row)])
            return item
        }
        item.row = try database.returned(
            """
            INSERT INTO item (parent, name, state, rev, changed, trashed, content, version, modified, executable, uid,
                space, kind) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
            """,
            values + [.blob(item.id.bytes), .integer(item.space), .integer(item.kind == .folder ? 0 : 1)]
        ).int(0)
        return item
    }

    /// What the digest of a change covers.
    private static func digested(_ item: Item) -> [UInt8] {
        var writer = CBORWriter()
        writer.array(6)
        writer.bytes(item.id.bytes)
        writer.uint(UInt64(number(of: item.state)))
        writer.bytes(item.parentID?.bytes ?? [])
        writer.bytes(item.name?.bytes ?? [])
        writer.bytes(item.content?.hash.digest.bytes ?? [])
        writer.uint(item.version)
        return writer.encoded
    }

    // MARK: - Rows

    private static func item(_ row: Row) throws -> Item {
        let name = try row.optionalBlob("name").map { try FileName($0) }
        var content: ContentTable.Content?
        if let id = try row.optionalInt("content") {
            content = .init(
                row: id, hash: ContentHash(try .init(row.blob("hash"))), size: try row.unsigned("size"),
                isDamaged: try row.bool("damaged"))
        }
        return Item(
            row: try row.int("id"), id: try ItemID(row.blob("uid")), space: try row.int("space"),
            spaceID: try SpaceID(row.blob("space_uid")), parent: try row.optionalInt("parent"),
            parentID: try row.optionalBlob("parent_uid").map { try ItemID($0) }, name: name,
            kind: try row.int("kind") == 0 ? .folder : .file, state: try state(numbered: row.int("state")),
            rev: try row.unsigned("rev"), changed: try row.unsigned("changed"),
            trashed: try row.optionalInt("trashed").map { UInt64($0) }, content: content,
            version: try row.unsigned("version"), modified: try row.optionalInt("modified"),
            executable: try row.bool("executable"))
    }

    static func number(of state: FileState) -> Int64 {
        switch state {
        case .live: 0
        case .trashed: 1
        case .erased: 2
        }
    }

    private static func state(numbered number: Int64) throws -> FileState {
        guard let state = FileState.allCases.first(where: { self.number(of: $0) == number }) else {
            throw SQLError(.mismatch, "There is no state \(number) of items.")
        }
        return state
    }
}

extension ItemTable.Item {
    /// As clients get it.
    var message: FileItem {
        FileItem(
            id: id, space: spaceID, parent: parentID, name: name, kind: kind, state: state, rev: rev,
            changed: changed, trashed: trashed,
            file: content.map {
                .init(
                    content: $0.hash, size: $0.size, version: version, modified: modified, executable: executable,
                    damaged: $0.isDamaged ? true : nil)
            })
    }
}
