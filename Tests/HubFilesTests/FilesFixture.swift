// SPDX-License-Identifier: MIT
import Crypto
import FileModel
import HubAPI
import HubFiles
import SQL
import SQLite
import Synchronization
import Testing
import Tokens

/// A store of files in memory, with a clock that a test moves.
final class FilesFixture {
    let database: Database
    var now: UInt64 = 1_795_180_000
    var quota: UInt64 = 1_000_000
    private let count = Count()

    private final class Count: Sendable {
        let value = Mutex<UInt64>(0)
    }

    init() throws {
        database = try Database(path: .inMemory, applicationID: FileSchema.applicationID)
        try database.migrate(FileSchema.migrations)
        try FileSchema.prepare(database, random: random)
    }

    /// Each call gives other bytes.
    var random: RandomSource {
        RandomSource { [count] size in
            let number = count.value.withLock { count in
                count += 1
                return count
            }
            let bytes = SHA256.hash(Array("\(number)".utf8)).bytes
            return (0..<size).map { bytes[$0 % bytes.count] }
        }
    }

    func id() throws -> ItemID { try ItemID(random.bytes(ItemID.byteCount)) }
    func operation() -> OperationID { OperationID(at: Timestamp(seconds: now), random: random) }

    // MARK: - Changing

    func change<R>(_ body: (FileChange) throws -> R) throws -> R {
        try database.transaction {
            try body(FileChange(database: database, now: now, random: random, allowance: { [quota] _ in quota }))
        }
    }

    /// Executes an order, and reads its answer as a client does.
    func order(_ order: FileOrder, by account: AccountID) throws -> FileItem {
        let answer = try change { try $0.answer(order, by: account) }
        guard answer.status == 200 else { throw try Wire.read(HubProblem.self, from: answer.body) }
        return try Wire.read(FileItem.self, from: answer.body)
    }

    func reading<R>(_ account: AccountID, _ body: (FileReading) throws -> R) throws -> R {
        try body(FileReading(database: database, account: account))
    }

    /// An account with its own space.
    func account(_ number: UInt8) throws -> Person {
        let account = try AccountID([UInt8](repeating: number, count: 16))
        return Person(files: self, account: account, space: try change { try $0.own(of: account).id })
    }
}

/// What one account does.
struct Person {
    let files: FilesFixture
    let account: AccountID
    let space: SpaceID
    var root: ItemID { space.root }

    func folder(_ name: String, in parent: ItemID? = nil, id: ItemID? = nil) throws -> FileItem {
        try files.order(
            .folder(
                NewFolder(
                    id: files.operation(), item: id ?? files.id(), parent: parent ?? root, name: FileName(name))),
            by: account)
    }

    /// Uploads a content whole; its hash says what it is.
    func upload(_ text: String, to space: SpaceID? = nil) throws -> ContentHash {
        let hash = ContentHash(SHA256.hash(Array(text.utf8)))
        let upload = try UploadID(files.random.bytes(UploadID.byteCount))
        try files.change { change in
            try change.reserve(upload, by: account, space: space, length: UInt64(text.utf8.count))
            try change.stored(upload, hash, size: UInt64(text.utf8.count))
        }
        return hash
    }

    func link(_ content: ContentHash, _ name: String, in parent: ItemID? = nil) throws -> FileItem {
        try files.order(
            .link(
                NewFile(
                    id: files.operation(), item: files.id(), parent: parent ?? root, name: FileName(name),
                    content: content, modified: -5, executable: true)), by: account)
    }

    func file(_ text: String, _ name: String, in parent: ItemID? = nil) throws -> FileItem {
        try link(upload(text), name, in: parent)
    }

    func replace(_ item: ItemID, base: ContentHash, with text: String) throws -> FileItem {
        try files.order(
            .replace(NewContent(id: files.operation(), item: item, base: base, content: upload(text))), by: account)
    }

    func move(_ item: ItemID, to parent: ItemID, as name: String) throws -> FileItem {
        try files.order(
            .move(MoveOrder(id: files.operation(), item: item, parent: parent, name: FileName(name))), by: account)
    }

    func copy(_ item: ItemID, to parent: ItemID, as name: String) throws -> FileItem {
        try files.order(
            .copy(
                CopyOrder(id: files.operation(), item: item, copy: files.id(), parent: parent, name: FileName(name))),
            by: account)
    }

    func trash(_ item: ItemID) throws -> FileItem {
        try files.order(.trash(TrashOrder(id: files.operation(), item: item)), by: account)
    }

    func restore(_ item: ItemID, to parent: ItemID? = nil, as name: String? = nil) throws -> FileItem {
        try files.order(
            .restore(
                RestoreOrder(id: files.operation(), item: item, parent: parent, name: name.map { try FileName($0) })),
            by: account)
    }

    func item(_ id: ItemID) throws -> FileItem { try files.reading(account) { try $0.item(id) } }

    func names(in folder: ItemID? = nil) throws -> [String] {
        try files.reading(account) { try $0.children(of: folder ?? root, after: nil, limit: 500) }.items
            .compactMap { $0.name?.name.text }
    }

    func changes(after: String? = nil, limit: Int = 500) throws -> FileChanges {
        try files.reading(account) { try $0.changes(of: space, after: after, limit: limit) }
    }

    var usage: (used: UInt64, reserved: UInt64) {
        get throws {
            let found = try files.change { try $0.own(of: account) }
            return (found.used, found.reserved)
        }
    }
}

/// The code of a refusal; nil when there is none.
func refusal(_ body: () throws -> Void) throws -> HubProblem? {
    do {
        try body()
        return nil
    } catch let problem as HubProblem {
        return problem
    }
}
