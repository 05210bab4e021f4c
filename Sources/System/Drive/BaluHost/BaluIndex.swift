// SPDX-License-Identifier: MIT
internal import Crypto
internal import FileModel
internal import HubAPI
internal import Keys
internal import SQLite

/// `baluhost.sqlite`: what a BaluHost does not keep. It knows paths; ids, revisions, contents that wait for their place,
/// earlier contents, the trash and which orders were executed are kept here.
///
/// It belongs to this device. Without it, the same files get other ids, and what lies in the trash is found by hand
/// only. Several threads and processes have it open at once; each change is one transaction.
final class BaluIndex {
    let database: Database

    /// "Sbal": the file belongs to this module.
    static let applicationID: Int32 = 0x5362_616C
    /// Of a folder in the trash: no list of the server's tree reaches it.
    static let neverListed = Int64.max

    init(folder: String) throws {
        do {
            try PrivateFolder.create(folder)
            database = try Database(path: folder + "/baluhost.sqlite", applicationID: Self.applicationID)
            try database.migrate([Migration("items, uploads and orders", sql: Self.schema)])
        } catch {
            throw DriveError.translating(error)
        }
    }

    private static let schema = """
        CREATE TABLE setting (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;
        -- kind: 0 folder, 1 file. state: 0 live, 1 trashed, 2 erased. A root has no parent and rev 0.
        -- scanned: the number of the listing that has seen the folder's list.
        -- stamp: modified_at of the server's list; modified: what this device has said, or the same. Milliseconds.
        CREATE TABLE item (
            id BLOB PRIMARY KEY CHECK (length(id) = 16),
            parent BLOB CHECK (length(parent) = 16),
            name BLOB,
            kind INTEGER NOT NULL,
            state INTEGER NOT NULL,
            rev INTEGER NOT NULL,
            changed INTEGER NOT NULL,
            trashed INTEGER,
            content BLOB CHECK (length(content) = 32),
            size INTEGER,
            version INTEGER,
            modified INTEGER,
            executable INTEGER,
            stamp INTEGER,
            scanned INTEGER NOT NULL DEFAULT 0
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX item_live ON item (parent, name) WHERE state = 0;
        CREATE INDEX item_by_parent ON item (parent);
        CREATE INDEX item_by_rev ON item (rev);
        CREATE INDEX item_by_content ON item (content) WHERE content IS NOT NULL;
        CREATE TABLE version (
            item BLOB NOT NULL,
            number INTEGER NOT NULL,
            content BLOB NOT NULL CHECK (length(content) = 32),
            size INTEGER NOT NULL,
            replaced INTEGER NOT NULL,
            PRIMARY KEY (item, number)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX version_by_content ON version (content);
        -- arrived: bytes that are here or there for good; sent: those that the server has; hash: the state after arrived.
        -- session: of chunks at the server. complete: the server has all of it. claimed: the order that gives it a place.
        CREATE TABLE upload (
            id BLOB PRIMARY KEY CHECK (length(id) = 16),
            content BLOB NOT NULL CHECK (length(content) = 32),
            size INTEGER NOT NULL,
            arrived INTEGER NOT NULL DEFAULT 0,
            sent INTEGER NOT NULL DEFAULT 0,
            hash BLOB NOT NULL,
            session TEXT,
            chunk INTEGER NOT NULL DEFAULT 0,
            next INTEGER NOT NULL DEFAULT 0,
            complete INTEGER NOT NULL DEFAULT 0,
            claimed BLOB
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX upload_by_content ON upload (content) WHERE complete = 1;
        -- An order that was sent and whose end is not known. folder, name: where it puts its item; origin: where that was.
        CREATE TABLE begun (
            id BLOB PRIMARY KEY CHECK (length(id) = 16),
            item BLOB NOT NULL,
            folder BLOB,
            name BLOB,
            origin BLOB,
            upload BLOB
        ) STRICT, WITHOUT ROWID;
        -- rev: of the change that it has made in these folders.
        CREATE TABLE done (
            id BLOB PRIMARY KEY CHECK (length(id) = 16),
            answer BLOB NOT NULL,
            rev INTEGER NOT NULL,
            folder BLOB,
            origin BLOB
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX done_by_rev ON done (rev);
        """

    func transaction<R>(_ body: () throws -> R) throws -> R { try database.transaction(body) }

    // MARK: - Settings

    func setting(_ name: String) throws -> [UInt8]? {
        try database.row("SELECT value FROM setting WHERE name = ?", [.text(name)])?.blob(0)
    }

    func set(_ name: String, to value: [UInt8]) throws {
        try database.run("INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)", [.text(name), .blob(value)])
    }

    /// Of the last change; 0 before the first.
    func rev() throws -> UInt64 {
        try database.row("SELECT coalesce(max(rev), 0) FROM item", [])?.unsigned(0) ?? 0
    }

    // MARK: - Orders

    /// An order that was sent and whose end is not known.
    struct Begun: Equatable {
        var id: OperationID
        var item: ItemID
        var folder: ItemID?
        var name: FileName?
        var origin: ItemID?
        var upload: UploadID?
    }

    func answer(to order: OperationID) throws -> FileItem? {
        guard let row = try database.row("SELECT answer FROM done WHERE id = ?", [.blob(order.bytes)]) else {
            return nil
        }
        return try DriveStore.read(FileItem.self, from: row.blob(0))
    }

    func begun(_ order: OperationID) throws -> Begun? {
        try database.row("SELECT item, folder, name, origin, upload FROM begun WHERE id = ?", [.blob(order.bytes)]).map
        {
            Begun(
                id: order, item: try ItemID($0.blob(0)), folder: try $0.optionalBlob(1).map { try ItemID($0) },
                name: try $0.optionalBlob(2).map { try FileName($0) },
                origin: try $0.optionalBlob(3).map { try ItemID($0) },
                upload: try $0.optionalBlob(4).map { try UploadID($0) })
        }
    }

    func begin(_ order: Begun) throws {
        try database.run(
            "INSERT OR REPLACE INTO begun (id, item, folder, name, origin, upload) VALUES (?, ?, ?, ?, ?, ?)",
            [
                .blob(order.id.bytes), .blob(order.item.bytes), .optional(order.folder?.bytes),
                .optional(order.name?.bytes), .optional(order.origin?.bytes), .optional(order.upload?.bytes),
            ])
    }

    /// The server has refused the order: what it had claimed is free again.
    func abandon(_ order: OperationID) throws {
        try transaction {
            try database.run("DELETE FROM begun WHERE id = ?", [.blob(order.bytes)])
            try database.run("UPDATE upload SET claimed = NULL WHERE claimed = ?", [.blob(order.bytes)])
        }
    }

    /// Writes down what an order has made; a repeat gets the same answer.
    ///
    /// - Parameter change: changes the items, and returns the one that the order is about.
    func finish(_ order: Begun, _ change: () throws -> BaluItem) throws -> FileItem {
        try transaction {
            let answer = try change().message(space: root())
            try database.run(
                "INSERT OR REPLACE INTO done (id, answer, rev, folder, origin) VALUES (?, ?, ?, ?, ?)",
                [
                    .blob(order.id.bytes), .blob(Wire.encode(answer)), .unsigned(answer.rev),
                    .optional(order.folder?.bytes), .optional(order.origin?.bytes),
                ])
            try database.run("DELETE FROM begun WHERE id = ?", [.blob(order.id.bytes)])
            try database.run("DELETE FROM upload WHERE claimed = ?", [.blob(order.id.bytes)])
            return answer
        }
    }

    /// Whether an order of this device has changed a folder since a revision.
    func hasChanged(_ folder: ItemID, since rev: UInt64) throws -> Bool {
        try database.row(
            "SELECT 1 FROM done WHERE rev > ?1 AND (folder = ?2 OR origin = ?2) LIMIT 1",
            [.unsigned(rev), .blob(folder.bytes)]) != nil
    }

    func root() throws -> SpaceID {
        guard let bytes = try setting("root") else {
            throw DriveError(.notLoggedIn, "This drive is not logged in to a BaluHost.")
        }
        return try SpaceID(bytes)
    }
}
