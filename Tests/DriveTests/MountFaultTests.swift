// SPDX-License-Identifier: MIT
import Crypto
import Drive
import FileModel
import Glibc
import HTTP
import HubAPI
import Synchronization
import TestSupport
import Testing

/// A server that lies or is silent, a cache without room, names of every kind, and the programs that people use.
@Suite(.serialized, .enabled(if: MountedDevice.canMount, "SKIPPED: /dev/fuse is not here"))
struct MountFaultTests {
    private let home: DriveHome
    private let writer: Device

    init() throws {
        home = try DriveHome()
        writer = try home.device("desk")
        try writer.client().refresh()
    }

    private static func content(_ count: Int) -> [UInt8] {
        var random = SeededRandom(seed: 3)
        return random.block(count)
    }

    private func upload(_ content: [UInt8], as name: String) throws {
        try writer.write(content, to: name)
        try writer.order(name)
        #expect(try writer.drain().done == 1)
    }

    private func failure(of path: String) -> Int32 {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return errno }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 64)
        return read(file, &bytes, 64) < 0 ? errno : 0
    }

    /// Its answer has the right form and other bytes: no program ever sees one of them.
    @Test func aLieIsAnErrorAndNotAByte() throws {
        let content = Array("what the file really holds".utf8)
        try upload(content, as: "a")
        let tag = ContentHash(SHA256.hash(content)).entityTag
        let lines = [
            "HTTP/1.1 206 Partial Content", "ETag: \(tag)",
            "Content-Range: bytes 0-\(content.count - 1)/\(content.count)",
            "Content-Length: \(content.count)", "Connection: close",
        ]
        let lie = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + content.reversed()
        let liar = try LocalListener { caller in
            _ = caller.read()
            caller.send(lie)
            caller.endSending()
        }
        try home.restart(withService: "http://127.0.0.1:\(liar.port)")
        let mounted = try home.mounted("laptop")
        #expect(failure(of: mounted.file("a")) == EIO)
        #expect(mounted.state(of: "a") == "remote")
        try home.restart(withService: nil)
        try mounted.eventually("the honest service is asked") { failure(of: mounted.file("a")) == 0 }
        #expect(try File.read(mounted.file("a")) == content)
    }

    /// It takes the connection and says nothing. The kernel asks twice, for what it reads ahead and for what the program
    /// wants; the second request joins the silence and does not wait as long again.
    @Test func aSilentServerIsGivenUpAfterHalfAMinute() throws {
        try upload(Self.content(1_000), as: "a")
        let silent = try LocalListener { caller in
            _ = caller.read()
            sleep(60)
        }
        try home.restart(withService: "http://127.0.0.1:\(silent.port)")
        let mounted = try home.mounted("laptop")
        let began = time(nil)
        #expect(failure(of: mounted.file("a")) == EIO)
        #expect(5...55 ~= time(nil) - began, "\(time(nil) - began) s")
        #expect(Folder.names(in: mounted.path) == ["a"], "names need no server")
    }

    @Test func withoutRoomInTheCacheFilesAreStillRead() throws {
        let content = Self.content(9_000_001)
        try upload(content, as: "film")
        var settings = MountedDevice.settings
        settings.cacheBytes = 5 << 20
        let mounted = try home.mounted("laptop", settings: settings)
        #expect(try File.read(mounted.file("film")) == content)
        #expect(mounted.state(of: "film") == "partial")
        let file = open(mounted.file("film"), O_RDWR | O_CLOEXEC)
        #expect(file == -1 && errno == ENOSPC, "to change it, all of it must be here")
    }

    @Test func whatWasUsedLongestAgoLeavesFirst() throws {
        for name in ["a", "b", "c"] { try upload(Self.content(3_000_000) + Array(name.utf8), as: name) }
        var settings = MountedDevice.settings
        settings.cacheBytes = 7 << 20
        let mounted = try home.mounted("laptop", settings: settings)
        for name in ["a", "b", "a", "c"] { _ = try File.read(mounted.file(name)) }
        #expect(mounted.state(of: "a") == "cached")
        #expect(mounted.state(of: "b") == "remote")
        #expect(mounted.state(of: "c") == "cached")
    }

    @Test func namesOfEveryKindArriveAsTheyAre() throws {
        let mounted = try home.mounted("laptop")
        let names = [
            "-rf", "a\nb", " ", "...", "é", "e\u{301}", "\u{202E}gpj.exe", "CON", "a\\b", "*?\"<>|",
            String(repeating: "ä", count: 127),
        ]
        for name in names { try File.write(Array(name.utf8), to: mounted.file(name)) }
        #expect(Set(Folder.names(in: mounted.path)) == Set(names))
        try mounted.eventually("all of them") {
            let client = try writer.client()
            try client.refresh()
            let items = try client.store.children(of: client.space(named: nil).id.root)
            return Set(items.filter { $0.rev > 0 }.compactMap { $0.name?.name.text }) == Set(names)
        }
    }

    private func shell(_ command: String) -> Int32 { system("( \(command) ) >/dev/null 2>&1") >> 8 & 0xff }

    @Test(.enabled(if: access("/usr/bin/git", X_OK) == 0, "git is not here")) func gitWorksInsideIt() throws {
        let mounted = try home.mounted("laptop")
        let git =
            "cd '\(mounted.path)' && export HOME=/nonexistent GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example"
            + " GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=safe.directory"
            + " GIT_CONFIG_VALUE_0='*' && "
        #expect(
            shell(
                git + "git init -q r && cd r && for i in 1 2 3; do echo $i >f$i; git add . && git commit -qm $i; done")
                == 0)
        #expect(
            shell(git + "cd r && git checkout -qb other && git mv f1 g1 && git commit -qam move && git checkout -q -")
                == 0)
        #expect(
            shell(git + "cd r && git merge -q other && git gc -q && git fsck --strict && test -z \"$(git status -s)\"")
                == 0)
    }

    @Test(.enabled(if: access("/usr/bin/python3", X_OK) == 0, "python3 is not here")) func sqliteWorksInsideIt() throws
    {
        let mounted = try home.mounted("laptop")
        for mode in ["delete", "wal"] {
            let script =
                "import sqlite3; d = sqlite3.connect('\(mounted.path)/\(mode).db'); d.execute('pragma journal_mode=\(mode)');"
                + " d.execute('create table t (a)'); [ (d.execute('insert into t values (?)', (i,)), d.commit()) for i in range(50)];"
                + " assert d.execute('pragma integrity_check').fetchone()[0] == 'ok'; d.close();"
                + " d = sqlite3.connect('\(mounted.path)/\(mode).db');"
                + " assert d.execute('select count(*) from t').fetchone()[0] == 50"
            #expect(shell("/usr/bin/python3 -c \"\(script)\"") == 0, "\(mode)")
        }
    }

    /// A folder of files that the operator cannot read: made, filled, closed, and opened on another day.
    @Test(.enabled(if: isHere("/usr/bin/gocryptfs"), "SKIPPED, NOTHING PROVED: gocryptfs is not here."))
    func gocryptfsWorksInsideIt() throws {
        var mounted = try home.mounted("laptop")
        let plain = mounted.device.folder + "-plain"
        mkdir(plain, 0o700)
        func unlock() -> Int32 {
            shell("gocryptfs -q -extpass 'echo a long word' '\(mounted.path)/secret' '\(plain)'")
        }
        #expect(mkdir(mounted.file("secret"), 0o700) == 0)
        #expect(shell("gocryptfs -q -init -scryptn 10 -extpass 'echo a long word' '\(mounted.path)/secret'") == 0)
        #expect(unlock() == 0)
        mkdir(plain + "/letters", 0o700)
        let content = Self.content(3_000_000)
        try File.write(content, to: plain + "/letters/to ana.txt")
        try File.write(Array("x".utf8), to: plain + "/x")
        #expect(rename(plain + "/x", plain + "/letters/y") == 0)
        #expect(shell("fusermount3 -u '\(plain)'") == 0)
        let client = try mounted.device.client()
        try mounted.eventually("all of it is sent") {
            try client.store.count(.waiting) == 0 && DriveMount.unsentCount(of: mounted.device.folder) == 0
        }
        mounted.stop()
        // A device that has never seen it.
        mounted = try home.mounted("other")
        #expect(Folder.names(in: mounted.path) == ["secret"])
        #expect(Folder.names(in: mounted.file("secret")).allSatisfy { !$0.contains("letters") })
        #expect(unlock() == 0)
        #expect(try File.read(plain + "/letters/to ana.txt") == content)
        #expect(try File.read(plain + "/letters/y") == Array("x".utf8))
        #expect(shell("fusermount3 -u '\(plain)'") == 0)
    }

    /// Whether a program is here; where tests must prove something, it has to be.
    private static func isHere(_ program: String) -> Bool { access(program, X_OK) == 0 || getenv("CI") != nil }

    @Test(.enabled(if: isHere("/usr/bin/fio"), "SKIPPED, NOTHING PROVED: fio is not here."))
    func fioFindsItsPatternAgain() throws {
        let mounted = try home.mounted("laptop")
        let fio =
            "fio --name=v --directory='\(mounted.path)' --size=8m --rw=randwrite --bs=4k-64k --verify=crc32c --fsync=64"
            + " --verify_state_save=0 --ioengine=psync --verify_fatal=1 --do_verify=1"
        #expect(shell(fio) == 0)
    }
}
