// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import FileModel
import Glibc
import HubAPI
import TestSupport
import Testing
import Tokens

/// A disk loses bytes of a content, and real processes find it, of which one dies at each step.
@Suite(.serialized) struct DamageTests {
    @Test(arguments: ["-", "putAside", "damageTold"]) func aDamagedContentIsToldAndRepaired(step: String) throws {
        let death = step == "-" ? nil : CommitHome.Death(isOfHub: false, step: step)
        let disk = try FailingDisk(death)
        let item = try disk.link()
        let before = try disk.changes(after: nil)
        try disk.damage()
        #expect(try disk.scrub() == "0")
        try disk.wait { try disk.item(item).file?.damaged == true }
        #expect(disk.home.hasDied == (death != nil))
        // Found by the change feed, kept aside, wanted again.
        let told = try disk.changes(after: before.next)
        #expect(told.items.map(\.id) == [item] && told.items[0].file?.damaged == true)
        let aside = try disk.home.folder.bytes(of: "files/quarantine/\(disk.hash)")
        #expect(aside.count == disk.content.count && aside != disk.content)
        #expect(try disk.have() == .none)
        let check = try disk.check()
        #expect(check.status == "7" && check.text.contains("\(disk.hash)"), "\(check)")
        // The same bytes repair it.
        try disk.upload()
        #expect(try disk.item(item).file?.damaged == nil)
        #expect(try disk.changes(after: told.next).items.map(\.id) == [item])
        #expect(try disk.home.transfer([], to: "/v1/files/items/\(item)/content").body == disk.content)
        #expect(try disk.have() == .live)
        #expect(try disk.check().status == "0")
    }

    @Test func aMissingContentIsDamagedAsWell() throws {
        let disk = try FailingDisk(nil)
        let item = try disk.link()
        unlink(disk.path)
        #expect(try disk.scrub() == "0")
        try disk.wait { try disk.item(item).file?.damaged == true }
        try disk.upload()
        #expect(try disk.item(item).file?.damaged == nil)
    }

    @Test func aWholeContentStaysAsItIs() throws {
        let disk = try FailingDisk(nil)
        let item = try disk.link()
        let before = try disk.changes(after: nil)
        #expect(try disk.scrub() == "0")
        try disk.wait { try disk.check().text.contains("\"due\":0") }
        #expect(try disk.changes(after: before.next).items.isEmpty)
        #expect(try disk.item(item).file?.damaged == nil)
        #expect(access(disk.home.folder.file("files/quarantine/\(disk.hash)"), F_OK) != 0)
    }
}

/// One file of one account, on a disk that loses bytes.
private final class FailingDisk {
    let home: CommitHome
    let content: [UInt8]
    let hash: ContentHash
    private let source: String

    init(_ death: CommitHome.Death?) throws {
        home = try CommitHome(death, .init(isRemoving: true))
        var random = SeededRandom(seed: 14)
        content = random.block(300_001)
        source = try home.folder.write(content, to: "content")
        hash = ContentHash(SHA256.hash(content))
    }

    var path: String { home.folder.file("files/contents/\(hash.description.prefix(2))/\(hash)") }

    /// One bit in the middle.
    func damage() throws {
        let descriptor = open(path, O_RDWR)
        defer { close(descriptor) }
        var byte = content[150_000] ^ 0x10
        try require(pwrite(descriptor, &byte, 1, 150_000) == 1, path)
    }

    func upload() throws {
        let made = try home.transfer(
            [
                "-X", "POST", "-H", "Upload-Complete: ?0", "-H", "Content-Length: 0", "-H",
                "Upload-Length: \(content.count)",
            ], to: "/v1/uploads")
        let place = try #require(made.headers["location"])
        let reply = try home.transfer(
            [
                "-X", "PATCH", "-H", "Content-Type: application/partial-upload", "-H", "Upload-Offset: 0", "-H",
                "Upload-Complete: ?1", "-T", source,
            ], to: place)
        try require(reply.status == 200, "PATCH: \(reply.status)")
    }

    func link() throws -> ItemID {
        let root = try space().id.root
        try upload()
        let order = NewFile(
            id: OperationID(at: Timestamp(seconds: CommitHome.now), random: .system),
            item: try ItemID(RandomSource.system.bytes(ItemID.byteCount)), parent: root, name: try FileName("file"),
            content: hash)
        return try home.call(Routes.linkFile, order).id
    }

    private func space() throws -> FileSpace { try #require(try home.call(Routes.spaces, Nothing()).spaces.first) }

    func item(_ id: ItemID) throws -> FileItem {
        try home.call(Routes.fileItem, Nothing(), values: [id.description])
    }

    func changes(after: String?) throws -> FileChanges {
        try home.call(
            Routes.fileChanges, Nothing(), values: [space().id.description], query: after.map { [("after", $0)] } ?? [])
    }

    func have() throws -> HaveState.State {
        try home.call(Routes.haveContents, HaveQuery(contents: [hash])).states[0].state
    }

    /// Waits for the file service, and starts it again if it has died.
    func wait(_ condition: () throws -> Bool) throws {
        for _ in 0..<3_000 {
            try home.revive()
            if try condition() {
                // A step behind the last one.
                usleep(50_000)
                return try home.revive()
            }
            usleep(20_000)
        }
        throw UnexpectedResult("It did not come true.")
    }

    // MARK: - The operator

    func scrub() throws -> String { try command("scrub").status }

    func check() throws -> (text: String, status: String) { try command("check") }

    private func command(_ name: String) throws -> (text: String, status: String) {
        let output = home.folder.file("output")
        let words = [
            BuiltPrograms.path("satchel-hub"), "files", name, "--json", "--directory", home.folder.file("hub"),
        ]
        let quoted = words.map { "'\($0)'" }.joined(separator: " ")
        let script = try home.folder.write(
            Array("\(quoted) > '\(output)' 2>&1\necho shown $?\n".utf8), to: "script")
        guard case .shown(let status) = try Child("/bin/sh", [script]).finish() else {
            throw UnexpectedResult("The shell did not run.")
        }
        return (String(decoding: try home.folder.bytes(of: "output"), as: UTF8.self), status)
    }
}
