// SPDX-License-Identifier: MIT
internal import Crypto
internal import FileModel
internal import HubAPI
internal import SQLite

/// A folder or a file as this device knows it.
struct BaluItem: Equatable {
    var id: ItemID
    var parent: ItemID?
    var name: FileName?
    var kind: FileKind
    var state: FileState
    var rev: UInt64
    /// Seconds since 1970, by this device's clock.
    var changed: UInt64
    var trashed: UInt64?
    var file: FileItem.Content?
    /// `modified_at` of the server's list, in milliseconds since 1970.
    var stamp: Int64?

    func message(space: SpaceID) -> FileItem {
        let isErased = state == .erased
        return FileItem(
            id: id, space: space, parent: isErased ? nil : parent, name: isErased ? nil : name, kind: kind,
            state: state, rev: rev, changed: changed, trashed: trashed, file: isErased ? nil : file)
    }
}

extension BaluIndex {
    private static let columns = """
        id, parent, name, kind, state, rev, changed, trashed, content, size, version, modified, executable, stamp
        """

    func item(_ id: ItemID) throws -> BaluItem? {
        try database.row("SELECT \(Self.columns) FROM item WHERE id = ?", [.blob(id.bytes)]).map(Self.item)
    }

    func children(of folder: ItemID) throws -> [BaluItem] {
        try database.rows(
            "SELECT \(Self.columns) FROM item WHERE parent = ? AND state = 0", [.blob(folder.bytes)]
        ).map(Self.item)
    }

    func child(of folder: ItemID, named name: FileName) throws -> BaluItem? {
        try database.row(
            "SELECT \(Self.columns) FROM item WHERE parent = ? AND name = ? AND state = 0",
            [.blob(folder.bytes), .blob(name.bytes)]
        ).map(Self.item)
    }

    /// Items that have changed after a revision, in the order of their changes.
    func changes(after rev: UInt64, limit: Int) throws -> [BaluItem] {
        try database.rows(
            "SELECT \(Self.columns) FROM item WHERE rev > ? ORDER BY rev LIMIT ?",
            [.unsigned(rev), .integer(Int64(limit))]
        ).map(Self.item)
    }

    func trashed(after id: [UInt8], limit: Int) throws -> [BaluItem] {
        try database.rows(
            "SELECT \(Self.columns) FROM item WHERE state = 1 AND id > ? ORDER BY id LIMIT ?",
            [.blob(id), .integer(Int64(limit))]
        ).map(Self.item)
    }

    /// Where a content is: in a file that is live, in the trash, or an earlier one; nil when no file is known to have it.
    func state(of content: ContentHash) throws -> HaveState.State? {
        let digest: [Value] = [.blob(content.digest.bytes)]
        let row = try database.row("SELECT min(state) FROM item WHERE content = ? AND state < 2", digest)
        if let state = try row?.optionalInt(0) { return state == 0 ? .live : .trash }
        return try database.row("SELECT 1 FROM version WHERE content = ? LIMIT 1", digest).map { _ in .version }
    }

    /// Writes an item down with the next revision.
    ///
    /// What is live at its place already gives way: a list has found it before the order that made it was finished.
    func save(_ item: BaluItem, at now: UInt64) throws -> BaluItem {
        var item = item
        if item.state == .live, let parent = item.parent, let name = item.name,
            let other = try child(of: parent, named: name), other.id != item.id
        {
            try database.run(
                "UPDATE item SET parent = ? WHERE parent = ?", [.blob(item.id.bytes), .blob(other.id.bytes)])
            try erase(other, at: now)
        }
        item.rev = try rev() + 1
        item.changed = now
        try database.run(
            """
            INSERT INTO item (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET parent = excluded.parent, name = excluded.name, kind = excluded.kind,
                state = excluded.state, rev = excluded.rev, changed = excluded.changed, trashed = excluded.trashed,
                content = excluded.content, size = excluded.size, version = excluded.version,
                modified = excluded.modified, executable = excluded.executable, stamp = excluded.stamp
            """, try Self.values(of: item))
        return item
    }

    /// The item is not at the server any more, and neither is what is beneath it.
    func erase(_ item: BaluItem, at now: UInt64) throws {
        for child in try children(of: item.id) { try erase(child, at: now) }
        var item = item
        item.state = .erased
        _ = try save(item, at: now)
    }

    /// Makes the root's row, which no list tells of.
    func makeRoot(_ space: SpaceID) throws {
        try set("root", to: space.bytes)
        try database.run(
            """
            INSERT OR IGNORE INTO item (id, parent, name, kind, state, rev, changed) VALUES (?, NULL, NULL, 0, 0, 0, 0)
            """, [.blob(space.bytes)])
    }

    // MARK: - Lists of the server

    /// A live folder whose list was not seen in a listing yet.
    func folderToList(in listing: Int64) throws -> ItemID? {
        try database.row(
            "SELECT id FROM item WHERE kind = 0 AND state = 0 AND scanned < ? ORDER BY rev LIMIT 1",
            [.integer(listing)]
        ).map { try ItemID($0.blob(0)) }
    }

    func markListed(_ folder: ItemID, in listing: Int64) throws {
        try database.run("UPDATE item SET scanned = ? WHERE id = ?", [.integer(listing), .blob(folder.bytes)])
    }

    /// What is in the trash is in no list of the tree; what comes out of it is listed again.
    func setListed(beneath folder: ItemID, _ number: Int64) throws {
        try database.run("UPDATE item SET scanned = ? WHERE id = ?", [.integer(number), .blob(folder.bytes)])
        for child in try children(of: folder) where child.kind == .folder { try setListed(beneath: child.id, number) }
    }

    /// Whether an order is under way that puts something into this place, or takes this item away.
    private func isBusy(_ folder: ItemID, _ name: FileName, _ item: ItemID?) throws -> Bool {
        try database.row(
            "SELECT 1 FROM begun WHERE (folder = ? AND name = ?) OR item = ? LIMIT 1",
            [.blob(folder.bytes), .blob(name.bytes), .blob(item?.bytes ?? [])]) != nil
    }

    /// Takes over a list of a folder. Orders that are under way end by themselves.
    ///
    /// - Parameter rev: of the index before the server was asked.
    /// - Returns: whether it was used; an order of this device has changed the folder meanwhile otherwise.
    func take(
        _ entries: [(entry: BaluRow, content: ContentHash?)], of folder: ItemID, since rev: UInt64, at now: UInt64,
        fresh: () -> ItemID
    ) throws -> Bool {
        try transaction {
            guard try !hasChanged(folder, since: rev) else { return false }
            var rest = Dictionary(uniqueKeysWithValues: try children(of: folder).map { ($0.name, $0) })
            for (entry, content) in entries {
                let known = rest.removeValue(forKey: entry.name)
                guard try !isBusy(folder, entry.name, known?.id) else { continue }
                try take(entry, content, known, of: folder, at: now, fresh: fresh)
            }
            for gone in rest.values {
                guard let name = gone.name, try !isBusy(folder, name, gone.id) else { continue }
                try erase(gone, at: now)
            }
            return true
        }
    }

    private func take(
        _ entry: BaluRow, _ content: ContentHash?, _ known: BaluItem?, of folder: ItemID, at now: UInt64,
        fresh: () -> ItemID
    ) throws {
        let kind: FileKind = entry.isFolder ? .folder : .file
        if let known, known.kind == kind {
            guard let content else { return }
            guard content != known.file?.content else { return try note(entry.modified, of: known) }
            var item = known
            item.file = FileItem.Content(
                content: content, size: entry.size, version: (known.file?.version ?? 0) + 1, modified: entry.modified,
                executable: known.file?.executable ?? false)
            item.stamp = entry.modified
            _ = try save(item, at: now)
            return
        }
        if let known { try erase(known, at: now) }
        let file = content.map {
            FileItem.Content(content: $0, size: entry.size, version: 1, modified: entry.modified, executable: false)
        }
        let item = BaluItem(
            id: fresh(), parent: folder, name: entry.name, kind: kind, state: .live, rev: 0, changed: now, trashed: nil,
            file: file, stamp: entry.modified)
        _ = try save(item, at: now)
    }

    /// Afterwards a file whose checksum the server does not know is not read again until it changes.
    private func note(_ stamp: Int64?, of item: BaluItem) throws {
        guard stamp != item.stamp else { return }
        try database.run(
            "UPDATE item SET stamp = ? WHERE id = ?", [.optional(stamp), .blob(item.id.bytes)])
    }

    // MARK: - Earlier contents

    func addVersion(_ item: BaluItem, at now: UInt64) throws {
        guard let file = item.file else { return }
        try database.run(
            "INSERT OR REPLACE INTO version (item, number, content, size, replaced) VALUES (?, ?, ?, ?, ?)",
            [
                .blob(item.id.bytes), .unsigned(file.version), .blob(file.content.digest.bytes), .unsigned(file.size),
                .unsigned(now),
            ])
    }

    /// It is the present content again.
    func removeVersion(_ number: UInt64, of item: ItemID) throws {
        try database.run(
            "DELETE FROM version WHERE item = ? AND number = ?", [.blob(item.bytes), .unsigned(number)])
    }

    func versions(of item: ItemID) throws -> [EarlierContent] {
        try database.rows(
            "SELECT number, content, size, replaced FROM version WHERE item = ? ORDER BY number DESC LIMIT 500",
            [.blob(item.bytes)]
        ).map {
            EarlierContent(
                version: try $0.unsigned(0), content: ContentHash(try .init($0.blob(1))), size: try $0.unsigned(2),
                replaced: try $0.unsigned(3))
        }
    }

    // MARK: - Rows

    private static func item(_ row: Row) throws -> BaluItem {
        let file = try row.optionalBlob(8).map { bytes in
            FileItem.Content(
                content: ContentHash(try .init(bytes)), size: try row.unsigned(9), version: try row.unsigned(10),
                modified: try row.optionalInt(11), executable: try row.bool(12))
        }
        let states: [FileState] = [.live, .trashed, .erased]
        return BaluItem(
            id: try ItemID(row.blob(0)), parent: try row.optionalBlob(1).map { try ItemID($0) },
            name: try row.optionalBlob(2).map { try FileName($0) }, kind: try row.int(3) == 0 ? .folder : .file,
            state: states[Int(try row.int(4))], rev: try row.unsigned(5), changed: try row.unsigned(6),
            trashed: try row.optionalInt(7).map(UInt64.init(clamping:)), file: file, stamp: try row.optionalInt(13))
    }

    private static func values(of item: BaluItem) throws -> [Value] {
        let state: Int64 = item.state == .live ? 0 : item.state == .trashed ? 1 : 2
        let place: [Value] = [
            .blob(item.id.bytes), .optional(item.parent?.bytes), .optional(item.name?.bytes),
            item.kind == .folder ? 0 : 1, .integer(state), try .unsigned(item.rev), try .unsigned(item.changed),
            try item.trashed.map { try .unsigned($0) } ?? .null,
        ]
        guard let file = item.file else { return place + [.null, .null, .null, .null, .null, .optional(item.stamp)] }
        return place + [
            .blob(file.content.digest.bytes), try .unsigned(file.size), try .unsigned(file.version),
            .optional(file.modified), .bool(file.executable), .optional(item.stamp),
        ]
    }
}
