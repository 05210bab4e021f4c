// SPDX-License-Identifier: MIT
import Drive
import FileModel
import Glibc
import HubAPI
import SQLite
import Synchronization
import TestSupport
import Testing

/// What a mounted folder says of itself, and what it does when its server, its quota or its store fail it.
@Suite(.serialized, .enabled(if: MountedDevice.canMount, "SKIPPED: /dev/fuse is not here"))
struct MountHealthTests {
    private let home: DriveHome
    private let writer: Device

    init() throws {
        home = try DriveHome()
        writer = try home.device("desk")
        try writer.client().refresh()
    }

    private func upload(_ text: String, as name: String) throws {
        try writer.write(Array(text.utf8), to: name)
        try writer.order(name)
        #expect(try writer.drain().done == 1)
    }

    private func count(_ notices: Notices, _ isMeant: (MountNotice) -> Bool) -> Int {
        notices.all.count(where: isMeant)
    }

    @Test func aFolderWithoutItsHubSaysSoOnceAndWhenItIsBack() throws {
        let mounted = try home.mounted("laptop")
        try mounted.eventually("it is connected") { mounted.state(of: "") == "connected" }
        home.stop()
        try File.write([1], to: mounted.file("a"))
        try mounted.eventually("it says why") {
            try mounted.state(of: "") == "unreachable"
                && DriveMount.health(of: mounted.device.folder)?.sending == .unreachable
                && DriveMount.health(of: mounted.device.folder)?.hearing == .unreachable
        }
        try home.start()
        try mounted.eventually("it is connected again") {
            try mounted.state(of: "") == "connected"
                && DriveMount.health(of: mounted.device.folder)?.isConnected == true
        }
        #expect(count(mounted.notices) { if case .notHeard = $0 { true } else { false } } == 1)
        #expect(count(mounted.notices) { if case .heardAgain = $0 { true } else { false } } == 1)
        mounted.stop()
        #expect(try DriveMount.health(of: mounted.device.folder) == nil, "no process answers for it")
    }

    @Test func aFolderWhoseSessionHasEndedSaysThatItCannotSend() throws {
        let mounted = try home.mounted("laptop")
        try mounted.eventually("it is connected") { mounted.state(of: "") == "connected" }
        _ = try mounted.device.account().logOut()
        try File.write(Array("kept".utf8), to: mounted.file("a"))
        try mounted.eventually("it says why") {
            try mounted.state(of: "") == "notLoggedIn"
                && DriveMount.health(of: mounted.device.folder)?.sending == .notLoggedIn
        }
        #expect(mounted.state(of: "a") == "unsent")
        #expect(count(mounted.notices) { if case .notSent = $0 { true } else { false } } == 1)
        _ = try home.device("laptop")
        try mounted.eventually("it is sent") {
            mounted.state(of: "a") == "cached" && mounted.state(of: "") == "connected"
        }
        #expect(try writer.received("a") == Array("kept".utf8))
    }

    /// What waits to be sent takes room of the quota too, so the write itself says that there is none.
    @Test func aFullQuotaIsSaidByTheWrite() throws {
        _ = try home.device("laptop").client().refresh()
        try home.setQuota(1_000_000, of: "alice")
        let mounted = try home.mounted("laptop")
        try mounted.eventually("the quota is known") {
            var room = statvfs()
            return statvfs(mounted.path, &room) == 0 && UInt64(room.f_blocks) * UInt64(room.f_frsize) <= 1_000_000
        }
        home.stop()
        let bytes = [UInt8](repeating: 7, count: 600_000)
        try File.write(bytes, to: mounted.file("a"))
        let file = open(mounted.file("b"), O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
        #expect(write(file, bytes, bytes.count) < bytes.count)
        #expect(write(file, bytes, bytes.count) == -1 && errno == EDQUOT)
        #expect(ftruncate(file, 0) == 0)
        #expect(unlink(mounted.file("a")) == 0)
        try mounted.eventually("what was removed gives its room back") {
            pwrite(file, bytes, bytes.count, 0) == bytes.count
        }
        close(file)
        try home.start()
        try mounted.eventually("it is sent") { try writer.listed() == ["b"] && writer.received("b") == bytes }
    }

    /// A store that cannot be read says nothing of an item: it neither is gone nor stays for ever as it was.
    @Test func whileTheStoreCannotBeReadNothingCountsAsGone() throws {
        try upload("first", as: "a")
        try upload("b", as: "b")
        let mounted = try home.mounted("laptop")
        let file = open(mounted.file("a"), O_RDONLY | O_CLOEXEC)
        let other = open(mounted.file("b"), O_RDONLY | O_CLOEXEC)
        try mounted.eventually("it is connected") { mounted.state(of: "") == "connected" }
        let database = try Database(path: mounted.device.folder + "/drive.sqlite")
        try database.execute("ALTER TABLE local RENAME TO hidden")
        try upload("second, and longer", as: "a")
        let client = try writer.client()
        _ = try client.moveToTrash(
            try client.requireItem(at: FilePath([FileName("b")]), in: client.space(named: nil).id))
        try writer.drain()
        try mounted.eventually("it says that its store is of no use") {
            count(mounted.notices) { if case .notHeard(let error) = $0 { error.reason == .storage } else { false } } > 0
                || count(mounted.notices) {
                    if case .notSent(let error) = $0 { error.reason == .storage } else { false }
                } > 0
        }
        try database.execute("ALTER TABLE hidden RENAME TO local")
        try mounted.eventually("what has changed meanwhile") { Folder.names(in: mounted.path) == ["a"] }
        var bytes = [UInt8](repeating: 0, count: 5)
        #expect(pread(file, &bytes, 5, 0) == 5 && bytes == Array("first".utf8), "an open file stays as it was")
        for one in [file, other] { close(one) }
        try mounted.eventually("the new bytes") { try File.read(mounted.file("a")) == Array("second, and longer".utf8) }
    }

    /// A command beside the mount reads the feed too; the kernel hears of what that has read.
    @Test func whatAnotherProcessHasHeardOfAppears() throws {
        try upload("first", as: "a")
        var settings = MountedDevice.settings
        settings.feedMilliseconds = 10_000_000
        let mounted = try home.mounted("laptop", settings: settings)
        #expect(try File.read(mounted.file("a")) == Array("first".utf8))
        try mounted.eventually("it has heard") { mounted.state(of: "") == "connected" }
        try upload("second, and longer", as: "a")
        try mounted.device.client().refresh()
        mounted.mount.wake()
        try mounted.eventually("the new bytes") { try File.read(mounted.file("a")) == Array("second, and longer".utf8) }
    }

    /// Ending does not wait until all that waits is sent, and loses nothing of it.
    @Test func unmountingWhileMuchIsSentEndsSoonAndTheNextMountSendsTheRest() throws {
        let laptop = try home.device("laptop")
        try laptop.client().refresh()
        home.stop()
        var mounted = try MountedDevice(laptop, hubPort: home.port)
        let names = (0..<60).map { "file \($0)" }
        for name in names { try File.write(Array(name.utf8), to: mounted.file(name)) }
        mounted.stop()
        try home.start()
        let sent = Mutex(0)
        mounted = try MountedDevice(laptop, hubPort: home.port) { step in
            guard step == .orderSent else { return }
            sent.withLock { $0 += 1 }
            // 60 of these last longer than any machine needs to end.
            usleep(1_000_000)
        }
        try mounted.eventually("the first ones are sent") { sent.withLock { $0 } >= 2 }
        mounted.stop()
        #expect(try laptop.client().store.count(.waiting) > 0)
        mounted = try MountedDevice(laptop, hubPort: home.port)
        #expect(Set(Folder.names(in: mounted.path)) == Set(names))
        try mounted.eventually("all are sent") {
            try laptop.client().store.count(.waiting) == 0 && DriveMount.unsentCount(of: laptop.folder) == 0
        }
        #expect(try Set(writer.listed()) == Set(names))
        #expect(try writer.received("file 50") == Array("file 50".utf8))
    }

    /// Without the privilege of fusermount3 nothing can be mounted: a sentence, and no crash.
    @Test(.enabled(if: access("/usr/bin/setpriv", X_OK) == 0, "SKIPPED, NOTHING PROVED: setpriv is not here."))
    func aFolderThatCannotBeMountedIsASentence() throws {
        let laptop = try home.device("laptop")
        try laptop.client().refresh()
        let path = laptop.folder + "-mounted"
        mkdir(path, 0o700)
        let powerless = getuid() == 0 ? ["--bounding-set=-all", "--inh-caps=-all"] : []
        let driver = [BuiltPrograms.path("MountCrashDriver"), laptop.folder, path, "\(home.port)", "queued", "1"]
        let outcome = try Child("/usr/bin/setpriv", powerless + ["--no-new-privs"] + driver).finish()
        guard case .refused(_, let why) = outcome else { throw UnexpectedResult("\(outcome)") }
        #expect(why.contains("could not be mounted"), "\(why)")
    }
}
