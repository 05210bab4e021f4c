// SPDX-License-Identifier: MIT
import Backups
import FileIO
import FileModel
import Glibc
import HubAPI
import TestSupport
import Testing

struct FileExportTests {
    private let home: BackedUpHome

    init() throws { home = try BackedUpHome() }

    private func export(to name: String, owner: String = "alice") throws -> FileExport.Report {
        mkdir(home.folder.file(name), 0o700)
        return try FileExport(database: home.database, contents: home.contents, ownerName: { _ in owner })
            .write(to: DiskFolder(path: home.folder.file(name)), keepLease: {})
    }

    @Test func theTreeIsWrittenByteForByte() throws {
        let folder = try home.makeFolder("documents")
        let inner = try home.makeFolder("inner", in: folder.id)
        let names: [[UInt8]] = [[0xff, 0xfe, 0x20], Array("-rf".utf8), Array("a\nb".utf8), Array("...".utf8)]
        for (number, name) in names.enumerated() { try home.file(Array("\(number)".utf8), name, in: inner.id) }
        try home.file([], Array("empty".utf8))
        try home.trash(home.file(Array("trashed".utf8), Array("trashed".utf8)).id)
        let report = try export(to: "export")
        #expect(report.folders == 2 && report.files == 5 && report.bytes == 4 && report.lacking.isEmpty)
        let own = try DiskFolder(path: home.folder.file("export/alice/own"))
        #expect(try own.entries().map(\.name.text) == ["documents", "empty"])
        let written = try own.folder(FileName("documents")).folder(FileName("inner"))
        #expect(
            try written.entries().map(\.name.bytes).sorted { $0.lexicographicallyPrecedes($1) }
                == names.sorted { $0.lexicographicallyPrecedes($1) })
        for (number, name) in names.enumerated() {
            #expect(try written.file(FileName(name)).read(10, at: 0) == Array("\(number)".utf8))
        }
        var status = stat()
        #expect(stat(home.folder.file("export/alice/own/documents/inner/-rf"), &status) == 0)
        #expect(status.st_mode & 0o777 == 0o700 && status.st_mtim.tv_sec == -2)
        #expect(status.st_mtim.tv_nsec == 500_000_000)
    }

    @Test func nothingIsOverwritten() throws {
        try home.file(Array("new".utf8), Array("file".utf8))
        mkdir(home.folder.file("export"), 0o700)
        try home.folder.write(Array("old".utf8), to: "export/file")
        let refused = #expect(throws: BackupError.self) { _ = try export(to: "export") }
        #expect(refused?.code == .alreadyThere)
        #expect(try home.folder.bytes(of: "export/file") == Array("old".utf8))
    }

    @Test(arguments: ["../alice", "..", "", "a/b"]) func anOwnerIsNoWayElsewhere(owner: String) throws {
        try home.file(Array("new".utf8), Array("file".utf8))
        #expect(try export(to: "export", owner: owner).files == 1)
        let names = try DiskFolder(path: home.folder.file("export")).entries()
        #expect(names.count == 1 && names[0].kind == .folder)
    }

    @Test func aDamagedContentIsToldAndNotWritten() throws {
        try home.file(Array("whole".utf8), Array("whole".utf8))
        try home.file(Array("damaged".utf8), Array("damaged".utf8))
        try home.file(Array("missing".utf8), Array("missing".utf8))
        try home.overwrite(Array("DAMAGED".utf8), to: home.path(of: Array("damaged".utf8), beneath: home.folder.path))
        unlink(home.path(of: Array("missing".utf8), beneath: home.folder.path))
        let report = try export(to: "export")
        #expect(report.files == 1 && report.lacking == ["alice/own/damaged", "alice/own/missing"])
        #expect(access(home.folder.file("export/alice/own/damaged"), F_OK) != 0)
    }
}
