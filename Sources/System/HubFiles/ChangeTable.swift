// SPDX-License-Identifier: MIT
internal import FileModel
internal import SQL

/// The numbers and digests of the changes of spaces.
struct ChangeTable {
    let database: any SQLConnection

    static let epochByteCount = ChangeAnchor.epochByteCount

    /// The `rev` of the next change of a space, which has happened now.
    ///
    /// - Parameter change: what it makes of its item.
    func next(in space: Int64, change: [UInt8], at now: UInt64) throws -> UInt64 {
        let row = try database.returned(
            "UPDATE space SET rev = rev + 1 WHERE id = ? RETURNING rev, digest", [.integer(space)])
        let rev = try row.unsigned(0)
        let digest = ChangeAnchor.digest(after: try row.blob(1), rev: rev, change: change)
        try database.run("UPDATE space SET digest = ? WHERE id = ?", [.blob(digest), .integer(space)])
        try database.run(
            "INSERT INTO change (space, rev, digest, time) VALUES (?, ?, ?, ?)",
            [.integer(space), try .unsigned(rev), .blob(digest), try .unsigned(now)])
        return rev
    }

    func epoch() throws -> [UInt8] {
        guard let row = try database.row("SELECT epoch FROM store") else {
            throw SQLError(.mismatch, "The store of files has no epoch.")
        }
        return try row.blob(0)
    }

    /// The digest of a change; nil for one that never was, or is too old.
    func digest(of rev: UInt64, in space: Int64) throws -> [UInt8]? {
        guard rev > 0 else { return ChangeAnchor.noDigest }
        let row = try database.row(
            "SELECT digest FROM change WHERE space = ? AND rev = ?", [.integer(space), try .unsigned(rev)])
        return try row?.blob(0)
    }

    /// The place after the last change.
    func end(of space: SpaceTable.Space) throws -> ChangeAnchor {
        ChangeAnchor(epoch: try epoch(), rev: space.rev, digest: space.digest)
    }
}
