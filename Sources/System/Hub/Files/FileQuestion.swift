// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import FileModel
import HubAPI
import HubFiles
import HubLedger
import HubStorage
import Tokens
import WebDAV

/// What the file service asks.
///
///     [1, access token]                                   → [0, account]
///     [2, access token, upload, space or "", length|null] → [0, account]   takes room
///     [3, upload, content, size]                          → [0]            the content is there, whole and durable
///     [4, access token, item, version|null]               → [0, account, content, size]
///     [5, upload]                                         → [0]            the upload has ended
///     [6, upload, bytes]                                  → [0]            takes room for so many in all
///     [7, upload, idle seconds]                           → [0, boolean]   whether it is still expected
///     [8]                                                 → [0, [content]] may be garbage, at most 64
///     [9, [content]]                                      → [0, [content]] are given up: their files may go
///     [10, [content]]                                     → [0]            their files are gone
///     [11]                                                → [0, [content]] are to be read, at most 64
///     [12, [content]]                                     → [0]            were read, and are right
///     [13, content]                                       → [0]            is damaged, or is not there
///     [14, [[content, size]]]                             → [0]            are on the disk, at most 64
///     [15, access token, upload, space or "", bytes]      → [0, account]   a small content is kept in the database
///     [16, content]                                       → [0, bytes]     of a small content
///     refused                                             → [HTTP status, code, sentence]
///
/// Ids and hashes are bytes, codes are those of `HubProblem`. Everything but 1, 4, 8, 11 and 16 is durable before the answer, and may be
/// asked again.
enum FileQuestion: Sendable {
    case account(token: String)
    case reserve(token: String, UploadID, SpaceID?, length: UInt64?)
    case stored(UploadID, ContentHash, size: UInt64)
    case content(token: String, ItemID, version: UInt64?)
    case ended(UploadID)
    case grow(UploadID, total: UInt64)
    case expected(UploadID, idle: UInt64)
    case garbage
    case giveUp([ContentHash])
    case removed([ContentHash])
    case due
    case checked([ContentHash])
    case damaged(ContentHash)
    case found([(hash: ContentHash, size: UInt64)])
    case store(token: String, UploadID, SpaceID?, bytes: [UInt8])
    case bytes(ContentHash)

    static let maximumCount = DAVAnswer.maximumCount
    private static let maximumToken = 512

    /// - Throws: `BytesError` and `FileModelError` for what is no question; `HubProblem` for an unknown one.
    init(decoding bytes: [UInt8]) throws {
        var reader = try CBORReader(bytes, maximumCount: Self.maximumCount)
        let count = try reader.array(maximum: 8)
        let number = try reader.uint()
        switch (number, count) {
        case (1, 2): self = .account(token: try reader.text(maximum: Self.maximumToken))
        case (2, 5):
            let token = try reader.text(maximum: Self.maximumToken)
            let upload = try UploadID(reader.bytes(count: UploadID.byteCount))
            let space = try reader.bytes(maximum: SpaceID.byteCount)
            self = .reserve(
                token: token, upload, space.isEmpty ? nil : try SpaceID(space), length: try Self.optional(&reader))
        case (3, 4):
            let upload = try UploadID(reader.bytes(count: UploadID.byteCount))
            let content = ContentHash(try Digest(reader.bytes(count: Digest.count)))
            self = .stored(upload, content, size: try reader.uint(maximum: UInt64(Int64.max)))
        case (4, 4):
            let token = try reader.text(maximum: Self.maximumToken)
            let item = try ItemID(reader.bytes(count: ItemID.byteCount))
            self = .content(token: token, item, version: try Self.optional(&reader))
        case (5, 2): self = .ended(try UploadID(reader.bytes(count: UploadID.byteCount)))
        case (6, 3):
            let upload = try UploadID(reader.bytes(count: UploadID.byteCount))
            self = .grow(upload, total: try reader.uint(maximum: UInt64(Int64.max)))
        case (7, 3):
            let upload = try UploadID(reader.bytes(count: UploadID.byteCount))
            self = .expected(upload, idle: try reader.uint(maximum: UInt64(Int64.max)))
        case (8, 1): self = .garbage
        case (9, 2): self = .giveUp(try Self.contents(&reader))
        case (10, 2): self = .removed(try Self.contents(&reader))
        case (11, 1): self = .due
        case (12, 2): self = .checked(try Self.contents(&reader))
        case (13, 2): self = .damaged(ContentHash(try Digest(reader.bytes(count: Digest.count))))
        case (14, 2): self = .found(try Self.files(&reader))
        case (15, 5):
            let token = try reader.text(maximum: Self.maximumToken)
            let upload = try UploadID(reader.bytes(count: UploadID.byteCount))
            let space = try reader.bytes(maximum: SpaceID.byteCount)
            self = .store(
                token: token, upload, space.isEmpty ? nil : try SpaceID(space),
                bytes: try reader.bytes(maximum: SmallContent.maximumCount))
        case (16, 2): self = .bytes(ContentHash(try Digest(reader.bytes(count: Digest.count))))
        default: throw HubProblem(.badRequest, "The file service asks what is not known.")
        }
        try reader.finish()
    }

    private static func contents(_ reader: inout CBORReader) throws -> [ContentHash] {
        let count = try reader.array(maximum: FileChange.garbageStep)
        return try (0..<count).map { _ in ContentHash(try Digest(reader.bytes(count: Digest.count))) }
    }

    private static func files(_ reader: inout CBORReader) throws -> [(hash: ContentHash, size: UInt64)] {
        let count = try reader.array(maximum: FileChange.garbageStep)
        return try (0..<count).map { _ in
            try reader.array(of: 2)
            let hash = ContentHash(try Digest(reader.bytes(count: Digest.count)))
            return (hash, try reader.uint(maximum: UInt64(Int64.max)))
        }
    }

    private static func optional(_ reader: inout CBORReader) throws -> UInt64? {
        try reader.null() ? nil : reader.uint(maximum: UInt64(Int64.max))
    }
}
