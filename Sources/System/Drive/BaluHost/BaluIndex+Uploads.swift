// SPDX-License-Identifier: MIT
internal import Crypto
internal import FileModel
internal import HubAPI
internal import SQLite

/// A content on its way to the server, and then waiting there for its place.
struct BaluUpload: Equatable {
    let id: UploadID
    let content: ContentHash
    let size: UInt64
    /// Bytes that are on this device's disk or at the server.
    var arrived: UInt64 = 0
    /// Bytes that the server has in whole chunks.
    var sent: UInt64 = 0
    /// After ``arrived`` bytes.
    var hasher = ResumableSHA256()
    /// Of chunks at the server; nil for a content that is sent in one request.
    var session: String?
    /// The size of the server's chunks, in bytes.
    var chunk: UInt64 = 0
    /// The number of the next chunk.
    var next: UInt64 = 0
    var isComplete = false
}

extension BaluIndex {
    private static let uploadColumns = "id, content, size, arrived, sent, hash, session, chunk, next, complete"

    func upload(_ id: UploadID) throws -> BaluUpload? {
        try database.row("SELECT \(Self.uploadColumns) FROM upload WHERE id = ?", [.blob(id.bytes)]).map(Self.upload)
    }

    func save(_ upload: BaluUpload) throws {
        try database.run(
            """
            INSERT INTO upload (\(Self.uploadColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET arrived = excluded.arrived, sent = excluded.sent, hash = excluded.hash,
                session = excluded.session, chunk = excluded.chunk, next = excluded.next,
                complete = excluded.complete
            """,
            [
                .blob(upload.id.bytes), .blob(upload.content.digest.bytes), .unsigned(upload.size),
                .unsigned(upload.arrived), .unsigned(upload.sent), .blob(upload.hasher.saved),
                .optional(upload.session), .unsigned(upload.chunk), .unsigned(upload.next), .bool(upload.isComplete),
            ])
    }

    func forget(_ upload: UploadID) throws {
        try database.run("DELETE FROM upload WHERE id = ?", [.blob(upload.bytes)])
    }

    /// Whether a content waits at the server for its place.
    func isWaiting(_ content: ContentHash) throws -> Bool {
        try database.row(
            "SELECT 1 FROM upload WHERE content = ? AND complete = 1 AND claimed IS NULL LIMIT 1",
            [.blob(content.digest.bytes)]) != nil
    }

    /// An upload in one request that has kept no byte.
    func untouchedUpload(of content: ContentHash, size: UInt64) throws -> UploadID? {
        try database.row(
            """
            SELECT id FROM upload
            WHERE content = ? AND size = ? AND arrived = 0 AND complete = 0 AND session IS NULL LIMIT 1
            """, [.blob(content.digest.bytes), .unsigned(size)]
        ).map { try UploadID($0.blob(0)) }
    }

    /// Takes a waiting content for an order; nil when there is none. To be called within a transaction.
    func claim(_ content: ContentHash, for order: OperationID) throws -> UploadID? {
        guard
            let row = try database.row(
                """
                SELECT id FROM upload WHERE content = ? AND complete = 1 AND (claimed IS NULL OR claimed = ?)
                ORDER BY claimed IS NULL, id LIMIT 1
                """, [.blob(content.digest.bytes), .blob(order.bytes)])
        else { return nil }
        let id = try UploadID(row.blob(0))
        try database.run("UPDATE upload SET claimed = ? WHERE id = ?", [.blob(order.bytes), .blob(id.bytes)])
        return id
    }

    private static func upload(_ row: Row) throws -> BaluUpload {
        BaluUpload(
            id: try UploadID(row.blob(0)), content: ContentHash(try .init(row.blob(1))), size: try row.unsigned(2),
            arrived: try row.unsigned(3), sent: try row.unsigned(4),
            hasher: try ResumableSHA256(resuming: row.blob(5)), session: try row.optionalText(6),
            chunk: try row.unsigned(7), next: try row.unsigned(8), isComplete: try row.bool(9))
    }
}
