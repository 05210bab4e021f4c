// SPDX-License-Identifier: MIT
import Backups
import Crypto
import FileIO
import FileModel
import Glibc
import HubAPI
import HubFiles
import SQLite
import TestSupport
import Testing

struct FileBackupTests {
    private let home: BackedUpHome
    private static let texts = (0..<5).map { Array("content \($0)".utf8) }

    init() throws { home = try BackedUpHome() }

    private struct Interrupted: Error {}

    private func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

    private func restore(into name: String) throws -> (ContentFolder, Database) {
        let root = home.folder.file(name)
        mkdir(root, 0o700)
        let contents = try ContentFolder(beneath: root, isMaking: true)
        let manifest = try FileRestore(from: home.target).restore(
            to: contents, database: root + "/files.sqlite", random: .system)
        #expect(manifest.lacking == 0)
        return (contents, try Database(path: .file(root + "/files.sqlite"), applicationID: FileSchema.applicationID))
    }

    @Test func aBackupIsRestoredWithANewEpoch() throws {
        for (number, text) in Self.texts.enumerated() { try home.file(text, Array("file \(number)".utf8)) }
        try home.file([], Array("empty".utf8))
        let before = try home.changes(in: home.database)
        let manifest = try home.backUp()
        #expect(manifest.contents == 5 && manifest.bytes == 45 && manifest.lacking == 0)
        let (contents, database) = try restore(into: "restored")
        for text in Self.texts {
            let hash = ContentHash(SHA256.hash(text))
            #expect(try contents.file(hash).contentHash() == hash)
        }
        #expect(try home.changes(in: database).items == before.items)
        #expect(throws: HubProblem.self) { try home.changes(in: database, after: before.next) }
        #expect(!isThere(home.folder.file("restored/files.sqlite.restoring")))
    }

    @Test func onlyWhatIsLackingIsCopiedAndWhatIsNotNeededGoes() throws {
        let gone = try home.file(Self.texts[0], Array("gone".utf8))
        try home.file(Self.texts[1], Array("kept".utf8))
        _ = try home.backUp()
        // A second copy of what the backup has would fail.
        unlink(home.path(of: Self.texts[1], beneath: home.folder.path))
        try home.trash(gone.id)
        try home.pass(days: 40)
        try home.file(Self.texts[2], Array("new".utf8))
        let manifest = try home.backUp()
        #expect(manifest.contents == 2 && manifest.lacking == 0)
        #expect(!isThere(home.path(of: Self.texts[0], beneath: home.target)))
        #expect(isThere(home.path(of: Self.texts[1], beneath: home.target)))
        #expect(isThere(home.path(of: Self.texts[2], beneath: home.target)))
        let names = try DiskFolder(path: home.target).entries().compactMap(\.name.text)
        #expect(names == ["contents", manifest.database, "files.json"])
    }

    @Test func anInterruptedBackupLeavesTheOneBeforeAndIsFinishedByTheNext() throws {
        try home.file(Self.texts[0], Array("first".utf8))
        let first = try home.backUp()
        for (number, text) in Self.texts.enumerated().dropFirst() {
            try home.file(text, Array("file \(number)".utf8))
        }
        for count in 0...5 {
            var left = count
            #expect(throws: Interrupted.self) {
                _ = try home.backUp {
                    left -= 1
                    if left < 0 { throw Interrupted() }
                }
            }
            // What a kill in the middle of a content leaves.
            let part = home.path(of: Self.texts[4], beneath: home.target) + ".part"
            mkdir(String(part.prefix(part.utf8.count - 70)), 0o700)
            try home.overwrite([1, 2, 3], to: part)
            let (contents, database) = try restore(into: "restored \(count)")
            #expect(try home.changes(in: database).items.count == 1)
            #expect(try contents.file(ContentHash(SHA256.hash(Self.texts[0]))).size() == 9)
        }
        let second = try home.backUp()
        #expect(first.contents == 1 && second.contents == 5)
        #expect(!isThere(home.path(of: Self.texts[4], beneath: home.target) + ".part"))
        #expect(try home.changes(in: restore(into: "restored").1).items.count == 5)
    }

    @Test func twoBackupsInOneSecondAreTwo() throws {
        try home.file(Self.texts[0], Array("file".utf8))
        let first = try home.backUp()
        #expect(throws: Interrupted.self) {
            _ = try home.backUp(at: first.made) { throw Interrupted() }
        }
        _ = try FileRestore(from: home.target)
        #expect(try home.backUp(at: first.made).database != first.database)
    }

    @Test func whatIsDamagedIsLackingAndNeverCopied() throws {
        for (number, text) in Self.texts.enumerated() { try home.file(text, Array("file \(number)".utf8)) }
        try home.overwrite(Array("kontent 0".utf8), to: home.path(of: Self.texts[0], beneath: home.folder.path))
        unlink(home.path(of: Self.texts[1], beneath: home.folder.path))
        let manifest = try home.backUp()
        #expect(manifest.contents == 3 && manifest.lacking == 2)
        #expect(!isThere(home.path(of: Self.texts[0], beneath: home.target)))
    }

    @Test func aRestoreWritesOverNothingAndBelievesNothing() throws {
        try home.file(Self.texts[0], Array("file".utf8))
        #expect(throws: BackupError.self) { _ = try FileRestore(from: home.folder.path) }
        let manifest = try home.backUp()
        let restore = try FileRestore(from: home.target)
        let refused = #expect(throws: BackupError.self) {
            _ = try restore.restore(
                to: home.contents, database: home.folder.file("files.sqlite"), random: .system)
        }
        #expect(refused?.code == .alreadyThere)
        // A content that was changed in the backup is not restored.
        try home.overwrite(Array("kontent 0".utf8), to: home.path(of: Self.texts[0], beneath: home.target))
        mkdir(home.folder.file("other"), 0o700)
        let other = try ContentFolder(beneath: home.folder.file("other"), isMaking: true)
        let result = try restore.restore(to: other, database: home.folder.file("other.sqlite"), random: .system)
        #expect(result.contents == 0 && result.lacking == 1)
        let path = home.target + "/" + manifest.database
        try home.overwrite(File.read(path) + [0], to: path)
        #expect(throws: BackupError.self) { _ = try FileRestore(from: home.target) }
    }

    @Test(arguments: ["../files.sqlite", "files-1/../../x.sqlite", "/etc/passwd", "files-.json", ""])
    func aPageNamesNothingElsewhere(name: String) throws {
        try home.file(Self.texts[0], Array("file".utf8))
        let manifest = try home.backUp()
        let page = String(decoding: try File.read(home.target + "/files.json"), as: UTF8.self)
        try home.overwrite(
            Array(page.replacing(manifest.database, with: name).utf8), to: home.target + "/files.json")
        #expect(throws: BackupError.self) { _ = try FileRestore(from: home.target) }
    }
}
