// SPDX-License-Identifier: MIT
import Crypto
import Drive
import FileModel
import HubAPI
import TestSupport
import Testing

/// Files on their way, between a device and a real hub with its file service.
@Suite(.serialized) struct TransferTests {
    private let home: DriveHome
    private let device: Device

    init() throws {
        home = try DriveHome()
        device = try home.device("laptop")
        try device.client().refresh()
    }

    private static func content(_ count: Int, seed: UInt64 = 7) -> [UInt8] {
        var random = SeededRandom(seed: seed)
        return random.block(count)
    }

    @Test(arguments: [0, 1, 4 << 20, 9_000_001]) func aFileArrivesAndComesBack(size: Int) throws {
        let content = Self.content(size)
        device.maximumAppend = 4 << 20
        try device.write(content, to: "film.mkv")
        try device.order("film.mkv")
        let report = try device.drain()
        #expect(report.done == 1 && report.waiting == 0 && report.stop == nil)
        #expect(try device.listed() == ["film.mkv"])
        #expect(try device.received("film.mkv") == content)
    }

    /// The process dies at each step of an upload, at its first and second occurrence.
    @Test(arguments: [
        DriveStep.queued, .hashed, .uploadBegun, .placeKept, .appended, .contentStored, .orderSent, .orderKept,
    ]) func anUploadThatDiesGoesOn(step: DriveStep) throws {
        device.maximumAppend = 4 << 20
        for occurrence in 1...(step == .appended ? 3 : 1) {
            // Another content each time, or it would not be sent again.
            let content = Self.content(9_000_001, seed: UInt64(occurrence))
            try device.write(content, to: "film.mkv")
            let name = "film \(occurrence)"
            var seen = 0
            device.onStep = { reached in
                guard reached == step else { return }
                seen += 1
                if seen == occurrence { throw Died() }
            }
            #expect(throws: Died.self) {
                try device.order("film.mkv", as: name)
                try device.drain()
            }
            device.onStep = { _ in }
            let store = try device.client().store
            // Only what is committed at the hub and written down here is called done.
            #expect(try store.count(.done) == (step == .orderKept ? 1 : 0))
            try device.drain()
            #expect(try store.count(.waiting) == 0 && store.count(.failed) == 0)
            #expect(try device.listed().contains(name))
            #expect(try device.listed().count == occurrence, "each file is there once")
            #expect(try device.received(name) == content)
            try device.client().store.tasks(.done).forEach { _ = try device.client().store.forget($0.id) }
        }
        let versions = try device.client().server.versions(
            of: try #require(try item("film 1")).id)
        #expect(versions.isEmpty, "the order was executed once")
    }

    private func item(_ name: String) throws -> FileItem? {
        let client = try device.client()
        return try client.item(at: FilePath([FileName(name)]), in: client.space(named: nil).id)
    }

    /// The process dies at each step of a download; the file then appears whole, and once.
    @Test(arguments: [
        DriveStep.described, .stagingMade, .chunkWritten, .chunkKept, .bytesVerified, .dressed, .renamed, .downloadKept,
    ]) func aDownloadThatDiesGoesOn(step: DriveStep) throws {
        let content = Self.content(9_000_001)
        try device.write(content, to: "film.mkv")
        try device.order("film.mkv")
        try device.drain()
        let file = try #require(try item("film.mkv"))
        for occurrence in 1...(step == .chunkKept ? 3 : 1) {
            let target = try ScratchFolder()
            var seen = 0
            device.onStep = { reached in
                guard reached == step else { return }
                seen += 1
                if seen == occurrence { throw Died() }
            }
            #expect(throws: Died.self) {
                let client = try device.client()
                _ = try client.get(file, into: target.path, as: FileName("film.mkv"), replaces: false)
                _ = try client.drain(isRequested: true)
            }
            device.onStep = { _ in }
            let isNamed = step == .renamed || step == .downloadKept
            #expect(Folder.names(in: target.path).contains("film.mkv") == isNamed, "no half file has the name")
            try device.drain()
            #expect(Folder.names(in: target.path) == ["film.mkv"], "nothing is left behind")
            #expect(try target.bytes(of: "film.mkv") == content)
            #expect(try device.client().store.count(.waiting) == 0)
        }
    }

    @Test func aChunkThatTheDiskHasSpoilsIsReceivedAgain() throws {
        let content = Self.content(9_000_001)
        try device.write(content, to: "film.mkv")
        try device.order("film.mkv")
        try device.drain()
        let file = try #require(try item("film.mkv"))
        let target = try ScratchFolder()
        var chunks = 0
        device.onStep = { step in
            if step == .chunkKept { chunks += 1 }
            if chunks == 2 { throw Died() }
        }
        #expect(throws: Died.self) {
            let client = try device.client()
            _ = try client.get(file, into: target.path, as: FileName("film.mkv"), replaces: false)
            _ = try client.drain(isRequested: true)
        }
        device.onStep = { _ in }
        let staging = try #require(Folder.names(in: target.path).first)
        var bytes = try target.bytes(of: staging)
        bytes[5_000_000] ^= 1
        try target.write(bytes, to: staging)
        try device.drain()
        #expect(try target.bytes(of: "film.mkv") == content)
    }

    @Test func aFileThatIsThereIsNotReplacedUnlessItIsWished() throws {
        try device.write([1, 2, 3], to: "a")
        try device.order("a")
        try device.drain()
        let file = try #require(try item("a"))
        let target = try ScratchFolder()
        try target.write([9], to: "a")
        var client = try device.client()
        let task = try client.get(file, into: target.path, as: FileName("a"), replaces: false)
        #expect(try client.drain(isRequested: true).failed == 1)
        #expect(try client.store.task(task[0])?.reason == .targetExists)
        #expect(try target.bytes(of: "a") == [9])
        #expect(Folder.names(in: target.path) == ["a"])
        client = try device.client()
        _ = try client.get(file, into: target.path, as: FileName("a"), replaces: true)
        #expect(try client.drain(isRequested: true).done == 1)
        #expect(try target.bytes(of: "a") == [1, 2, 3])
    }

    @Test func whatIsOrderedOfflineIsDoneLater() throws {
        home.stop()
        try device.write([1, 2, 3], to: "a")
        let client = try device.client()
        let space = try client.space(named: nil)
        _ = try client.makeFolder(FilePath([FileName("x"), FileName("y")]), in: space.id, makesParents: true)
        let inner = try client.requireItem(at: FilePath([FileName("x"), FileName("y")]), in: space.id)
        _ = try client.put(
            folder: device.documents, name: FileName("a"), into: inner.id, in: space.id, as: FileName("a"))
        var report = try client.drain(isRequested: true)
        #expect(report.stop?.reason == .unreachable && report.done == 0 && report.waiting == 3)
        #expect(try client.store.tasks(.waiting).allSatisfy { $0.reason == .unreachable })
        try home.start()
        report = try device.drain()
        #expect(report.done == 3 && report.waiting == 0, "\(report)")
        #expect(try device.listed(["x", "y"]) == ["a"])
    }

    @Test func aFileThatIsGoneFailsAndOthersGoOn() throws {
        try device.write([1], to: "a")
        try device.write([2], to: "b")
        try device.order("a")
        try device.order("b")
        Folder.remove("\(device.documents)/a")
        let report = try device.drain()
        #expect(report.done == 1 && report.failed == 1 && report.waiting == 0)
        #expect(try device.client().store.tasks(.failed).map(\.reason) == [.sourceGone])
        #expect(try device.listed() == ["b"])
    }

    @Test func aFileThatChangesWhileItIsSentArrivesAsItIsInTheEnd() throws {
        device.maximumAppend = 1 << 20
        try device.write(Self.content(5 << 20), to: "a")
        let changed = Self.content(5 << 20, seed: 8)
        var appended = 0
        device.onStep = { [device] step in
            if step == .appended { appended += 1 }
            if step == .appended, appended == 2 { try device.write(changed, to: "a") }
        }
        try device.order("a")
        #expect(try device.drain().done == 1)
        #expect(try device.received("a") == changed)
    }

    @Test func foldersAreSentAndReceivedWhole() throws {
        try device.write([1], to: "top")
        for folder in ["album", "album/2026", "album/2026/empty"] { device.make(folder) }
        try device.write([2], to: "album/one.jpg")
        try device.write([], to: "album/2026/two.jpg")
        try device.order("album")
        #expect(try device.drain().done == 5)
        #expect(try device.listed(["album"]) == ["2026", "one.jpg"])
        let client = try device.client()
        let item = try client.requireItem(
            at: FilePath([FileName("album")]), in: client.space(named: nil).id)
        let target = try ScratchFolder()
        _ = try client.get(item, into: target.path, as: FileName("copy"), replaces: false)
        #expect(try client.drain(isRequested: true).done == 2)
        #expect(try target.bytes(of: "copy/one.jpg") == [2])
        #expect(try target.bytes(of: "copy/2026/two.jpg") == [])
        #expect(Folder.names(in: target.file("copy/2026")).sorted() == ["empty", "two.jpg"])
    }
}
