// SPDX-License-Identifier: MIT
import Drive
import FileModel
import Glibc
import HubAPI
import TestSupport
import Testing

/// Writing in a mounted folder: what a program has written is there at once, is sent later, and is never lost.
@Suite(.serialized, .enabled(if: MountedDevice.canMount, "SKIPPED: /dev/fuse is not here"))
struct MountWritingTests {
    private let home: DriveHome
    private let reader: Device
    private let mounted: MountedDevice

    init() throws {
        home = try DriveHome()
        reader = try home.device("desk")
        try reader.client().refresh()
        mounted = try home.mounted("laptop")
    }

    private static func content(_ count: Int, seed: UInt64 = 7) -> [UInt8] {
        var random = SeededRandom(seed: seed)
        return random.block(count)
    }

    private func arrived(_ name: String, _ content: [UInt8]) throws {
        try mounted.eventually("\(name) is at the hub") {
            try reader.listed().contains(name) && reader.received(name) == content
        }
    }

    @Test(arguments: [0, 1, 5_000_000]) func aNewFileArrives(size: Int) throws {
        let content = Self.content(size)
        try File.write(content, to: mounted.file("new"))
        #expect(try File.read(mounted.file("new")) == content)
        #expect(mounted.state(of: "new") == "unsent")
        try arrived("new", content)
        try mounted.eventually("it counts as sent") { mounted.state(of: "new") == "cached" }
        #expect(try File.read(mounted.file("new")) == content)
        #expect(mounted.mount.receivedBytes == 0, "the bytes were here")
    }

    /// The queue is executed while programs make, move and remove: what they have done holds at any moment of it.
    @Test func namesHoldWhileTheQueueIsExecuted() throws {
        var random = SeededRandom(seed: 9)
        for number in 0..<60 {
            func pause() { usleep(UInt32(random.next() % 30_000)) }
            func names() -> [String] { Folder.names(in: mounted.path).filter { !$0.hasPrefix("done") } }
            #expect(mkdir(mounted.file("made"), 0o700) == 0)
            try File.write([UInt8(number)], to: mounted.file("file"))
            pause()
            #expect(rename(mounted.file("made"), mounted.file("moved")) == 0)
            #expect(names() == ["file", "moved"], "round \(number)")
            pause()
            #expect(names() == ["file", "moved"], "round \(number)")
            #expect(unlink(mounted.file("file")) == 0)
            #expect(names() == ["moved"], "round \(number)")
            pause()
            #expect(names() == ["moved"], "round \(number)")
            if number % 10 == 0 {
                #expect(rename(mounted.file("moved"), mounted.file("done \(number)")) == 0)
            } else {
                #expect(rmdir(mounted.file("moved")) == 0)
            }
            #expect(names() == [], "round \(number)")
        }
        let done = (0..<6).map { "done \($0 * 10)" }
        try mounted.eventually("the hub has the same") { try reader.listed() == done }
        #expect(Folder.names(in: mounted.path) == done)
        #expect(try mounted.device.client().store.tasks(.failed).map(\.reason) == [])
    }

    /// What is set on bytes that wait to be sent shows at once, goes to the server, and stays when they are written to.
    @Test func permissionsOfWhatWaitsShowAtOnce() throws {
        try mounted.eventually("the hub was seen") { try mounted.device.client().store.spaces().count == 1 }
        home.stop()
        try File.write([1], to: mounted.file("tool"))
        try mounted.eventually("it waits") { try mounted.device.client().store.tasks(.waiting).count == 1 }
        func isExecutable() -> Bool { access(mounted.file("tool"), X_OK) == 0 }
        #expect(!isExecutable())
        #expect(chmod(mounted.file("tool"), 0o755) == 0)
        #expect(isExecutable())
        let file = open(mounted.file("tool"), O_WRONLY | O_CLOEXEC | O_APPEND)
        #expect(write(file, "2", 1) == 1)
        close(file)
        #expect(isExecutable())
        try home.start()
        mounted.mount.wake()
        try arrived("tool", [1, 50])
        let item = try #require(
            try reader.client().item(at: FilePath([FileName("tool")]), in: reader.client().space(named: nil).id))
        #expect(item.file?.executable == true)
        #expect(isExecutable())
        #expect(try mounted.device.client().store.tasks(.failed).map(\.reason) == [])
    }

    @Test func aChangeInTheMiddleKeepsTheRest() throws {
        var content = Self.content(9_000_001)
        try reader.write(content, to: "film")
        try reader.order("film")
        try reader.drain()
        try mounted.eventually("it is heard of") { Folder.names(in: mounted.path) == ["film"] }
        let file = open(mounted.file("film"), O_RDWR | O_CLOEXEC)
        #expect(file >= 0)
        #expect(pwrite(file, "changed", 7, 5_000_000) == 7)
        #expect(fsync(file) == 0)
        content.replaceSubrange(5_000_000..<5_000_007, with: Array("changed".utf8))
        #expect(try File.read(mounted.file("film")) == content)
        close(file)
        try arrived("film", content)
        let item = try #require(
            try reader.client().item(at: FilePath([FileName("film")]), in: reader.client().space(named: nil).id))
        #expect(try reader.client().server.versions(of: item.id).count == 1)
    }

    /// An editor writes another file, flushes it and gives it the old one's name: the hub has one new version.
    @Test func savingByRenamingIsOneVersion() throws {
        try File.write(Array("first".utf8), to: mounted.file("letter.txt"))
        try arrived("letter.txt", Array("first".utf8))
        try mounted.eventually("it counts as sent") { mounted.state(of: "letter.txt") == "cached" }
        let item = try #require(
            try reader.client().item(at: FilePath([FileName("letter.txt")]), in: reader.client().space(named: nil).id))
        try File.write(Array("second".utf8), to: mounted.file(".letter.txt.tmp"))
        #expect(rename(mounted.file(".letter.txt.tmp"), mounted.file("letter.txt")) == 0)
        #expect(try File.read(mounted.file("letter.txt")) == Array("second".utf8))
        try arrived("letter.txt", Array("second".utf8))
        #expect(try reader.listed() == ["letter.txt"])
        #expect(try reader.client().server.versions(of: item.id).count == 1)
    }

    @Test func foldersNamesAndRemovalsFollow() throws {
        #expect(mkdir(mounted.file("a"), 0o700) == 0)
        #expect(mkdir(mounted.file("a/b"), 0o700) == 0)
        try File.write([1], to: mounted.file("a/b/one"))
        try File.write([2], to: mounted.file("a/two"))
        #expect(rename(mounted.file("a/two"), mounted.file("a/b/zwei")) == 0)
        #expect(rename(mounted.file("a/b"), mounted.file("c")) == 0)
        #expect(Folder.names(in: mounted.file("c")) == ["one", "zwei"])
        try mounted.eventually("the folders") { try reader.listed() == ["a", "c"] }
        try mounted.eventually("the files") { try reader.listed(["c"]) == ["one", "zwei"] }
        #expect(rmdir(mounted.file("a")) == 0)
        #expect(unlink(mounted.file("c/one")) == 0)
        #expect(Folder.names(in: mounted.path) == ["c"])
        try mounted.eventually("the removals") { try reader.listed() == ["c"] && reader.listed(["c"]) == ["zwei"] }
    }

    @Test func whatIsWrittenWithoutANetworkIsSentLater() throws {
        try File.write(Array("before".utf8), to: mounted.file("plan"))
        try arrived("plan", Array("before".utf8))
        home.stop()
        try File.write(Array("offline".utf8), to: mounted.file("plan"))
        try File.write(Array("new".utf8), to: mounted.file("note"))
        #expect(mkdir(mounted.file("folder"), 0o700) == 0)
        try File.write(Array("inside".utf8), to: mounted.file("folder/file"))
        mounted.stop()
        let again = try MountedDevice(mounted.device, hubPort: home.port)
        #expect(Folder.names(in: again.path) == ["folder", "note", "plan"])
        #expect(try File.read(again.file("plan")) == Array("offline".utf8))
        #expect(try File.read(again.file("folder/file")) == Array("inside".utf8))
        #expect(again.state(of: "note") == "unsent")
        try home.start()
        try arrived("plan", Array("offline".utf8))
        try arrived("note", Array("new".utf8))
        try again.eventually("the folder") { try reader.listed() == ["folder", "note", "plan"] }
        try again.eventually("what is in it") { try reader.listed(["folder"]) == ["file"] }
    }

    @Test func aConflictKeepsBoth() throws {
        try File.write(Array("base".utf8), to: mounted.file("plan.txt"))
        try arrived("plan.txt", Array("base".utf8))
        try mounted.eventually("it counts as sent") { mounted.state(of: "plan.txt") == "cached" }
        home.stop()
        try File.write(Array("from the laptop".utf8), to: mounted.file("plan.txt"))
        mounted.stop()
        try home.start()
        try reader.client().refresh()
        try reader.write(Array("from the desk".utf8), to: "plan.txt")
        try reader.order("plan.txt")
        try reader.drain()
        let again = try MountedDevice(mounted.device, hubPort: home.port)
        try again.eventually("both are there") {
            Folder.names(in: again.path) == ["plan (conflict, laptop, 1).txt", "plan.txt"]
        }
        try again.eventually("theirs keeps the name") {
            try File.read(again.file("plan.txt")) == Array("from the desk".utf8)
        }
        #expect(try File.read(again.file("plan (conflict, laptop, 1).txt")) == Array("from the laptop".utf8))
    }

    @Test func pinsBringAndKeep() throws {
        let content = Self.content(6_000_000)
        try reader.write(content, to: "film")
        try reader.order("film")
        try reader.drain()
        try mounted.eventually("it is heard of") { mounted.state(of: "film") == "remote" }
        #expect(mounted.pin("film", "sometimes") == EINVAL)
        #expect(mounted.pin("film", "always") == 0)
        #expect(mounted.attribute("user.satchel.pin", of: "film") == "always")
        try mounted.eventually("it is here") { mounted.state(of: "film") == "pinned" }
        home.stop()
        #expect(try File.read(mounted.file("film")) == content)
        #expect(removexattr(mounted.file("film"), "user.satchel.pin") == 0)
        #expect(mounted.attribute("user.satchel.pin", of: "film") == "auto")
    }

    @Test func aMappedFileHoldsWhatIsWrittenIntoIt() throws {
        let content = Self.content(100_000)
        try File.write(content, to: mounted.file("map"))
        let file = open(mounted.file("map"), O_RDWR | O_CLOEXEC)
        let memory = mmap(nil, 100_000, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
        let bytes = try #require(memory != MAP_FAILED ? memory : nil).assumingMemoryBound(to: UInt8.self)
        #expect(bytes[50_000] == content[50_000])
        bytes[50_000] = content[50_000] &+ 1
        #expect(msync(memory, 100_000, Int32(MS_SYNC)) == 0)
        munmap(memory, 100_000)
        close(file)
        var expected = content
        expected[50_000] &+= 1
        #expect(try File.read(mounted.file("map")) == expected)
        try arrived("map", expected)
    }
}
