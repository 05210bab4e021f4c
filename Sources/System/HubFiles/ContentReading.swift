// SPDX-License-Identifier: MIT
internal import Crypto
package import FileModel
package import SQL

/// Looks at the contents of all spaces, for who keeps them: the operator and the file service.
package struct ContentReading {
    let database: any SQLConnection
    /// Seconds since 1970.
    let now: UInt64
    var contents: ContentTable { ContentTable(database: database) }

    package init(database: any SQLConnection, now: UInt64) {
        self.database = database
        self.now = now
    }

    /// Contents that nothing has referred to for long, those that are dying already first; at most
    /// ``FileChange/garbageStep``.
    ///
    /// - Parameter grace: for how many seconds they must have been idle.
    package func garbage(grace: UInt64) throws -> [ContentHash] {
        try contents.idle(before: now - min(now, grace), limit: FileChange.garbageStep)
    }

    // MARK: - For backups and exports

    /// Rows of one page.
    package static let page = 500

    /// Contents that something refers to and that are files, in pages. Those in the database are in its copy.
    ///
    /// - Parameter row: of the last content of the page before; 0 to begin.
    package func referenced(after row: Int64) throws -> [(row: Int64, hash: ContentHash, size: UInt64)] {
        try database.rows(
            """
            SELECT id, hash, size FROM content
            WHERE id > ? AND idle IS NULL AND size > 0 AND \(ContentTable.hasFile) ORDER BY id LIMIT ?
            """, [.integer(row), .integer(Int64(Self.page))]
        ).map { (try $0.int(0), ContentHash(try .init($0.blob(1))), try $0.unsigned(2)) }
    }

    /// The bytes of a content that is kept in the database; nil for one that is a file, or is not there.
    ///
    /// - Throws: `SQLError` with `.mismatch` when the row does not hold the content.
    package func bytes(of hash: ContentHash) throws -> [UInt8]? {
        guard let bytes = try contents.bytes(of: hash) else { return nil }
        guard ContentHash(SHA256.hash(bytes)) == hash else {
            throw SQLError(.mismatch, "The database has other bytes for the content \(hash).")
        }
        return bytes
    }

    /// Whether something refers to a content.
    package func isReferenced(_ hash: ContentHash) throws -> Bool {
        try database.row(
            "SELECT 1 FROM content WHERE hash = ? AND idle IS NULL", [.blob(hash.digest.bytes)]) != nil
    }

    /// One live item, as an export writes it.
    package struct Item {
        package let id: ItemID
        package let name: FileName
        /// Nil for a folder.
        package let content: ContentHash?
        /// Milliseconds since 1970, as the client said.
        package let modified: Int64?
        package let executable: Bool
    }

    /// The live items of a folder in pages, by the bytes of their names.
    ///
    /// - Parameter name: of the last item of the page before; nil to begin.
    package func items(in folder: ItemID, after name: FileName?) throws -> [Item] {
        let items = ItemTable(database: database)
        guard let row = try items.find(folder)?.row else { return [] }
        return try items.list(
            "WHERE i.parent = ? AND i.state = 0 AND i.name > ? ORDER BY i.name LIMIT ?",
            [.integer(row), .blob(name?.bytes ?? []), .integer(Int64(Self.page))]
        ).compactMap { item in
            item.name.map {
                Item(
                    id: item.id, name: $0, content: item.content?.hash, modified: item.modified,
                    executable: item.executable)
            }
        }
    }

    // MARK: - Checks

    /// Contents whose bytes are to be read, the longest unread first; at most ``FileChange/garbageStep``.
    package func due() throws -> [ContentHash] {
        // What an operator wants read at once has 0.
        try contents.unchecked(
            since: max(1, now - min(now, FileChange.checkDays * 86_400)), limit: FileChange.garbageStep)
    }

    /// Those of some files that have no row.
    package func strays(
        among files: [(hash: ContentHash, size: UInt64)]
    ) throws -> [(hash: ContentHash, size: UInt64)] {
        try files.filter { try $0.size > 0 && contents.find($0.hash) == nil }
    }

    /// A content whose bytes are damaged or missing.
    package struct Damage: Equatable, Sendable {
        package let content: ContentHash
        /// In bytes.
        package let size: UInt64
        /// When it was noticed; seconds since 1970.
        package let since: UInt64
        /// Files that have it now, in the trash or not; 0 if only versions or uploads have it.
        package let files: Int64
    }

    /// The damaged contents, the newest first.
    package func damages(limit: Int) throws -> [Damage] {
        try database.rows(
            """
            SELECT hash, size, damaged, (SELECT count(*) FROM item WHERE item.content = content.id) FROM content
            WHERE damaged IS NOT NULL ORDER BY damaged DESC LIMIT ?
            """, [.integer(Int64(limit))]
        ).map {
            Damage(
                content: ContentHash(try .init($0.blob(0))), size: try $0.unsigned(1), since: try $0.unsigned(2),
                files: try $0.int(3))
        }
    }

    /// What an operator sees of all files.
    package struct Summary: Equatable, Sendable {
        package var spaces: Int64
        /// By files and versions, in the trash or not; in bytes.
        package var used: Int64
        package var reserved: Int64
        /// Uploads that are not linked yet.
        package var uploads: Int64
        package var contents: Int64
        /// Contents that nothing refers to.
        package var idle: Int64
        package var damaged: Int64
        /// Contents whose bytes are to be read now.
        package var due: Int64
        /// When the content that was not read for longest was read; nil without contents.
        package var oldestCheck: UInt64?
        /// When the last finished backup began; nil if there was none.
        package var backedUp: UInt64?

        /// That of a hub without files.
        package static let none = Summary(
            spaces: 0, used: 0, reserved: 0, uploads: 0, contents: 0, idle: 0, damaged: 0, due: 0, oldestCheck: nil,
            backedUp: nil)
    }

    package func summary() throws -> Summary {
        func number(_ sql: String, _ values: [Value] = []) throws -> Int64? {
            try database.row(sql, values)?.optionalInt(0)
        }
        let time = try Value.unsigned(max(1, now - min(now, FileChange.checkDays * 86_400)))
        return Summary(
            spaces: try number("SELECT count(*) FROM space") ?? 0,
            used: try number("SELECT sum(used) FROM space") ?? 0,
            reserved: try number("SELECT sum(reserved) FROM space") ?? 0,
            uploads: try number("SELECT count(*) FROM upload WHERE content IS NULL OR reserved > 0") ?? 0,
            contents: try number("SELECT count(*) FROM content WHERE size > 0") ?? 0,
            idle: try number("SELECT count(*) FROM content WHERE idle IS NOT NULL") ?? 0,
            damaged: try number("SELECT count(*) FROM content WHERE damaged IS NOT NULL") ?? 0,
            due: try number(
                """
                SELECT count(*) FROM content WHERE checked < ? AND damaged IS NULL AND dying = 0 AND size > 0
                    AND \(ContentTable.hasFile)
                """, [time]) ?? 0,
            oldestCheck: try number(
                "SELECT min(checked) FROM content WHERE damaged IS NULL AND size > 0 AND \(ContentTable.hasFile)"
            ).map { UInt64($0) }, backedUp: try number("SELECT backed_up FROM store").map { UInt64($0) })
    }
}
