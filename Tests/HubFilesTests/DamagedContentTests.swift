// SPDX-License-Identifier: MIT
import Crypto
import FileModel
import HubAPI
import HubFiles
import Testing

/// What the hub says of contents that are damaged, and which ones it wants read.
struct DamagedContentTests {
    private let files: FilesFixture
    private let alice: Person
    private let bob: Person

    init() throws {
        files = try FilesFixture()
        alice = try files.account(1)
        bob = try files.account(2)
    }

    private func hash(_ text: String) -> ContentHash { ContentHash(SHA256.hash(Array(text.utf8))) }

    private var reading: ContentReading { ContentReading(database: files.database, now: files.now) }

    private func state(_ text: String) throws -> HaveState.State {
        try files.reading(alice.account) { try $0.have(HaveQuery(contents: [hash(text)])) }.states[0].state
    }

    @Test func eachItemWithADamagedContentIsToldOnce() throws {
        let file = try alice.file("content", "file")
        let copy = try alice.copy(file.id, to: alice.root, as: "copy")
        _ = try alice.trash(copy.id)
        let other = try alice.file("other", "other")
        let anchor = try alice.changes().next
        for _ in 0..<2 { try files.change { try $0.damaged(hash("content")) } }
        let told = try alice.changes(after: anchor)
        #expect(Set(told.items.map(\.id)) == [file.id, copy.id] && told.items.allSatisfy { $0.file?.damaged == true })
        #expect(try alice.item(other.id).file?.damaged == nil)
        let damages = try reading.damages(limit: 9)
        #expect(damages.map(\.content) == [hash("content")] && damages.map(\.files) == [2])
    }

    @Test func aDamagedContentIsWantedAndAnyMembersBytesRepairIt() throws {
        let file = try alice.file("content", "file")
        try files.change { try $0.damaged(hash("content")) }
        #expect(try state("content") == .none)
        #expect(try refusal { _ = try alice.link(hash("content"), "again") }?.code == .unknownContent)
        let anchor = try alice.changes().next
        _ = try bob.upload("content")
        #expect(try alice.changes(after: anchor).items.map(\.id) == [file.id])
        #expect(try alice.item(file.id).file?.damaged == nil && state("content") == .live)
        #expect(try reading.damages(limit: 9).isEmpty)
    }

    @Test func eachContentIsReadOnceAWeek() throws {
        _ = try alice.file("first", "first")
        _ = try alice.file("second", "second")
        #expect(try reading.due().isEmpty)
        files.now += FileChange.checkDays * 86_400 + 1
        #expect(try Set(reading.due()) == [hash("first"), hash("second")])
        try files.change { try $0.checked([hash("first")]) }
        #expect(try reading.due() == [hash("second")])
        try files.change { try $0.damaged(hash("second")) }
        #expect(try reading.due().isEmpty)
        #expect(try files.change { try $0.checkAll() } == 1)
        #expect(try reading.due() == [hash("first")])
        let summary = try reading.summary()
        #expect(summary.contents == 2 && summary.damaged == 1 && summary.due == 1 && summary.oldestCheck == 0)
    }

    @Test func whatIsOnTheDiskAloneIsRemovedInTimeUnlessItIsUploaded() throws {
        _ = try alice.file("known", "known")
        let found = [(hash("known"), UInt64(5)), (hash("stray"), UInt64(3)), (hash("late"), UInt64(4))]
        #expect(try reading.strays(among: found).map(\.hash) == [hash("stray"), hash("late")])
        try files.change { try $0.found(found) }
        // Its publisher tells of it at last; the file on the disk may have been a damaged one of another size.
        let upload = try UploadID(files.random.bytes(UploadID.byteCount))
        try files.change { change in
            try change.reserve(upload, by: alice.account, space: nil, length: 6)
            try change.stored(upload, hash("late"), size: 6)
        }
        files.now += FileChange.strayDays * 86_400 - 1
        #expect(try reading.garbage(grace: 48 * 3_600).isEmpty)
        files.now += 1
        #expect(try reading.garbage(grace: 48 * 3_600) == [hash("stray")])
        #expect(try alice.link(hash("late"), "late").file?.size == 6)
    }
}
