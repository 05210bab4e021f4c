// SPDX-License-Identifier: MIT
internal import Crypto
internal import FileModel
internal import SQL
internal import Tokens

/// The rows of contents that the file service has, and of the versions that files had.
struct ContentTable {
    let database: any SQLConnection

    struct Content: Equatable {
        let row: Int64
        let hash: ContentHash
        /// In bytes.
        let size: UInt64
        /// Whether its bytes are known to be damaged or missing.
        var isDamaged = false
    }

    func find(_ hash: ContentHash) throws -> Content? {
        let row = try database.row(
            "SELECT id, size, damaged IS NOT NULL FROM content WHERE hash = ?", [.blob(hash.digest.bytes)])
        return try row.map {
            Content(row: try $0.int(0), hash: hash, size: try $0.unsigned(1), isDamaged: try $0.bool(2))
        }
    }

    /// The row of a content that is whole and durable. If it was dying, it no longer is.
    func add(_ hash: ContentHash, size: UInt64, at now: UInt64) throws -> Content {
        if let known = try find(hash) {
            guard try known.size == size || correct(known, to: size) else {
                throw SQLError(.mismatch, "The content \(hash) has \(known.size) bytes, not \(size).")
            }
            try database.run("UPDATE content SET dying = 0 WHERE id = ? AND dying = 1", [.integer(known.row)])
            return Content(row: known.row, hash: hash, size: size, isDamaged: known.isDamaged)
        }
        let row = try database.returned(
            "INSERT INTO content (hash, size, added, checked) VALUES (?, ?, ?3, ?3) RETURNING id",
            [.blob(hash.digest.bytes), try .unsigned(size), try .unsigned(now)])
        return Content(row: try row.int(0), hash: hash, size: size)
    }

    /// A row that was made for a file on the disk alone has the size of that file, which may be a damaged one.
    ///
    /// - Returns: whether nothing refers to the content, so that it has the size now.
    private func correct(_ content: Content, to size: UInt64) throws -> Bool {
        try database.run(
            "UPDATE content SET size = ? WHERE id = ? AND idle IS NOT NULL",
            [try .unsigned(size), .integer(content.row)]) == 1
    }

    /// Whether an account has uploaded a content, or can read it in a space. What others have is not looked at.
    func isReadable(_ content: Content, by account: AccountID) throws -> Bool {
        let row = try database.row(
            """
            SELECT 1 FROM upload WHERE account = ?2 AND content = ?1
            UNION ALL
            SELECT 1 FROM item i JOIN space s ON s.id = i.space WHERE i.content = ?1 AND \(Self.readable)
            UNION ALL
            SELECT 1 FROM version v JOIN item i ON i.id = v.item JOIN space s ON s.id = i.space
            WHERE v.content = ?1 AND \(Self.readable)
            LIMIT 1
            """, [.integer(content.row), .blob(account.bytes)])
        return row != nil
    }

    /// Whether the account ?2 may read the space s.
    static let readable =
        "(s.owner = ?2 OR EXISTS (SELECT 1 FROM member m WHERE m.space = s.id AND m.account = ?2))"

    // MARK: - Versions

    func addVersion(_ number: UInt64, of item: Int64, _ content: Content, at now: UInt64) throws {
        try database.run(
            "INSERT INTO version (item, number, content, replaced) VALUES (?, ?, ?, ?)",
            [.integer(item), try .unsigned(number), .integer(content.row), try .unsigned(now)])
    }

    /// The newest first.
    func versions(of item: Int64, limit: Int) throws -> [FileVersion] {
        try database.rows(
            """
            SELECT v.number, c.hash, c.size, v.replaced FROM version v JOIN content c ON c.id = v.content
            WHERE v.item = ? ORDER BY v.number DESC LIMIT ?
            """, [.integer(item), .integer(Int64(limit))]
        ).map {
            FileVersion(
                number: try $0.unsigned(0), content: ContentHash(try .init($0.blob(1))), size: try $0.unsigned(2),
                replaced: try $0.unsigned(3))
        }
    }

    func version(_ number: UInt64, of item: Int64) throws -> Content? {
        let row = try database.row(
            """
            SELECT c.id, c.hash, c.size FROM version v JOIN content c ON c.id = v.content
            WHERE v.item = ? AND v.number = ?
            """, [.integer(item), try .unsigned(number)])
        return try row.map {
            Content(row: try $0.int(0), hash: ContentHash(try .init($0.blob(1))), size: try $0.unsigned(2))
        }
    }

    /// - Returns: how many bytes they had together.
    func removeVersions(_ versions: [FileVersion], of item: Int64, at now: UInt64) throws -> UInt64 {
        for version in versions {
            let row = try database.returned(
                "DELETE FROM version WHERE item = ? AND number = ? RETURNING content",
                [.integer(item), try .unsigned(version.number)])
            try release(row.int(0), at: now)
        }
        return versions.reduce(0) { $0 + $1.size }
    }

    // MARK: - References

    private static let unreferenced = """
        NOT EXISTS (SELECT 1 FROM item WHERE item.content = content.id)
        AND NOT EXISTS (SELECT 1 FROM version WHERE version.content = content.id)
        AND NOT EXISTS (SELECT 1 FROM upload WHERE upload.content = content.id)
        """

    /// One reference to a content is gone. If it was the last one, the time of the content begins to run.
    ///
    /// The empty content has no file, and stays.
    func release(_ row: Int64, at now: UInt64) throws {
        try database.run(
            "UPDATE content SET idle = ?2 WHERE id = ?1 AND size > 0 AND idle IS NULL AND \(Self.unreferenced)",
            [.integer(row), try .unsigned(now)])
    }

    /// Something refers to the content from now on.
    func use(_ row: Int64) throws {
        try database.run("UPDATE content SET idle = NULL WHERE id = ? AND idle IS NOT NULL", [.integer(row)])
    }

    /// Contents that nothing has referred to since before a time, the dying ones first.
    func idle(before time: UInt64, limit: Int) throws -> [ContentHash] {
        try database.rows(
            "SELECT hash FROM content WHERE idle <= ? ORDER BY dying DESC, idle LIMIT ?",
            [try .unsigned(time), .integer(Int64(limit))]
        ).map { ContentHash(try .init($0.blob(0))) }
    }

    /// - Returns: whether the content is dying now.
    func markDying(_ hash: ContentHash, idleBefore time: UInt64, onlyIfAlready: Bool) throws -> Bool {
        try database.run(
            """
            UPDATE content SET dying = 1 WHERE hash = ? AND idle <= ? AND dying >= ? AND \(Self.unreferenced)
            """, [.blob(hash.digest.bytes), try .unsigned(time), .bool(onlyIfAlready)]) == 1
    }

    // MARK: - Bytes

    /// Keeps the bytes of a content as a row, whether or not it has a file: that file may be going right now.
    func keepBytes(_ bytes: [UInt8], of content: Content) throws {
        try database.run(
            "INSERT INTO small (content, bytes) VALUES (?, ?) ON CONFLICT (content) DO UPDATE SET bytes = excluded.bytes",
            [.integer(content.row), .blob(bytes)])
    }

    /// Nil for a content that is kept as a file.
    func bytes(of hash: ContentHash) throws -> [UInt8]? {
        try database.row(
            "SELECT s.bytes FROM small s JOIN content c ON c.id = s.content WHERE c.hash = ?",
            [.blob(hash.digest.bytes)])?.blob(0)
    }

    /// Whether the file service has the content as a file.
    static let hasFile = "NOT EXISTS (SELECT 1 FROM small WHERE small.content = content.id)"

    /// Removes the row of a dying content; that of another one stays.
    func removeDying(_ hash: ContentHash) throws {
        try database.run(
            """
            DELETE FROM small WHERE content = (
                SELECT id FROM content WHERE hash = ? AND dying = 1 AND \(Self.unreferenced))
            """, [.blob(hash.digest.bytes)])
        try database.run(
            "DELETE FROM content WHERE hash = ? AND dying = 1 AND \(Self.unreferenced)", [.blob(hash.digest.bytes)])
    }

    // MARK: - Checks

    /// A content that is on the disk without a row gets one. One that has a row stays as it is.
    ///
    /// - Parameter time: when it becomes idle.
    func adopt(_ hash: ContentHash, size: UInt64, at now: UInt64, idle time: UInt64) throws {
        guard try find(hash) == nil, size > 0 else { return }
        try database.run(
            "INSERT INTO content (hash, size, added, idle) VALUES (?, ?, ?, ?)",
            [.blob(hash.digest.bytes), try .unsigned(size), try .unsigned(now), try .unsigned(time)])
    }

    /// Contents that were read last before a time, the oldest first.
    func unchecked(since time: UInt64, limit: Int) throws -> [ContentHash] {
        try database.rows(
            """
            SELECT hash FROM content WHERE checked < ? AND damaged IS NULL AND dying = 0 AND size > 0 AND \(Self.hasFile)
            ORDER BY checked LIMIT ?
            """, [try .unsigned(time), .integer(Int64(limit))]
        ).map { ContentHash(try .init($0.blob(0))) }
    }

    func setChecked(_ hash: ContentHash, at now: UInt64) throws {
        try database.run(
            "UPDATE content SET checked = ? WHERE hash = ?", [try .unsigned(now), .blob(hash.digest.bytes)])
    }

    /// - Parameter time: nil when it holds its bytes again, which were just read.
    func setDamaged(_ content: Content, since time: UInt64?, at now: UInt64) throws {
        try database.run(
            "UPDATE content SET damaged = ?, checked = ? WHERE id = ?",
            [try time.map(Value.unsigned) ?? .null, try .unsigned(now), .integer(content.row)])
    }
}
