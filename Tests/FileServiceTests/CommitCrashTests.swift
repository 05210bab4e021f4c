// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import FileModel
import Glibc
import HubAPI
import TestSupport
import Testing
import Tokens

/// From the first byte of an upload to the item in its folder, with real processes of which one dies at each step: nothing that
/// was acknowledged is lost, nothing half is ever seen, and all of it happens once.
@Suite(.serialized) struct CommitCrashTests {
    private static let ofFiles = [
        "reserved", "dataCreated", "journalCreated", "creationFlushed", "created", "dataWritten", "dataFlushed",
        "chunkHashesWritten", "checkpointWritten", "checkpointFlushed", "contentFolderMade", "renamed",
        "contentFolderFlushed", "stagingFolderFlushed", "published", "told", "answered",
    ]
    private static let ofHub = [
        "batchBegun", "jobApplied", "batchApplied", "batchCommitted", "jobReplied", "batchReplied",
    ]

    @Test(arguments: ofFiles) func theFileServiceDies(step: String) throws {
        // The last occurrences are within the publishing of the content.
        for occurrence in ["checkpointWritten", "checkpointFlushed", "dataFlushed"].contains(step) ? [1, 3] : [1] {
            try run(CommitHome.Death(isOfHub: false, step: step, occurrence: occurrence))
        }
    }

    /// Four commits: the space, the room, the content, the item.
    @Test(arguments: ofHub) func theHubDies(step: String) throws {
        for occurrence in 1...4 {
            try run(CommitHome.Death(isOfHub: true, step: step, occurrence: occurrence))
        }
    }

    @Test func nobodyDies() throws { try run(nil) }

    private func run(_ death: CommitHome.Death?) throws {
        let home = try CommitHome(death)
        var client = try Uploader(home)
        var attempts = 0
        while true {
            do {
                try client.work()
                break
            } catch is CommitHome.Lost {
                attempts += 1
                try require(attempts < 20, "\(String(describing: death)): no end")
                usleep(20_000)
                try home.revive()
                try client.requireNothingHalfAndNothingLost()
            }
        }
        // A step behind the last answer lets it die after the client is done.
        if death != nil, !home.hasDied { usleep(100_000) }
        try home.revive()
        #expect(home.hasDied == (death != nil), "\(String(describing: death)) was not met")
        try client.requireOneFile("\(String(describing: death))")
    }
}

/// A client that uploads one content and links it, from wherever it stands.
private struct Uploader {
    private let home: CommitHome
    private let content: [UInt8]
    private let path: String
    private let hash: ContentHash
    private let order: (id: OperationID, item: ItemID)
    private let name: FileName
    private var root: ItemID?
    private var place: String?
    /// What the client was told last.
    private var offset = 0
    private var isComplete = false
    private var isLinked = false

    /// A full chunk and a piece, several checkpoints.
    private static let size = 5_000_011

    init(_ home: CommitHome) throws {
        self.home = home
        var random = SeededRandom(seed: 11)
        content = random.block(Self.size)
        path = try home.folder.write(content, to: "content")
        hash = ContentHash(SHA256.hash(content))
        order = (
            OperationID(at: Timestamp(seconds: CommitHome.now), random: .system),
            try ItemID(RandomSource.system.bytes(ItemID.byteCount))
        )
        name = try FileName("holiday.mov")
    }

    mutating func work() throws {
        if root == nil { root = try home.call(Routes.spaces, Nothing()).spaces.first?.id.root }
        while !isComplete { try upload() }
        let item = try home.call(
            Routes.linkFile,
            NewFile(id: order.id, item: order.item, parent: try #require(root), name: name, content: hash))
        isLinked = true
        #expect(item.file?.content == hash && item.id == order.item)
    }

    private mutating func upload() throws {
        guard let place else { return try begin() }
        let told = try home.transfer(["--head"], to: place)
        guard told.status != 404 else {
            // Only an upload whose place was never confirmed to hold bytes may be gone.
            try require(offset == 0 && !isComplete, "an upload with confirmed bytes is gone")
            self.place = nil
            return
        }
        try require(told.status == 204, "HEAD: \(told)")
        let confirmed = try #require(Int(told.headers["upload-offset"] ?? ""))
        try require(confirmed >= offset, "the offset went back from \(offset) to \(confirmed)")
        offset = confirmed
        guard told.headers["upload-complete"] != "?1" else { return isComplete = true }
        let rest = try home.folder.write(Array(content[offset...]), to: "rest")
        let reply = try home.transfer(
            [
                "-X", "PATCH", "-H", "Content-Type: application/partial-upload", "-H", "Upload-Offset: \(offset)", "-H",
                "Upload-Complete: ?1", "-T", rest,
            ], to: place)
        try require(reply.status == 200, "PATCH: \(reply.status) \(String(decoding: reply.body, as: UTF8.self))")
        isComplete = true
    }

    private mutating func begin() throws {
        let reply = try home.transfer(
            [
                "-X", "POST", "-H", "Upload-Complete: ?0", "-H", "Content-Length: 0", "-H",
                "Upload-Length: \(content.count)", "-H", "Repr-Digest: sha-256=:\(Base64.encode(hash.digest.bytes)):",
            ], to: "/v1/uploads")
        try require(reply.status == 201, "POST: \(reply.status) \(String(decoding: reply.body, as: UTF8.self))")
        guard let made = reply.headers["location"] else { throw CommitHome.Lost() }
        place = made
        offset = 0
    }

    // MARK: - What must hold

    /// After each restart.
    func requireNothingHalfAndNothingLost() throws {
        guard let root else { return }
        let listed = try home.call(Routes.fileChildren, Nothing(), values: [root.description]).items
        try require(listed.count <= 1, "\(listed.count) items for one order")
        for item in listed { try requireWhole(item) }
        try require(!isLinked || listed.count == 1, "the linked file is gone")
        guard isComplete else { return }
        let have = try home.call(Routes.haveContents, HaveQuery(contents: [hash])).states[0].state
        try require(have == (listed.isEmpty ? .uploaded : .live), "an acknowledged content is \(have)")
    }

    func requireOneFile(_ death: String) throws {
        let space = try #require(try home.call(Routes.spaces, Nothing()).spaces.first)
        let listed = try home.call(Routes.fileChildren, Nothing(), values: [space.id.root.description]).items
        #expect(listed.map(\.id) == [order.item], "\(death)")
        #expect(space.used == UInt64(content.count), "\(death)")
        // An upload whose client never heard of it keeps its room for 7 days.
        #expect([0, UInt64(content.count)].contains(space.reserved), "\(death): \(space.reserved)")
        let changes = try home.call(Routes.fileChanges, Nothing(), values: [space.id.description])
        #expect(changes.items.map(\.id) == [order.item] && space.rev == 1, "\(death)")
        for item in listed { try requireWhole(item) }
    }

    private func requireWhole(_ item: FileItem) throws {
        let whole = try home.transfer([], to: "/v1/files/items/\(item.id)/content")
        try require(whole.status == 200 && whole.body == content, "a listed file is not whole: \(whole.status)")
        try require(item.file?.content == hash && item.file?.size == UInt64(content.count), "\(item)")
    }
}
