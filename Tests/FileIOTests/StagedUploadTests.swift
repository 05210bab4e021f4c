// SPDX-License-Identifier: MIT
import Crypto
import FileIO
import FileModel
import Glibc
import TestSupport
import Testing

/// One upload in one process, and what damaged files make of it.
struct StagedUploadTests {
    private let folder: ScratchFolder
    private let store: UploadStore
    private let id: UploadID

    init() throws {
        folder = try ScratchFolder(in: .memory)
        store = try Self.open(folder)
        id = try UploadID([UInt8](repeating: 9, count: 16))
    }

    private static func open(_ folder: ScratchFolder) throws -> UploadStore {
        try UploadStore(root: folder.path, freeSpace: FreeSpaceRule(minimum: 0, percent: 0))
    }

    private func header(length: UInt64? = nil, expected: ContentHash? = nil) throws -> UploadHeader {
        try UploadHeader(
            id: id, owner: [UInt8](repeating: 1, count: 16), created: 5, length: length, expected: expected)
    }

    private func append(_ bytes: [UInt8], to upload: StagedUpload, at milliseconds: UInt64 = 0) throws {
        try bytes.withUnsafeBytes { try upload.append($0, at: milliseconds) }
    }

    @Test func anEmptyContentIsPublished() throws {
        let upload = try store.create(header(length: 0))
        try upload.begin(at: 0, count: 0, isLast: true)
        try upload.end(at: 0)
        #expect(try upload.publish() == .empty)
        #expect(upload.chunkList?.count == 0)
        #expect(try store.contents.file(.empty).size() == 0)
    }

    @Test func aContentThatIsThereAlreadyIsPublishedAgain() throws {
        for number in [UInt8(1), 2] {
            let header = try UploadHeader(
                id: UploadID([UInt8](repeating: number, count: 16)), owner: [UInt8](repeating: number, count: 16),
                created: 0, length: 3, expected: nil)
            let upload = try store.create(header)
            try upload.begin(at: 0, count: 3, isLast: true)
            try append([1, 2, 3], to: upload)
            try upload.end(at: 0)
            #expect(try upload.publish() == ContentHash(SHA256.hash([1, 2, 3])))
        }
        #expect(try store.contents.file(ContentHash(SHA256.hash([1, 2, 3]))).read(10, at: 0) == [1, 2, 3])
        #expect(try store.uploads().count == 2)
    }

    @Test func aSecondUploadOfOneNameLeavesTheFirstAlone() throws {
        let upload = try store.create(header())
        try upload.begin(at: 0, count: nil, isLast: false)
        try append([1, 2, 3], to: upload)
        try upload.checkpoint(at: 0)
        #expect(throws: FileIOError.self) { try store.create(header()) }
        #expect(try store.resume(id).offset == 3)
    }

    @Test func anotherDigestIsRefusedAndLeavesNothing() throws {
        let upload = try store.create(header(expected: .empty))
        try upload.begin(at: 0, count: nil, isLast: true)
        try append([1], to: upload)
        do {
            try upload.end(at: 0)
            Issue.record("a content with another hash was taken")
        } catch let error as FileIOError {
            #expect(error.code == .wrongDigest)
        }
        #expect(Folder.names(in: folder.file("staging")) == [])
        #expect(Folder.names(in: folder.file("contents")) == [])
        #expect(throws: UploadMachine.Refusal.deactivated) { try upload.begin(at: 1, count: 1, isLast: true) }
    }

    @Test func aSecondIsACheckpoint() throws {
        let upload = try store.create(header())
        try upload.begin(at: 0, count: nil, isLast: false)
        try append([1], to: upload, at: 100)
        try append([2], to: upload, at: 1_099)
        #expect(upload.offset == 0)
        try append([3], to: upload, at: 1_100)
        #expect(upload.offset == 3)
        #expect(try store.resume(id).offset == 3)
    }

    @Test func spaceIsTakenAtTheCreation() throws {
        _ = try store.create(header(length: 5 << 20))
        var status = stat()
        #expect(stat(folder.file("staging/\(id).data"), &status) == 0)
        #expect(status.st_size == 0 && status.st_blocks * 512 >= 5 << 20)
    }

    /// Every bit of the journal that is flipped is noticed, or makes no difference; what goes on hashes right.
    @Test func aDamagedJournalIsNeverBelieved() throws {
        var random = SeededRandom(seed: 3)
        let content = random.block(5 << 20)
        let upload = try store.create(header())
        try upload.begin(at: 0, count: nil, isLast: false)
        for start in stride(from: 0, to: content.count, by: 1 << 20) {
            try append(Array(content[start..<min(content.count, start + 1 << 20)]), to: upload)
            try upload.checkpoint(at: 0)
        }
        let journal = folder.file("staging/\(id).journal")
        let (good, data) = (try File.read(journal), try File.read(folder.file("staging/\(id).data")))
        #expect(data == content)
        let hash = ContentHash(SHA256.hash(content))
        var accepted = 0
        for _ in 0..<120 {
            var bad = good
            let place =
                [0, 4_096, 8_192, 12_288].randomElement(using: &random)! + Int.random(in: 0..<512, using: &random)
            guard place < bad.count else { continue }
            bad[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            try File.write(bad, to: journal)
            try File.write(data, to: folder.file("staging/\(id).data"))
            do {
                let again = try Self.open(folder).resume(id)
                accepted += 1
                let offset = Int(again.offset)
                #expect(offset == content.count || offset == content.count - 1 << 20)
                try again.begin(at: again.offset, count: nil, isLast: true)
                try append(Array(content[offset...]), to: again)
                try again.end(at: 0)
                #expect(again.contentHash == hash)
            } catch let error as FileIOError {
                #expect(error.code == .damaged, "\(error)")
            }
        }
        #expect(accepted > 30 && accepted < 120)
    }

    @Test func bytesThatTheDiskHasLostAreMissed() throws {
        let upload = try store.create(header())
        try upload.begin(at: 0, count: nil, isLast: false)
        try append([1, 2, 3], to: upload)
        try upload.checkpoint(at: 0)
        truncate(folder.file("staging/\(id).data"), 2)
        do {
            _ = try Self.open(folder).resume(id)
            Issue.record("lost bytes were not missed")
        } catch let error as FileIOError {
            #expect(error.code == .damaged)
        }
    }

    @Test func aWholeContentThatWasSpoiledIsNotPublished() throws {
        let upload = try store.create(header())
        try upload.begin(at: 0, count: nil, isLast: true)
        try append([1, 2, 3], to: upload)
        try upload.end(at: 0)
        try folder.write([1, 2, 4], to: "staging/\(id).data")
        #expect(throws: FileIOError.self) { try Self.open(folder).resume(id) }
    }
}
