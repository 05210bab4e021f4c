// SPDX-License-Identifier: MIT
import Crypto
import FileModel
import HubAPI
import HubFiles
import SQL
import SQLite
import Testing

/// What becomes of contents that nothing refers to.
struct GarbageTests {
    private let files: FilesFixture
    private let alice: Person
    private static let grace = FileChange.graceHours * 3_600
    private static let day: UInt64 = 86_400

    init() throws {
        files = try FilesFixture()
        alice = try files.account(1)
    }

    private func hash(_ text: String) -> ContentHash { ContentHash(SHA256.hash(Array(text.utf8))) }

    private func garbage() throws -> [ContentHash] {
        try ContentReading(database: files.database, now: files.now).garbage(grace: Self.grace)
    }

    private func giveUp(_ contents: [ContentHash]) throws -> [ContentHash] {
        try files.change { try $0.giveUp(contents, grace: Self.grace) }
    }

    /// Lets days pass, and ends each day what is past its time.
    private func pass(days: UInt64) throws {
        files.now += 1
        for _ in 0..<days {
            files.now += Self.day
            var place: Int64?
            repeat { place = try files.change { try $0.sweep(from: place) } } while place != nil
        }
    }

    @Test func aContentGoes48HoursAfterItsLastReference() throws {
        let item = try alice.file("gone", "gone")
        _ = try alice.file("kept", "kept")
        _ = try alice.trash(item.id)
        try pass(days: 30)
        #expect(try garbage().isEmpty)
        files.now += Self.grace - 1
        #expect(try garbage().isEmpty && giveUp([hash("gone")]).isEmpty)
        files.now += 1
        #expect(try garbage() == [hash("gone")])
        #expect(try giveUp([hash("gone"), hash("kept"), hash("never")]) == [hash("gone")])
        // Asked again, as after a kill.
        #expect(try garbage() == [hash("gone")] && giveUp([hash("gone")]) == [hash("gone")])
        for _ in 0..<2 { try files.change { try $0.removed([hash("gone"), hash("kept")]) } }
        #expect(try garbage().isEmpty)
        #expect(try alice.item(alice.file("again", "again").id).file != nil)
    }

    @Test func versionsTrashAndUploadsKeepTheirContents() throws {
        let changed = try alice.file("old", "changed")
        _ = try alice.replace(changed.id, base: hash("old"), with: "new")
        _ = try alice.trash(alice.file("trashed", "trashed").id)
        try pass(days: 6)
        let uploaded = try alice.upload("uploaded")
        try pass(days: 6)
        #expect(try giveUp(["old", "new", "trashed"].map(hash) + [uploaded]).isEmpty)
        try pass(days: 4)
        #expect(try garbage() == [uploaded])
        try pass(days: 30)
        #expect(try Set(garbage()) == Set(["old", "trashed"].map(hash) + [uploaded]))
    }

    @Test func anUploadEndsTheDyingAndTheTimeBeginsAnew() throws {
        let upload = try alice.upload("content")
        try pass(days: 10)
        #expect(try giveUp([upload]) == [upload])
        _ = try alice.upload("content")
        #expect(try garbage().isEmpty && giveUp([upload]).isEmpty)
        // The second commit of the removal comes late, and removes nothing.
        try files.change { try $0.removed([upload]) }
        _ = try alice.link(upload, "linked")
        #expect(try alice.names() == ["linked"])
    }

    @Test func aDyingContentCannotBeLinked() throws {
        let upload = try alice.upload("content")
        try pass(days: 10)
        _ = try giveUp([upload])
        #expect(try refusal { _ = try alice.link(upload, "linked") }?.code == .unknownContent)
    }

    @Test func nothingIsGivenUpWhileALeaseIsHeld() throws {
        let (first, second) = (try alice.upload("first"), try alice.upload("second"))
        try pass(days: 10)
        #expect(try giveUp([first]) == [first])
        let lease = try files.change { try $0.lease(seconds: 600) }
        #expect(try giveUp([first, second]) == [first])
        files.now += 599
        try files.change { try $0.renewLease(lease, seconds: 600) }
        files.now += 599
        #expect(try giveUp([second]).isEmpty)
        try files.change { try $0.endLease(lease) }
        #expect(try giveUp([second]) == [second])
    }

    @Test func aLeaseThatRanOutIsNotRenewed() throws {
        let lease = try files.change { try $0.lease(seconds: 600) }
        files.now += 600
        #expect(throws: SQLError.self) { try files.change { try $0.renewLease(lease, seconds: 600) } }
        let upload = try alice.upload("content")
        try pass(days: 10)
        #expect(try giveUp([upload]) == [upload])
    }

    @Test func anUploadThatIsStillComingDoesNotEnd() throws {
        let id = try UploadID(files.random.bytes(UploadID.byteCount))
        try files.change { try $0.reserve(id, by: alice.account, space: nil, length: 100) }
        for _ in 0..<3 {
            try pass(days: 5)
            #expect(try files.change { try $0.isExpected(id, idle: 60) })
        }
        try pass(days: 5)
        #expect(try files.change { try $0.isExpected(id, idle: 5 * Self.day) })
        try pass(days: 3)
        #expect(try !files.change { try $0.isExpected(id, idle: 8 * Self.day) })
        #expect(try alice.usage.reserved == 0)
    }

    @Test func anOldStoreBeginsToCountWithItsNewTables() throws {
        let old = try Database(path: .inMemory, applicationID: FileSchema.applicationID)
        try old.migrate(Array(FileSchema.migrations.prefix(1)))
        for (number, text) in ["idle", "uploaded"].enumerated() {
            try old.run(
                "INSERT INTO content (hash, size, added) VALUES (?, 5, ?)",
                [.blob(hash(text).digest.bytes), .integer(Int64(files.now) + Int64(number))])
        }
        try old.run(
            "INSERT INTO space (uid, owner, own, digest) VALUES (?, ?, 1, ?)",
            [
                .blob([UInt8](repeating: 1, count: 16)), .blob([UInt8](repeating: 1, count: 16)),
                .blob([0, 0, 0, 0, 0, 0, 0, 0]),
            ])
        try old.run(
            "INSERT INTO upload (uid, account, space, reserved, content, time) VALUES (?, ?, 1, 0, 2, 0)",
            [.blob([UInt8](repeating: 2, count: 16)), .blob([UInt8](repeating: 1, count: 16))])
        try old.migrate(FileSchema.migrations)
        let reading = ContentReading(database: old, now: 4_000_000_000)
        #expect(try reading.garbage(grace: Self.grace) == [hash("idle")])
    }
}
