// SPDX-License-Identifier: MIT
import Glibc
import SQLite
import TestSupport
import Testing

/// Each test lets a real child process meet the fault.
struct CrashTests {
    let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func prepare() throws -> String {
        let path = folder.file("a.db")
        let database = try Database(path: path)
        try database.execute("CREATE TABLE note (text TEXT NOT NULL) STRICT; INSERT INTO note VALUES ('committed')")
        return path
    }

    private func texts(_ path: String) throws -> [String] {
        try Database(path: path, checksPages: true).rows("SELECT text FROM note").map { try $0.text(0) }
    }

    @Test(arguments: [false, true])
    func aProcessKilledInsideATransactionLeavesTheCommittedState(gathersLog: Bool) async throws {
        let path = try prepare()
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, gathers = gathersLog as Bool] in
            let database = try Database(path: path, gathersLog: gathers)
            try database.run("INSERT INTO note VALUES ('also committed')")
            try database.transaction {
                try database.run("UPDATE note SET text = 'half done'")
                kill(getpid(), SIGKILL)
            }
        }
        #expect(try texts(path) == ["committed", "also committed"])
    }

    @Test(arguments: [false, true])
    func aFileSizeLimitIsReportedAndLosesNothingCommitted(gathersLog: Bool) async throws {
        let path = try prepare()
        await #expect(processExitsWith: .success) { [path = path as String, gathers = gathersLog as Bool] in
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 64 << 10, rlim_max: 64 << 10)
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            let database = try Database(path: path, gathersLog: gathers)
            let error = #expect(throws: SQLiteError.self) {
                try database.transaction {
                    for _ in 0..<100 {
                        try database.run("INSERT INTO note VALUES (?)", [.text(String(repeating: "x", count: 10_000))])
                    }
                }
            }
            #expect(error?.code == .inputOutput || error?.code == .full)
        }
        #expect(try texts(path) == ["committed"])
    }

    @Test(arguments: [false, true])
    func aFullFileSystemIsReportedAndLosesNothingCommitted(gathersLog: Bool) async throws {
        let mount = folder.file("small")
        mkdir(mount, 0o700)
        guard Glibc.mount("none", mount, "tmpfs", 0, "size=256k") == 0 else {
            print("SKIPPED: a full file system needs the right to mount one (errno \(errno)).")
            rmdir(mount)
            return
        }
        defer {
            umount(mount)
            rmdir(mount)
        }
        do {
            let database = try Database(path: mount + "/a.db", gathersLog: gathersLog)
            try database.execute("CREATE TABLE note (text TEXT NOT NULL) STRICT; INSERT INTO note VALUES ('committed')")
            let error = #expect(throws: SQLiteError.self) {
                try database.transaction {
                    for _ in 0..<100 {
                        try database.run("INSERT INTO note VALUES (?)", [.text(String(repeating: "x", count: 10_000))])
                    }
                }
            }
            #expect(error?.code == .full)
            #expect(try database.row("SELECT count(*) FROM note")?.int(0) == 1)
            // What fits is taken as before.
            try database.run("INSERT INTO note VALUES ('small')")
            try database.run("DELETE FROM note WHERE text = 'small'")
        }
        #expect(try texts(mount + "/a.db") == ["committed"])
    }

    @Test func aReadOnlyFolderIsASentence() async throws {
        let path = try prepare()
        chmod(folder.path, 0o555)
        chmod(path, 0o444)
        defer { chmod(folder.path, 0o700) }
        await #expect(processExitsWith: .success) { [path = path as String] in
            // The superuser may write anywhere; somebody else must try.
            if getuid() == 0 { setuid(65_534) }
            let error = #expect(throws: SQLiteError.self) {
                try Database(path: path).run("INSERT INTO note VALUES ('b')")
            }
            #expect(error?.code == .readOnly || error?.code == .cantOpen)
            #expect(error?.message.contains("a.db") == true)
        }
    }
}
