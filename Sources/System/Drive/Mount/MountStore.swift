// SPDX-License-Identifier: MIT
internal import Crypto
internal import FileModel
internal import HubAPI
internal import SQLite

/// The tree that the mounted folder shows, from `drive.sqlite` alone.
///
/// Commits survive the end of the process; ``makeDurable()`` makes them survive a power cut. Not for two threads at once.
final class MountStore {
    let drive: DriveStore
    private var database: Database { drive.database }

    /// - Throws: ``DriveError`` with `.storage`.
    init(folder: String) throws {
        drive = try DriveStore(folder: folder)
        do {
            try database.migrate(MountSchema.migrations, part: MountSchema.part)
            // A rename or a new file need not wait for the disk; what asks for that calls makeDurable.
            // <https://www.sqlite.org/pragma.html#pragma_synchronous>
            try database.execute("PRAGMA synchronous = NORMAL")
            // A program must not get an error because another process waits long for its disk.
            try database.execute("PRAGMA busy_timeout = 60000")
        } catch {
            throw DriveError.translating(error)
        }
    }

    func transaction<R>(_ body: () throws -> R) throws -> R { try database.transaction(body) }

    /// Afterwards all commits of this and other connections survive a power cut: this commit flushes the whole log.
    func makeDurable() throws {
        try database.execute("PRAGMA synchronous = FULL")
        defer {
            // Safe: with FULL, commits only wait longer.
            try? database.execute("PRAGMA synchronous = NORMAL")
        }
        try database.run(
            """
            INSERT INTO setting (name, value) VALUES ('flushes', X'00')
            ON CONFLICT (name) DO UPDATE SET value = CASE value WHEN X'00' THEN X'01' ELSE X'00' END
            """, [])
    }

    // MARK: - Whether it works

    private static let healthSetting = "mountHealth"

    /// As the mounted folder has said it last.
    func health() throws -> MountHealth? { try drive.setting(Self.healthSetting, as: MountHealth.self) }

    func keep(_ health: MountHealth) throws { try drive.set(Self.healthSetting, to: health) }

    // MARK: - Looking

    private static let columns = """
        i.id, coalesce(l.parent, i.parent), coalesce(l.name, i.name), i.kind, i.rev, i.changed, i.content, i.size,
        i.version, i.modified, i.executable, l.item, l.file, l.base, l.content, l.task, l.modified, l.executable
        """
    /// What is there to be shown: live at the server, or with bytes that only this device has.
    private static let isShown = """
        coalesce(l.gone, 0) = 0 AND (i.state = 0 OR l.file IS NOT NULL)
        AND (i.kind = 0 OR i.content IS NOT NULL OR l.file IS NOT NULL)
        """

    /// An item that is shown somewhere.
    func item(_ id: ItemID) throws -> ShownItem? {
        try database.row(
            """
            SELECT \(Self.columns) FROM item i LEFT JOIN local l ON l.item = i.id WHERE i.id = ? AND \(Self.isShown)
            """, [.blob(drive.meaning(of: id).bytes)]
        ).map(Self.shown)
    }

    /// What has a name in a folder: what this device has put there comes before what the server has.
    func child(of folder: ItemID, named name: FileName) throws -> ShownItem? {
        let moved = try database.row(
            """
            SELECT \(Self.columns) FROM local l JOIN item i ON i.id = l.item
            WHERE l.parent = ? AND l.name = ? AND \(Self.isShown) LIMIT 1
            """, [.blob(folder.bytes), .blob(name.bytes)])
        if let moved { return try Self.shown(moved) }
        return try database.row(
            """
            SELECT \(Self.columns) FROM item i LEFT JOIN local l ON l.item = i.id
            WHERE i.parent = ? AND i.name = ? AND l.parent IS NULL AND \(Self.isShown) ORDER BY i.rev DESC LIMIT 1
            """, [.blob(folder.bytes), .blob(name.bytes)]
        ).map(Self.shown)
    }

    /// What a folder holds by the bytes of the names, a page at a time; each name once.
    func children(of folder: ItemID, after: FileName?, limit: Int) throws -> [ShownItem] {
        let rows = try database.rows(
            """
            SELECT * FROM (
                SELECT \(Self.columns), i.name AS shown_name, 1 AS rank
                FROM item i LEFT JOIN local l ON l.item = i.id
                WHERE i.parent = ?1 AND i.name > ?2 AND l.parent IS NULL AND \(Self.isShown)
                ORDER BY i.name LIMIT ?3)
            UNION ALL SELECT * FROM (
                SELECT \(Self.columns), l.name AS shown_name, 0 AS rank
                FROM local l JOIN item i ON i.id = l.item
                WHERE l.parent = ?1 AND l.name > ?2 AND \(Self.isShown)
                ORDER BY l.name LIMIT ?3)
            ORDER BY shown_name, rank LIMIT ?3
            """, [.blob(folder.bytes), .blob(after?.bytes ?? []), .integer(Int64(limit))])
        var last: FileName?
        return try rows.compactMap { row in
            let item = try Self.shown(row)
            defer { last = item.name }
            return item.name == last ? nil : item
        }
    }

    func isEmpty(_ folder: ItemID) throws -> Bool { try children(of: folder, after: nil, limit: 1).isEmpty }

    /// The ids of items that the server has changed since a number of a space's feed.
    func changed(in space: SpaceID, since rev: UInt64) throws -> [ItemID] {
        try database.rows(
            "SELECT id FROM item WHERE space = ? AND rev > ? LIMIT 1000000", [.blob(space.bytes), .unsigned(rev)]
        ).map { try ItemID($0.blob(0)) }
    }

    func count(in space: SpaceID) throws -> UInt64 {
        try database.row("SELECT count(*) FROM item WHERE space = ?", [.blob(space.bytes)])?.unsigned(0) ?? 0
    }

    private static func shown(_ row: Row) throws -> ShownItem {
        let file = try row.optionalBlob(6).map { bytes in
            FileItem.Content(
                content: ContentHash(try .init(bytes)), size: try row.unsigned(7), version: try row.unsigned(8),
                modified: try row.optionalInt(9), executable: try row.bool(10))
        }
        let local = try row.optionalBlob(11).map { _ in
            LocalChange(
                file: try row.optionalText(12), base: try row.optionalBlob(13).map { ContentHash(try .init($0)) },
                content: try row.optionalBlob(14).map { ContentHash(try .init($0)) }, task: try row.optionalInt(15),
                modified: try row.optionalInt(16), isExecutable: try row.optionalInt(17).map { $0 != 0 })
        }
        return ShownItem(
            id: try ItemID(row.blob(0)), parent: try row.optionalBlob(1).map { try ItemID($0) },
            name: try row.optionalBlob(2).map { try FileName($0) }, kind: try row.int(3) == 0 ? .folder : .file,
            file: file, rev: try row.unsigned(4), changed: try row.unsigned(5), local: local)
    }
}
