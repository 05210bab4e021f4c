// SPDX-License-Identifier: MIT
import Crypto
import FileModel
import HubAPI
import HubFiles
import SQL
import SQLite
import Testing

/// Contents that are rows of the database.
struct SmallContentTests {
    private let files: FilesFixture
    private let alice: Person

    init() throws {
        files = try FilesFixture()
        alice = try files.account(1)
    }

    private func store(_ text: String) throws -> ContentHash {
        let bytes = Array(text.utf8)
        let id = try UploadID(files.random.bytes(UploadID.byteCount))
        try files.change { try $0.store(bytes, as: id, by: alice.account, space: nil) }
        return ContentHash(SHA256.hash(bytes))
    }

    private var reading: ContentReading { ContentReading(database: files.database, now: files.now) }

    @Test func theBytesAreThereAfterOneCommit() throws {
        let hash = try store("a letter")
        #expect(try reading.bytes(of: hash) == Array("a letter".utf8))
        // Again, as after a lost answer.
        #expect(try store("a letter") == hash)
        let item = try files.order(
            .link(
                NewFile(
                    id: files.operation(), item: files.id(), parent: alice.root, name: FileName("letter"), content: hash
                )),
            by: alice.account)
        #expect(item.file?.size == 8)
        #expect(try reading.bytes(of: ContentHash(SHA256.hash([1, 2, 3]))) == nil)
    }

    @Test func nothingIsKeptBeyondTheQuotaOrTheSize() throws {
        files.quota = 10
        #expect(throws: HubProblem.self) { try store("more than ten bytes") }
        #expect(try reading.bytes(of: ContentHash(SHA256.hash(Array("more than ten bytes".utf8)))) == nil)
        files.quota = 1_000_000
        for count in [0, SmallContent.maximumCount + 1] {
            #expect(throws: HubProblem.self) { try store(String(repeating: "x", count: count)) }
        }
        _ = try store(String(repeating: "x", count: SmallContent.maximumCount))
    }

    /// The file service has no file to read or to copy.
    @Test func filesAreCheckedAndCopiedAndRowsAreNot() throws {
        _ = try alice.file("of bytes in a file", "file")
        let hash = try store("of bytes in a row")
        files.now += 8 * 86_400
        #expect(try reading.due() == [ContentHash(SHA256.hash(Array("of bytes in a file".utf8)))])
        #expect(try !reading.referenced(after: 0).contains { $0.hash == hash })
        _ = try files.change { try $0.checkAll() }
        #expect(try reading.due().count == 1)
    }

    @Test func theRowGoesWithItsContent() throws {
        let hash = try store("soon forgotten")
        files.now += 8 * 86_400
        var place: Int64?
        repeat { place = try files.change { try $0.sweep(from: place) } } while place != nil
        files.now += FileChange.graceHours * 3_600 + 1
        let grace = FileChange.graceHours * 3_600
        #expect(try files.change { try $0.giveUp([hash], grace: grace) } == [hash])
        // The same bytes come while the content is dying: it lives.
        #expect(try store("soon forgotten") == hash)
        try files.change { try $0.removed([hash]) }
        #expect(try reading.bytes(of: hash) != nil)
        files.now += 10 * 86_400
        repeat { place = try files.change { try $0.sweep(from: place) } } while place != nil
        files.now += grace + 1
        #expect(try files.change { try $0.giveUp([hash], grace: grace) } == [hash])
        try files.change { try $0.removed([hash]) }
        #expect(try reading.bytes(of: hash) == nil)
        #expect(try files.database.row("SELECT 1 FROM small", []) == nil)
    }

    @Test func aRowWithOtherBytesIsNotHandedOut() throws {
        let hash = try store("right")
        try files.database.run("UPDATE small SET bytes = ?", [.blob(Array("wrong".utf8))])
        #expect(throws: SQLError.self) { try reading.bytes(of: hash) }
    }
}
