// SPDX-License-Identifier: MIT
import Crypto
import Drive
import FileModel
import HubAPI
import TestSupport
import Testing
import Tokens

/// A server at the other end of the seam that says what the test wants about one space, and nothing about anything else.
private final class ScriptedServer: FileServer {
    let space = SpaceID(checked: RandomSource.system.bytes(SpaceID.byteCount))
    /// The answer to each anchor; the first one for none.
    var pages: [String?: Result<FileChanges, HubProblem>] = [:]

    func spaces() throws -> [FileSpace] {
        [
            FileSpace(
                id: space, name: nil, owner: "alice", role: .owner, quota: 0, used: 0, reserved: 0, members: [], rev: 0,
                anchor: "")
        ]
    }

    func changes(in space: SpaceID, after anchor: String?) throws -> FileChanges {
        guard let page = pages[anchor] else { throw HubProblem(.feedReset, "The anchor is unknown.") }
        return try page.get()
    }

    private let refusal = HubProblem(.notFound, "The test has no such thing.")

    func item(_ id: ItemID) throws -> FileItem { throw refusal }
    func trash(of space: SpaceID, after: String?) throws -> FileItemPage { throw refusal }
    func versions(of item: ItemID) throws -> [EarlierContent] { throw refusal }
    func have(_ contents: [ContentHash], in space: SpaceID?) throws -> [HaveState.State] { throw refusal }
    func perform(_ order: FileOrder) throws -> FileItem { throw refusal }
    func store(_ bytes: [UInt8], in space: SpaceID) throws { throw refusal }
    func beginUpload(of content: ContentHash, size: UInt64, in space: SpaceID) throws -> UploadID { throw refusal }
    func progress(of upload: UploadID) throws -> UploadProgress? { throw refusal }
    func append(
        to upload: UploadID, at offset: UInt64, count: UInt64, isLast: Bool,
        from source: @escaping (UnsafeMutableRawBufferPointer) throws -> Int
    ) throws { throw refusal }
    func download(
        _ item: ItemID, version: UInt64?, content: ContentHash, size: UInt64, range: Range<UInt64>,
        into sink: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) throws { throw refusal }
}

@Suite struct FeedTests {
    private let folder: ScratchFolder
    private let server = ScriptedServer()
    private let client: DriveClient

    init() throws {
        folder = try ScratchFolder(in: .memory)
        client = DriveClient(
            folder: folder.path, store: try DriveStore(folder: folder.path), server: server,
            environment: DriveEnvironment(clock: DriveHome.clock, random: .system, device: "laptop"))
    }

    private func item(_ name: String, rev: UInt64, id: ItemID? = nil, in space: SpaceID? = nil) throws -> FileItem {
        FileItem(
            id: id ?? ItemID(checked: RandomSource.system.bytes(16)), space: space ?? server.space,
            parent: server.space.root, name: try FileName(name), kind: .folder, state: .live, rev: rev, changed: 0,
            trashed: nil, file: nil)
    }

    private func names() throws -> [String] {
        try client.store.children(of: server.space.root).compactMap { $0.name?.name.text }
    }

    @Test func pagesFollowOneAnotherAndARestartGoesOn() throws {
        server.pages[nil] = .success(FileChanges(items: [try item("a", rev: 1)], next: "1", isLast: false))
        server.pages["1"] = .failure(HubProblem(.busy, "Later."))
        #expect(throws: DriveError.self) { try client.refresh() }
        #expect(try client.store.refreshed(server.space) == nil, "not all is known yet")
        server.pages[nil] = nil
        server.pages["1"] = .success(FileChanges(items: [try item("b", rev: 2)], next: "2", isLast: true))
        try client.refresh()
        #expect(try names() == ["a", "b"])
        #expect(try client.store.refreshed(server.space) != nil)
    }

    /// After a reset everything is enumerated, and what does not come is forgotten at the end, not before.
    @Test func whatDoesNotComeAfterAResetIsForgotten() throws {
        let kept = try item("kept", rev: 5)
        server.pages[nil] = .success(
            FileChanges(items: [try item("lost", rev: 4), kept], next: "old", isLast: true))
        try client.refresh()
        var again = kept
        again.rev = 1
        server.pages = [nil: .success(FileChanges(items: [again], next: "new", isLast: false))]
        #expect(throws: DriveError.self) { try client.refresh() }
        #expect(try names() == ["kept", "lost"])
        server.pages["new"] = .success(FileChanges(items: [try item("fresh", rev: 2)], next: "end", isLast: true))
        try client.refresh()
        #expect(try names() == ["fresh", "kept"])
        #expect(try client.store.item(kept.id)?.rev == 1)
    }

    @Test func aContradictionIsNotBelieved() throws {
        let other = SpaceID(checked: RandomSource.system.bytes(16))
        var own = try item("own", rev: 1)
        own.parent = own.id
        var nameless = try item("x", rev: 1)
        nameless.name = nil
        let lies: [FileChanges] = [
            FileChanges(items: [try item("a", rev: 2), try item("b", rev: 2)], next: "n", isLast: true),
            FileChanges(items: [try item("a", rev: 2), try item("b", rev: 1)], next: "n", isLast: true),
            FileChanges(items: [try item("a", rev: 0)], next: "n", isLast: true),
            FileChanges(items: [try item("a", rev: 1, in: other)], next: "n", isLast: true),
            FileChanges(items: [own], next: "n", isLast: true),
            FileChanges(items: [nameless], next: "n", isLast: true),
            FileChanges(items: [], next: String(repeating: "n", count: 300), isLast: true),
        ]
        for lie in lies {
            server.pages[nil] = .success(lie)
            #expect { try client.refresh() } throws: { ($0 as? DriveError)?.reason == .foreignAnswer }
            #expect(try names() == [])
        }
    }

    @Test func aFeedWithoutEndIsNotFollowed() throws {
        server.pages[nil] = .success(FileChanges(items: [], next: "1", isLast: false))
        server.pages["1"] = .success(FileChanges(items: [], next: "1", isLast: false))
        #expect { try client.refresh() } throws: { ($0 as? DriveError)?.reason == .foreignAnswer }
        server.pages = [:]
        #expect { try client.refresh() } throws: { ($0 as? DriveError)?.reason == .foreignAnswer }
    }
}
