// SPDX-License-Identifier: MIT
import Crypto
import Drive
import FileModel
import HubAPI
import TestSupport
import Testing
import Tokens

/// What every ``FileServer`` must hold. It needs an account with an empty space of its own.
struct FileServerConformance {
    let server: any FileServer

    private let clock = DriveHome.clock

    func run() throws {
        let space = try #require(try server.spaces().first).id
        try uploadsGoOnWhereTheServerStands(space)
        try smallContentsComeInOneCall(space)
        try ordersAreExecutedOnce(space)
        try staleWritesAreRefused(space)
        try rangesAreExact(space)
        try chunksAreThoseOfTheContent(space)
        try theFeedMissesNothing(space)
        try theTrashGivesBack(space)
    }

    private func freshOrder() -> OperationID { OperationID(at: clock.now(), random: .system) }
    private func freshItem() -> ItemID { ItemID(checked: RandomSource.system.bytes(ItemID.byteCount)) }

    private func content(_ count: Int, seed: UInt64) -> [UInt8] {
        var random = SeededRandom(seed: seed)
        return random.block(count)
    }

    private func hash(_ bytes: [UInt8]) -> ContentHash { ContentHash(SHA256.hash(bytes)) }

    private func source(_ bytes: ArraySlice<UInt8>) -> (UnsafeMutableRawBufferPointer) throws -> Int {
        var rest = bytes
        return { buffer in
            let piece = rest.prefix(buffer.count)
            buffer.copyBytes(from: piece)
            rest = rest.dropFirst(piece.count)
            return piece.count
        }
    }

    private func store(_ bytes: [UInt8], in space: SpaceID) throws -> ContentHash {
        let upload = try server.beginUpload(of: hash(bytes), size: UInt64(bytes.count), in: space)
        try server.append(to: upload, at: 0, count: UInt64(bytes.count), isLast: true, from: source(bytes[...]))
        return hash(bytes)
    }

    private func smallContentsComeInOneCall(_ space: SpaceID) throws {
        for count in [1, SmallContent.maximumCount] {
            let bytes = content(count, seed: UInt64(count))
            try server.store(bytes, in: space)
            // A lost answer: the same again.
            try server.store(bytes, in: space)
            #expect(try server.have(hash(bytes)) == .uploaded)
            let file = try server.perform(
                .link(
                    NewFile(
                        id: freshOrder(), item: freshItem(), parent: space.root, name: FileName("small \(count)"),
                        content: hash(bytes))))
            #expect(file.file?.size == UInt64(count))
            var received: [UInt8] = []
            let range = UInt64(count / 3)..<UInt64(count)
            try server.download(
                file.id, version: nil, content: hash(bytes), size: UInt64(count), range: range
            ) { received += Array($0) }
            #expect(received == Array(bytes[(count / 3)...]))
        }
        #expect(throws: (any Error).self) {
            try server.store(content(SmallContent.maximumCount + 1, seed: 3), in: space)
        }
        let (known, unknown) = (hash(content(1, seed: 1)), hash(content(77, seed: 77)))
        #expect(try server.have([unknown, known, unknown], in: space) == [.none, .live, .none], "in the order asked")
    }

    private func code(_ body: () throws -> Void) -> HubProblem.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? HubProblem)?.code
        }
    }

    private func uploadsGoOnWhereTheServerStands(_ space: SpaceID) throws {
        let bytes = content(3_000_001, seed: 1)
        let hash = hash(bytes)
        #expect(try server.have(hash) == HaveState.State.none)
        let upload = try server.beginUpload(of: hash, size: UInt64(bytes.count), in: space)
        #expect(try server.progress(of: upload) == UploadProgress(offset: 0, isComplete: false))
        try server.append(to: upload, at: 0, count: 1_000_000, isLast: false, from: source(bytes[..<1_000_000]))
        #expect(try server.progress(of: upload) == UploadProgress(offset: 1_000_000, isComplete: false))
        #expect(throws: (any Error).self, "an append elsewhere is refused") {
            try server.append(to: upload, at: 1, count: 1, isLast: false, from: source(bytes[1..<2]))
        }
        try server.append(
            to: upload, at: 1_000_000, count: 2_000_001, isLast: true, from: source(bytes[1_000_000...]))
        #expect(try server.progress(of: upload) == UploadProgress(offset: 3_000_001, isComplete: true))
        #expect(try server.have(hash) == .uploaded)
        #expect(try server.progress(of: UploadID(RandomSource.system.bytes(16))) == nil)
        let liar = try server.beginUpload(of: hash, size: 3, in: space)
        #expect(throws: (any Error).self, "another content than was announced is refused") {
            try server.append(to: liar, at: 0, count: 3, isLast: true, from: source([1, 2, 3]))
        }
        #expect(try server.progress(of: liar) == nil)
    }

    private func ordersAreExecutedOnce(_ space: SpaceID) throws {
        let folder = NewFolder(id: freshOrder(), item: freshItem(), parent: space.root, name: try FileName("once"))
        let first = try server.perform(.folder(folder))
        #expect(try server.perform(.folder(folder)) == first)
        var other = folder
        (other.id, other.item) = (freshOrder(), freshItem())
        #expect(code { _ = try server.perform(.folder(other)) } == .nameTaken)
        #expect(code { _ = try server.item(freshItem()) } == .notFound)
    }

    private func staleWritesAreRefused(_ space: SpaceID) throws {
        let (one, two, three) = (
            try store([1], in: space), try store([2, 2], in: space), try store([3, 3, 3], in: space)
        )
        let link = NewFile(
            id: freshOrder(), item: freshItem(), parent: space.root, name: try FileName("file"), content: one)
        let made = try server.perform(.link(link))
        #expect(made.file?.content == one && made.file?.size == 1 && made.file?.version == 1)
        let replaced = try server.perform(
            .replace(NewContent(id: freshOrder(), item: made.id, base: one, content: two)))
        #expect(replaced.file?.content == two && replaced.file?.version == 2)
        #expect(
            code {
                _ = try server.perform(
                    .replace(NewContent(id: freshOrder(), item: made.id, base: one, content: three)))
            } == .contentChanged)
        #expect(try server.item(made.id).file?.content == two)
        #expect(try server.versions(of: made.id).map(\.content) == [one])
    }

    private func rangesAreExact(_ space: SpaceID) throws {
        let bytes = content(100_003, seed: 2)
        let stored = try store(bytes, in: space)
        let link = NewFile(
            id: freshOrder(), item: freshItem(), parent: space.root, name: try FileName("ranges"), content: stored)
        let item = try server.perform(.link(link)).id
        for range in [0..<1, 0..<100_003, 99_999..<100_003, 50_000..<50_001] as [Range<UInt64>] {
            var received: [UInt8] = []
            try server.download(item, version: nil, content: stored, size: 100_003, range: range) { received += $0 }
            #expect(received == Array(bytes[Int(range.lowerBound)..<Int(range.upperBound)]))
        }
        #expect {
            try server.download(item, version: nil, content: hash([9]), size: 1, range: 0..<1) { _ in }
        } throws: { ($0 as? DriveError)?.reason == .contentChanged }
    }

    private func chunksAreThoseOfTheContent(_ space: SpaceID) throws {
        let bytes = content(9_000_000, seed: 3)
        let stored = try store(bytes, in: space)
        let link = NewFile(
            id: freshOrder(), item: freshItem(), parent: space.root, name: try FileName("chunks"), content: stored)
        let item = try server.perform(.link(link)).id
        // A server without such a list says so.
        guard let list = try server.chunkList(of: item, version: nil, content: stored, size: 9_000_000) else { return }
        #expect(list.count == 3)
        for chunk in 0..<list.count {
            let range = list.range(ofChunk: chunk)
            #expect(list.verifies(Array(bytes[Int(range.lowerBound)..<Int(range.upperBound)]), asChunk: chunk))
        }
        #expect {
            _ = try server.chunkList(of: item, version: nil, content: hash([9]), size: 9_000_000)
        } throws: { ($0 as? DriveError)?.reason == .contentChanged }
    }

    private func theFeedMissesNothing(_ space: SpaceID) throws {
        var anchor: String?
        var seen: [ItemID: FileItem] = [:]
        while true {
            let page = try server.changes(in: space, after: anchor)
            for item in page.items { seen[item.id] = item }
            anchor = page.next
            if page.isLast { break }
        }
        #expect(
            Set(seen.values.compactMap(\.name?.name.text))
                == ["once", "file", "ranges", "small 1", "small 16384", "chunks"])
        let folder = NewFolder(id: freshOrder(), item: freshItem(), parent: space.root, name: try FileName("later"))
        _ = try server.perform(.folder(folder))
        let page = try server.changes(in: space, after: anchor)
        #expect(page.items.map(\.id) == [folder.item] && page.isLast)
    }

    private func theTrashGivesBack(_ space: SpaceID) throws {
        let folder = NewFolder(id: freshOrder(), item: freshItem(), parent: space.root, name: try FileName("trashed"))
        _ = try server.perform(.folder(folder))
        #expect(try server.perform(.trash(TrashOrder(id: freshOrder(), item: folder.item))).state == .trashed)
        #expect(try server.trash(of: space, after: nil).items.map(\.id) == [folder.item])
        #expect(try server.perform(.restore(RestoreOrder(id: freshOrder(), item: folder.item))).state == .live)
        #expect(try server.trash(of: space, after: nil).items.isEmpty)
    }
}

@Suite struct FileServerTests {
    @Test func ourHubHoldsWhatEveryServerMust() throws {
        let home = try DriveHome()
        try FileServerConformance(server: home.device("laptop").client().server).run()
    }
}
