// SPDX-License-Identifier: MIT
import Drive
import FileModel
import Glibc
import HubAPI
import TestSupport
import Testing

/// Reading in a mounted folder, before a real hub with its file service.
@Suite(.serialized, .enabled(if: MountedDevice.canMount, "SKIPPED: /dev/fuse is not here"))
struct MountReadingTests {
    private let home: DriveHome
    private let writer: Device

    init() throws {
        home = try DriveHome()
        writer = try home.device("desk")
        try writer.client().refresh()
    }

    private static func content(_ count: Int, seed: UInt64 = 7) -> [UInt8] {
        var random = SeededRandom(seed: seed)
        return random.block(count)
    }

    private func upload(_ content: [UInt8], as name: String) throws {
        try writer.write(content, to: name)
        try writer.order(name)
        let report = try writer.drain()
        #expect(report.done == 1)
    }

    @Test(arguments: [0, 1, 4096, 4 << 20, (4 << 20) + 1, 13_000_001]) func aFileIsReadAsItIs(size: Int) throws {
        let content = Self.content(size)
        try upload(content, as: "film.mkv")
        let mounted = try home.mounted("laptop")
        #expect(Folder.names(in: mounted.path) == ["film.mkv"])
        #expect(try File.read(mounted.file("film.mkv")) == content)
        #expect(try File.read(mounted.file("film.mkv")) == content, "and again, from this device")
        #expect(mounted.state(of: "film.mkv") == "cached")
        #expect(mounted.mount.receivedBytes == UInt64(size), "each byte came once")
    }

    @Test func aRangeBringsItsChunksAlone() throws {
        let content = Self.content(40_000_001)
        try upload(content, as: "film.mkv")
        let mounted = try home.mounted("laptop")
        let file = open(mounted.file("film.mkv"), O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        var piece = [UInt8](repeating: 0, count: 1000)
        #expect(pread(file, &piece, 1000, 30_000_000) == 1000)
        #expect(piece == Array(content[30_000_000..<30_001_000]))
        #expect(mounted.state(of: "film.mkv") == "partial")
        #expect(mounted.mount.receivedBytes <= 8 << 20)
        #expect(pread(file, &piece, 1000, 40_000_000) == 1)
        #expect(pread(file, &piece, 1000, 40_000_001) == 0)
    }

    /// Names, attributes, an opening and a closing: nothing of what a file manager does to show a folder needs bytes.
    @Test func showingAFolderDownloadsNothing() throws {
        for number in 0..<40 { try writer.write(Self.content(10_000, seed: UInt64(number)), to: "\(number).jpg") }
        for number in 0..<40 { try writer.order("\(number).jpg") }
        try writer.drain()
        let mounted = try home.mounted("laptop")
        let names = Folder.names(in: mounted.path)
        #expect(names.count == 40)
        for name in names {
            var status = stat()
            #expect(stat(mounted.file(name), &status) == 0 && status.st_size == 10_000)
            #expect(access(mounted.file(name), R_OK) == 0)
            var list = [CChar](repeating: 0, count: 256)
            #expect(listxattr(mounted.file(name), &list, list.count) > 0)
            #expect(mounted.state(of: name) == "remote")
            let file = open(mounted.file(name), O_RDONLY | O_CLOEXEC)
            #expect(file >= 0)
            close(file)
        }
        #expect(mounted.mount.receivedBytes == 0)
    }

    @Test func whatWasReadIsThereWithoutANetwork() throws {
        let content = Self.content(5_000_000)
        try upload(content, as: "here")
        try upload(Self.content(5_000_000, seed: 8), as: "there")
        var mounted = try home.mounted("laptop")
        #expect(try File.read(mounted.file("here")) == content)
        mounted.stop()
        home.stop()
        mounted = try MountedDevice(mounted.device, hubPort: home.port)
        #expect(Folder.names(in: mounted.path) == ["here", "there"])
        #expect(try File.read(mounted.file("here")) == content)
        let began = time(nil)
        let file = open(mounted.file("there"), O_RDONLY | O_CLOEXEC)
        var byte: UInt8 = 0
        #expect(read(file, &byte, 1) == -1 && errno == EHOSTUNREACH)
        close(file)
        #expect(time(nil) - began <= 2)
        try home.start()
        try mounted.eventually("the file can be read again") {
            (try? File.read(mounted.file("there"))) == Self.content(5_000_000, seed: 8)
        }
    }

    @Test func twoMountsOfOneDriveAreRefused() throws {
        let mounted = try home.mounted("laptop")
        #expect { _ = try MountedDevice(mounted.device, hubPort: home.port) } throws: {
            ($0 as? DriveError)?.reason == .blocked
        }
        #expect(Folder.names(in: mounted.path) == [])
    }

    @Test func whatOthersDoAppears() throws {
        try upload(Array("first".utf8), as: "a")
        let mounted = try home.mounted("laptop")
        #expect(try File.read(mounted.file("a")) == Array("first".utf8))
        try writer.write(Array("second, and longer".utf8), to: "a")
        try writer.order("a")
        try writer.drain()
        try mounted.eventually("the new content") {
            try File.read(mounted.file("a")) == Array("second, and longer".utf8)
        }
        let client = try writer.client()
        let space = try client.space(named: nil)
        let item = try client.requireItem(at: FilePath([FileName("a")]), in: space.id)
        _ = try client.move(item, to: space.id.root, as: FileName("b"))
        try writer.drain()
        try mounted.eventually("the new name") { Folder.names(in: mounted.path) == ["b"] }
        var status = stat()
        try mounted.eventually("the old name is gone") { stat(mounted.file("a"), &status) == -1 && errno == ENOENT }
        _ = try client.moveToTrash(try client.requireItem(at: FilePath([FileName("b")]), in: space.id))
        try writer.drain()
        try mounted.eventually("nothing") { Folder.names(in: mounted.path) == [] }
        try mounted.eventually("the name is gone") { stat(mounted.file("b"), &status) == -1 && errno == ENOENT }
    }
}
