// SPDX-License-Identifier: MIT
package import FileModel
package import HubAPI
internal import Keys
internal import SQLite

/// `drive.sqlite`: what this device knows of the server's files, and the queue of what it has yet to do. The queue is
/// all that two processes share, so a task that was written down survives the end of any of them.
///
/// Names and sizes are stored in clear; the folder is readable by its owner alone. Not for two threads at once.
package final class DriveStore {
    let database: Database

    /// Opens the store in a folder of mode 0700, which is made if it is missing.
    ///
    /// - Throws: ``DriveError`` with `.storage`.
    package init(folder: String) throws {
        do {
            try PrivateFolder.create(folder)
            database = try Database(path: folder + "/drive.sqlite", applicationID: DriveSchema.applicationID)
            try database.migrate(DriveSchema.migrations)
            try database.migrate(CameraSchema.migrations, part: CameraSchema.part)
        } catch {
            throw DriveError.translating(error)
        }
    }

    /// Runs `body` as one durable unit.
    func transaction<R>(_ body: () throws -> R) throws -> R { try database.transaction(body) }

    // MARK: - Settings

    func setting<Message: Codable & Sendable>(_ name: String, as type: Message.Type) throws -> Message? {
        guard let row = try database.row("SELECT value FROM setting WHERE name = ?", [.text(name)]) else { return nil }
        return try Self.read(type, from: row.blob(0))
    }

    func set<Message: Codable & Sendable>(_ name: String, to value: Message?) throws {
        guard let value else {
            try database.run("DELETE FROM setting WHERE name = ?", [.text(name)])
            return
        }
        try database.run(
            "INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            [.text(name), .blob(Wire.encode(value))])
    }

    static func read<Message: Codable & Sendable>(_ type: Message.Type, from bytes: [UInt8]) throws -> Message {
        do {
            return try Wire.read(type, from: bytes)
        } catch {
            throw DriveError(
                .storage, "The store of the drive is damaged: \(error.reason). Move it away and log in again.",
                cause: error)
        }
    }

    // MARK: - Spaces

    /// Replaces the list of spaces; what is known of their items stays for those that are still there.
    func keep(_ spaces: [FileSpace]) throws {
        try transaction {
            for (place, space) in spaces.enumerated() {
                try database.run(
                    """
                    INSERT INTO space (id, place, detail) VALUES (?, ?, ?)
                    ON CONFLICT (id) DO UPDATE SET place = excluded.place, detail = excluded.detail
                    """, [.blob(space.id.bytes), .integer(Int64(place)), .blob(Wire.encode(space))])
            }
            let known = Set(spaces.map(\.id))
            for space in try self.spaces() where !known.contains(space.id) {
                try database.run("DELETE FROM item WHERE space = ?", [.blob(space.id.bytes)])
                try database.run("DELETE FROM space WHERE id = ?", [.blob(space.id.bytes)])
            }
        }
    }

    /// As the server described them last, the account's own first.
    package func spaces() throws -> [FileSpace] {
        try database.rows("SELECT detail FROM space ORDER BY place").map { row in
            try Self.read(FileSpace.self, from: row.blob(0))
        }
    }

    /// Where the reading of a space's feed stands.
    struct FeedPosition {
        var anchor: String?
        /// Of the last change that was read.
        var rev: UInt64
        var generation: Int64
        /// Whether everything was enumerated once.
        var isWhole: Bool
        /// When the feed was read to its end last; 0 for never.
        var refreshed: UInt64
    }

    func feed(of space: SpaceID) throws -> FeedPosition {
        guard
            let row = try database.row(
                "SELECT anchor, rev, generation, whole, refreshed FROM space WHERE id = ?", [.blob(space.bytes)])
        else { throw DriveError(.notFound, "This device does not know the space \(space).") }
        return FeedPosition(
            anchor: try row.optionalText(0), rev: try row.unsigned(1), generation: try row.int(2),
            isWhole: try row.bool(3), refreshed: try row.unsigned(4))
    }

    func keep(_ feed: FeedPosition, of space: SpaceID) throws {
        try database.run(
            "UPDATE space SET anchor = ?, rev = ?, generation = ?, whole = ?, refreshed = ? WHERE id = ?",
            [
                .optional(feed.anchor), .unsigned(feed.rev), .integer(feed.generation), .bool(feed.isWhole),
                .unsigned(feed.refreshed), .blob(space.bytes),
            ])
    }

    /// When what is known of a space was last all that the server had; nil for never. Seconds since 1970.
    package func refreshed(_ space: SpaceID) throws -> UInt64? {
        let feed = try feed(of: space)
        return feed.isWhole && feed.refreshed > 0 ? feed.refreshed : nil
    }
}
