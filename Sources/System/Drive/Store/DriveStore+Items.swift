// SPDX-License-Identifier: MIT
internal import Crypto
package import FileModel
package import HubAPI
internal import SQLite

/// The items as the server has described them, and those that this device has ordered.
extension DriveStore {
    private static let columns =
        "id, space, parent, name, kind, state, rev, changed, trashed, content, size, version, modified, executable"

    /// An item that is known; `rev` is 0 for one that the server has not confirmed.
    package func item(_ id: ItemID) throws -> FileItem? {
        try database.row("SELECT \(Self.columns) FROM item WHERE id = ?", [.blob(meaning(of: id).bytes)]).map(Self.item)
    }

    /// The live item of this name in a folder.
    package func child(of folder: ItemID, named name: FileName) throws -> FileItem? {
        try database.row(
            "SELECT \(Self.columns) FROM item WHERE parent = ? AND name = ? AND state = 0 ORDER BY rev DESC LIMIT 1",
            [.blob(folder.bytes), .blob(name.bytes)]
        ).map(Self.item)
    }

    /// The live items of a folder by the bytes of their names, a page at a time.
    ///
    /// - Parameter after: the last name of the page before.
    package func children(of folder: ItemID, after: FileName? = nil, limit: Int = 1_000) throws -> [FileItem] {
        try database.rows(
            """
            SELECT \(Self.columns) FROM item WHERE parent = ? AND state = 0 AND name > ? ORDER BY name LIMIT ?
            """, [.blob(folder.bytes), .blob(after?.bytes ?? []), .integer(Int64(limit))]
        ).map(Self.item)
    }

    /// What was moved to the trash of a space and is known, the latest first.
    package func trashed(in space: SpaceID, limit: Int = 1_000) throws -> [FileItem] {
        try database.rows(
            "SELECT \(Self.columns) FROM item WHERE space = ? AND state = 1 ORDER BY trashed DESC, number LIMIT ?",
            [.blob(space.bytes), .integer(Int64(limit))]
        ).map(Self.item)
    }

    /// The live items of a space whose names contain a text, by the bytes of their names. Upper and lower case are the
    /// same.
    package func items(containing text: String, in space: SpaceID, limit: Int = 500) throws -> [FileItem] {
        // The engine folds the case of ASCII alone.
        let spellings = [text, text.lowercased(), text.uppercased(), text.capitalizedFirst].map(Self.pattern)
        let condition = spellings.map { _ in "CAST(name AS TEXT) LIKE ? ESCAPE '\\'" }.joined(separator: " OR ")
        return try database.rows(
            """
            SELECT \(Self.columns) FROM item WHERE space = ? AND state = 0 AND (\(condition)) ORDER BY name, number
            LIMIT ?
            """, [.blob(space.bytes)] + spellings.map { .text($0) } + [.integer(Int64(limit))]
        ).map(Self.item)
    }

    /// A pattern for what contains a text. <https://www.sqlite.org/lang_expr.html#like>
    private static func pattern(_ text: String) -> String {
        "%" + text.map { "%_\\".contains($0) ? "\\\($0)" : String($0) }.joined() + "%"
    }

    /// Takes over what the server says of an item, unless something newer is known.
    func keep(_ item: FileItem, generation: Int64) throws {
        guard item.state != .erased else {
            try database.run("DELETE FROM item WHERE id = ? AND rev <= ?", [.blob(item.id.bytes), .unsigned(item.rev)])
            return
        }
        try database.run(
            """
            INSERT INTO item (\(Self.columns), generation) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET space = excluded.space, parent = excluded.parent, name = excluded.name,
                kind = excluded.kind, state = excluded.state, rev = excluded.rev, changed = excluded.changed,
                trashed = excluded.trashed, content = excluded.content, size = excluded.size,
                version = excluded.version, modified = excluded.modified, executable = excluded.executable,
                generation = excluded.generation
            WHERE excluded.rev >= item.rev OR excluded.generation > item.generation
            """, try Self.values(of: item) + [.integer(generation)])
    }

    /// Writes down an item that this device has ordered.
    func expect(_ item: FileItem) throws {
        try database.run(
            "INSERT INTO item (\(Self.columns), generation) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            try Self.values(of: item) + [0])
    }

    /// Forgets an ordered item that does not come.
    func stopExpecting(_ id: ItemID) throws {
        try database.run("DELETE FROM item WHERE id = ? AND rev = 0", [.blob(id.bytes)])
    }

    /// After a whole enumeration: what did not come is not there any more.
    func forgetItems(of space: SpaceID, before generation: Int64) throws {
        try database.run(
            "DELETE FROM item WHERE space = ? AND generation < ? AND rev > 0",
            [.blob(space.bytes), .integer(generation)])
    }

    // MARK: - Aliases

    /// The item that the server has in the place of one that this device ordered.
    func meaning(of id: ItemID) throws -> ItemID {
        guard let row = try database.row("SELECT meant FROM alias WHERE item = ?", [.blob(id.bytes)]) else { return id }
        return try ItemID(row.blob(0))
    }

    func setMeaning(of id: ItemID, to meant: ItemID) throws {
        guard id != meant else { return }
        try database.run(
            "INSERT INTO alias (item, meant) VALUES (?, ?) ON CONFLICT (item) DO UPDATE SET meant = excluded.meant",
            [.blob(id.bytes), .blob(meant.bytes)])
        try database.run(
            "UPDATE task SET parent = ? WHERE parent = ? AND state = 0", [.blob(meant.bytes), .blob(id.bytes)])
        try stopExpecting(id)
    }

    // MARK: - Origins

    /// The item that a file of this device was the same as, and what both held then.
    func origin(of file: LocalFile) throws -> (item: ItemID, content: ContentHash)? {
        try database.row("SELECT item, content FROM origin WHERE path = ?", [.blob(Self.path(of: file))]).map { row in
            (try ItemID(row.blob(0)), ContentHash(try .init(row.blob(1))))
        }
    }

    func keepOrigin(of file: LocalFile, _ item: ItemID, _ content: ContentHash) throws {
        try database.run(
            "INSERT OR REPLACE INTO origin (path, item, content) VALUES (?, ?, ?)",
            [.blob(Self.path(of: file)), .blob(item.bytes), .blob(content.digest.bytes)])
    }

    private static func path(of file: LocalFile) -> [UInt8] {
        file.names.reduce(into: Array(file.folder.utf8)) { path, name in path += [UInt8(ascii: "/")] + name.name.bytes }
    }

    // MARK: - Rows

    private static func item(_ row: Row) throws -> FileItem {
        let content = try row.optionalBlob(9)
        let file = try content.map { bytes in
            FileItem.Content(
                content: ContentHash(try .init(bytes)), size: try row.unsigned(10), version: try row.unsigned(11),
                modified: try row.optionalInt(12), executable: try row.bool(13))
        }
        return FileItem(
            id: try ItemID(row.blob(0)), space: try SpaceID(row.blob(1)),
            parent: try row.optionalBlob(2).map { try ItemID($0) },
            name: try row.optionalBlob(3).map { try FileName($0) }, kind: try row.int(4) == 0 ? .folder : .file,
            state: try row.int(5) == 0 ? .live : .trashed, rev: try row.unsigned(6), changed: try row.unsigned(7),
            trashed: try row.optionalInt(8).map(UInt64.init(clamping:)), file: file)
    }

    private static func values(of item: FileItem) throws -> [Value] {
        let place: [Value] = [
            .blob(item.id.bytes), .blob(item.space.bytes), .optional(item.parent?.bytes),
            .optional(item.name?.name.bytes), item.kind == .folder ? 0 : 1, item.state == .live ? 0 : 1,
        ]
        let times: [Value] = [
            try .unsigned(item.rev), try .unsigned(item.changed), try item.trashed.map { try .unsigned($0) } ?? .null,
        ]
        guard let file = item.file else { return place + times + [.null, .null, .null, .null, .null] }
        return place + times + [
            .blob(file.content.digest.bytes), try .unsigned(file.size), try .unsigned(file.version),
            .optional(file.modified), .bool(file.executable),
        ]
    }
}

extension String {
    /// With its first character in upper case.
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
