// SPDX-License-Identifier: MIT
import Crypto
import FileModel
import HubAPI
import HubFiles
import Testing

struct UploadQuotaTests {
    private let files: FilesFixture
    private let alice: Person

    init() throws {
        files = try FilesFixture()
        files.quota = 100
        alice = try files.account(1)
    }

    private func begin(_ length: UInt64?) throws -> UploadID {
        let id = try UploadID(files.random.bytes(UploadID.byteCount))
        try files.change { try $0.reserve(id, by: alice.account, space: nil, length: length) }
        return id
    }

    private func hash(_ text: String) -> ContentHash { ContentHash(SHA256.hash(Array(text.utf8))) }

    @Test func anUploadReservesAndAFileUses() throws {
        let id = try begin(60)
        #expect(try alice.usage == (0, 60))
        try files.change { try $0.stored(id, hash("x"), size: 60) }
        #expect(try alice.usage == (0, 60))
        _ = try alice.link(hash("x"), "file")
        #expect(try alice.usage == (60, 0))
    }

    @Test func whatHasNoRoomDoesNotBegin() throws {
        _ = try begin(60)
        let problem = try #require(try refusal { _ = try begin(41) })
        #expect(problem.code == .quotaExceeded)
        #expect(problem.details == ["quota": "100", "used": "0", "reserved": "60", "needed": "41"])
        _ = try begin(40)
    }

    @Test func aLinkWithoutRoomKeepsTheUpload() throws {
        let id = try begin(60)
        try files.change { try $0.stored(id, hash("x"), size: 60) }
        _ = try alice.link(hash("x"), "file")
        let order = FileOrder.link(
            NewFile(
                id: files.operation(), item: try files.id(), parent: alice.root, name: try FileName("again"),
                content: hash("x")))
        #expect(try refusal { _ = try files.order(order, by: alice.account) }?.code == .quotaExceeded)
        #expect(try alice.usage == (60, 0))
        // A lack of room is no answer for ever.
        files.quota = 200
        _ = try files.order(order, by: alice.account)
        #expect(try alice.usage == (120, 0))
    }

    @Test func anUnknownLengthTakesRoomAsItGrows() throws {
        files.quota = 200 << 20
        let id = try begin(nil)
        #expect(try alice.usage.reserved == FileChange.reserveStep)
        try files.change { try $0.reserve(id, total: 150 << 20) }
        #expect(try alice.usage.reserved == 150 << 20)
        #expect(try refusal { try files.change { try $0.reserve(id, total: 201 << 20) } }?.code == .quotaExceeded)
        try files.change { try $0.stored(id, hash("y"), size: 7) }
        #expect(try alice.usage.reserved == 7)
    }

    @Test func whatIsToldAgainChangesNothing() throws {
        let id = try begin(10)
        for _ in 0..<3 { try files.change { try $0.stored(id, hash("x"), size: 10) } }
        #expect(try alice.usage == (0, 10))
        _ = try alice.link(hash("x"), "file")
        try files.change { try $0.stored(id, hash("x"), size: 10) }
        #expect(try alice.usage == (10, 0))
    }

    @Test func anUploadThatIsGivenUpFreesItsRoom() throws {
        let id = try begin(10)
        for _ in 0..<2 { try files.change { try $0.forget(id) } }
        #expect(try alice.usage == (0, 0))
        #expect(try refusal { try files.change { try $0.stored(id, hash("x"), size: 10) } }?.code == .notFound)
    }

    @Test func anUploadEndsAfterSevenDays() throws {
        let id = try begin(10)
        let whole = try begin(20)
        try files.change { try $0.stored(whole, hash("x"), size: 20) }
        files.now += FileChange.uploadDays * 86_400
        #expect(try files.change { try $0.sweep() } == nil)
        #expect(try alice.usage == (0, 30))
        files.now += 1
        _ = try files.change { try $0.sweep() }
        #expect(try alice.usage == (0, 0))
        #expect(try refusal { _ = try alice.link(hash("x"), "file") }?.code == .unknownContent)
        #expect(try refusal { try files.change { try $0.reserve(id, total: 11) } }?.code == .notFound)
    }

    @Test func haveTellsWhatNeedNotBeSent() throws {
        files.quota = 1_000
        let folder = try alice.folder("folder")
        let live = try alice.file("live", "live")
        let beneath = try alice.file("beneath", "beneath", in: folder.id)
        let replaced = try alice.file("old", "changing")
        _ = try alice.replace(replaced.id, base: hash("old"), with: "new")
        let trashed = try alice.file("trashed", "trashed")
        let uploaded = try alice.upload("uploaded")
        _ = try (alice.trash(folder.id), alice.trash(trashed.id))
        let asked = ["live", "beneath", "trashed", "old", "uploaded", "never"]
        let states = try files.reading(alice.account) { try $0.have(HaveQuery(contents: asked.map(hash))) }.states
        #expect(states.map(\.state) == [.live, .trash, .trash, .version, .uploaded, .none])
        #expect(states[0].item == live.id && states.dropFirst().allSatisfy { $0.item == nil })
        #expect(beneath.file?.content == hash("beneath") && uploaded == hash("uploaded"))
    }
}
