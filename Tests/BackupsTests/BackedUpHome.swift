// SPDX-License-Identifier: MIT
import Backups
import Crypto
import FileIO
import FileModel
import Glibc
import HubAPI
import HubFiles
import SQLite
import TestSupport
import Testing
import Tokens

/// A database of files and the contents of one account, on the disk.
final class BackedUpHome {
    let folder: ScratchFolder
    let database: Database
    let contents: ContentFolder
    let account: AccountID
    let root: ItemID
    private(set) var now: UInt64 = 1_795_180_000
    private let random = RandomSource.system

    init() throws {
        folder = try ScratchFolder()
        database = try Database(path: .file(folder.file("files.sqlite")), applicationID: FileSchema.applicationID)
        try database.migrate(FileSchema.migrations)
        try FileSchema.prepare(database, random: random)
        contents = try ContentFolder(beneath: folder.path, isMaking: true)
        account = try AccountID([UInt8](repeating: 1, count: 16))
        let (database, now, account, random) = (database, now, account, random)
        root = try database.transaction {
            try FileChange(database: database, now: now, random: random, allowance: { _ in 1 << 30 }).own(of: account)
                .id
                .root
        }
    }

    func change<R>(_ body: (FileChange) throws -> R) throws -> R {
        try database.transaction {
            try body(FileChange(database: database, now: now, random: random, allowance: { _ in 1 << 30 }))
        }
    }

    func pass(days: UInt64) throws {
        for _ in 0..<days {
            now += 86_401
            _ = try change { try $0.sweep() }
        }
    }

    private func order(_ order: FileOrder) throws -> FileItem {
        let answer = try change { try $0.answer(order, by: account) }
        try require(answer.status == 200, String(decoding: answer.body, as: UTF8.self))
        return try Wire.read(FileItem.self, from: answer.body)
    }

    private func operation() -> OperationID { OperationID(at: Timestamp(seconds: now), random: random) }

    /// Uploads bytes and links them.
    @discardableResult
    func file(_ bytes: [UInt8], _ name: [UInt8], in parent: ItemID? = nil) throws -> FileItem {
        let hash = ContentHash(SHA256.hash(bytes))
        let upload = try UploadID(random.bytes(UploadID.byteCount))
        if !bytes.isEmpty {
            try folder.write(bytes, to: "source")
            try contents.add(hash, copying: DiskFolder(path: folder.path).file(FileName("source")))
            try change {
                try $0.reserve(upload, by: account, space: nil, length: UInt64(bytes.count))
                try $0.stored(upload, hash, size: UInt64(bytes.count))
            }
        }
        return try order(
            .link(
                NewFile(
                    id: operation(), item: ItemID(random.bytes(ItemID.byteCount)), parent: parent ?? root,
                    name: FileName(name), content: hash, modified: -1_500, executable: true)))
    }

    func makeFolder(_ name: String, in parent: ItemID? = nil) throws -> FileItem {
        try order(
            .folder(
                NewFolder(
                    id: operation(), item: ItemID(random.bytes(ItemID.byteCount)), parent: parent ?? root,
                    name: FileName(name))))
    }

    func trash(_ item: ItemID) throws { _ = try order(.trash(TrashOrder(id: operation(), item: item))) }

    func changes(in database: Database, after: String? = nil) throws -> FileChanges {
        try FileReading(database: database, account: account).changes(of: SpaceID(root.bytes), after: after, limit: 500)
    }

    // MARK: - Backups

    var target: String { folder.file("backup") }

    /// - Parameters:
    ///   - time: nil for the next second.
    ///   - keepLease: throws to interrupt the backup.
    func backUp(at time: UInt64? = nil, keepLease: () throws -> Void = {}) throws -> BackupManifest {
        now += 1
        return try FileBackup(in: target).make(
            at: time ?? now, from: contents, copyDatabase: { try database.backup(to: $0) }, keepLease: keepLease)
    }

    /// Gives a file other bytes, as a failing disk does.
    func overwrite(_ bytes: [UInt8], to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        defer { close(descriptor) }
        try require(write(descriptor, bytes, bytes.count) == bytes.count, path)
    }

    /// The file of a content beneath a folder.
    func path(of bytes: [UInt8], beneath root: String) -> String {
        let hash = "\(ContentHash(SHA256.hash(bytes)))"
        return "\(root)/contents/\(hash.prefix(2))/\(hash)"
    }
}
