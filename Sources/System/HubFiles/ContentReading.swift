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

    /// Contents that something refers to, in pages.
    ///
    /// - Parameter row: of the last content of the page before; 0 to begin.
    package func referenced(after row: Int64) throws -> [(row: Int64, hash: ContentHash, size: UInt64)] {
        try database.rows(
            "SELECT id, hash, size FROM content WHERE id > ? AND idle IS NULL AND size > 0 ORDER BY id LIMIT ?",
            [.integer(row), .integer(Int64(Self.page))]
        ).map { (try $0.int(0), ContentHash(try .init($0.blob(1))), try $0.unsigned(2)) }
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
}
