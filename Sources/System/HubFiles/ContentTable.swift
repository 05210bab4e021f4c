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
    }

    func find(_ hash: ContentHash) throws -> Content? {
        let row = try database.row("SELECT id, size FROM content WHERE hash = ?", [.blob(hash.digest.bytes)])
        return try row.map { Content(row: try $0.int(0), hash: hash, size: try $0.unsigned(1)) }
    }

    /// The row of a content that is whole and durable.
    func add(_ hash: ContentHash, size: UInt64, at now: UInt64) throws -> Content {
        if let known = try find(hash) {
            guard known.size == size else {
                throw SQLError(.mismatch, "The content \(hash) has \(known.size) bytes, not \(size).")
            }
            return known
        }
        let row = try database.returned(
            "INSERT INTO content (hash, size, added) VALUES (?, ?, ?) RETURNING id",
            [.blob(hash.digest.bytes), try .unsigned(size), try .unsigned(now)])
        return Content(row: try row.int(0), hash: hash, size: size)
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
    func removeVersions(_ versions: [FileVersion], of item: Int64) throws -> UInt64 {
        try database.run(
            "DELETE FROM version WHERE item = ? AND number = ?",
            forEach: versions.map { [.integer(item), try .unsigned($0.number)] })
        return versions.reduce(0) { $0 + $1.size }
    }
}
