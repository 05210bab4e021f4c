// SPDX-License-Identifier: MIT
internal import FileModel
internal import SQL
internal import Tokens

/// The rows of uploads: what they reserve, and what has come of them.
struct UploadTable {
    let database: any SQLConnection

    struct Upload {
        let row: Int64
        let account: AccountID
        let space: Int64
        /// In bytes.
        let reserved: UInt64
        /// Once the file service has all of it.
        let content: Int64?
    }

    private static let select = "SELECT id, account, space, reserved, content FROM upload "

    func find(_ id: UploadID) throws -> Upload? {
        try first("WHERE uid = ?", [.blob(id.bytes)])
    }

    /// An upload of an account that has brought a content and still reserves its room.
    func reserving(_ content: ContentTable.Content, by account: AccountID) throws -> Upload? {
        try first(
            "WHERE account = ? AND content = ? AND reserved > 0 ORDER BY id LIMIT 1",
            [.blob(account.bytes), .integer(content.row)])
    }

    /// Those that began or came before a time.
    func before(_ time: UInt64, limit: Int) throws -> [Upload] {
        try all("WHERE time < ? ORDER BY time LIMIT ?", [try .unsigned(time), .integer(Int64(limit))])
    }

    func count(of account: AccountID) throws -> Int64 {
        try database.row(
            "SELECT count(*) FROM upload WHERE account = ? AND (content IS NULL OR reserved > 0)",
            [.blob(account.bytes)])?.int(0) ?? 0
    }

    func add(_ id: UploadID, by account: AccountID, space: Int64, reserved: UInt64, at now: UInt64) throws {
        try database.run(
            "INSERT INTO upload (uid, account, space, reserved, time) VALUES (?, ?, ?, ?, ?)",
            [
                .blob(id.bytes), .blob(account.bytes), .integer(space), try .unsigned(reserved), try .unsigned(now),
            ])
    }

    func setReserved(_ bytes: UInt64, of upload: Upload) throws {
        try database.run(
            "UPDATE upload SET reserved = ? WHERE id = ?", [try .unsigned(bytes), .integer(upload.row)])
    }

    func setContent(_ content: ContentTable.Content, of upload: Upload, at now: UInt64) throws {
        try database.run(
            "UPDATE upload SET content = ?, reserved = ?, time = ? WHERE id = ?",
            [.integer(content.row), try .unsigned(content.size), try .unsigned(now), .integer(upload.row)])
        try ContentTable(database: database).use(content.row)
    }

    /// The upload was still under way at a time; its days count from there. One that has its content stays as it is.
    func wasActive(_ upload: Upload, at time: UInt64) throws {
        try database.run(
            "UPDATE upload SET time = max(time, ?) WHERE id = ? AND content IS NULL",
            [try .unsigned(time), .integer(upload.row)])
    }

    func remove(_ upload: Upload) throws {
        try database.run("DELETE FROM upload WHERE id = ?", [.integer(upload.row)])
    }

    private func first(_ condition: String, _ values: [Value]) throws -> Upload? {
        try all(condition, values).first
    }

    private func all(_ condition: String, _ values: [Value]) throws -> [Upload] {
        try database.rows(Self.select + condition, values).map { row in
            Upload(
                row: try row.int("id"), account: try AccountID(row.blob("account")), space: try row.int("space"),
                reserved: try row.unsigned("reserved"), content: try row.optionalInt("content"))
        }
    }
}
