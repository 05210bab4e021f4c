// SPDX-License-Identifier: MIT
import Glibc
import Keys
import TestSupport
import Testing

struct FileTests {
    let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    @Test func aWrittenFileIsWholeAndPrivate() throws {
        try AtomicFile.write([1, 2, 3], to: folder.file("a"))
        try AtomicFile.write([4, 5], to: folder.file("a"))
        #expect(try AtomicFile.read(folder.file("a"), maximumCount: 2) == [4, 5])
        #expect(try folder.mode(of: "a") == 0o600)
        let error = #expect(throws: KeysError.self) { try AtomicFile.read(folder.file("a"), maximumCount: 1) }
        #expect(error?.code == .malformed)
    }

    @Test func aMissingFileOrFolderIsNotFound() {
        for attempt in [
            { _ = try AtomicFile.read(folder.file("absent"), maximumCount: 1) },
            { try AtomicFile.write([1], to: folder.file("absent/a")) },
        ] as [() throws -> Void] {
            let error = #expect(throws: KeysError.self) { try attempt() }
            #expect(error?.code == .notFound)
        }
    }

    @Test func aWriteThatFailsLeavesTheOldFile() async throws {
        let path = folder.file("a")
        try AtomicFile.write([1], to: path)
        await #expect(processExitsWith: .success) { [path = path as String] in
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 1_000, rlim_max: 1_000)
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            let error = #expect(throws: KeysError.self) {
                try AtomicFile.write([UInt8](repeating: 2, count: 5_000), to: path)
            }
            #expect(error?.code == .full)
        }
        #expect(try AtomicFile.read(path, maximumCount: 10) == [1])
        #expect(access(path + ".partial", F_OK) != 0)
    }

    @Test func aFileLeftByADyingProcessIsNoObstacle() throws {
        try folder.write([9, 9, 9], to: "a.partial")
        try AtomicFile.write([1], to: folder.file("a"))
        #expect(try AtomicFile.read(folder.file("a"), maximumCount: 10) == [1])
    }

    @Test func aPrivateFolderIsForItsOwnerAlone() throws {
        let path = folder.file("x") + "/y"
        defer {
            rmdir(path)
            rmdir(folder.file("x"))
        }
        try PrivateFolder.create(path)
        try PrivateFolder.create(path)
        #expect(try folder.mode(of: "x/y") == 0o700)
        try folder.write([1], to: "file")
        #expect(throws: KeysError.self) { try PrivateFolder.create(folder.file("file")) }
        #expect(throws: KeysError.self) { try PrivateFolder.create(folder.file("file") + "/sub") }
    }

    @Test func aSecondOwnerIsKeptAway() throws {
        let path = folder.file("lock")
        do {
            let lock = try StoreLock(path: path)
            let error = #expect(throws: KeysError.self) { try StoreLock(path: path) }
            #expect(error?.code == .locked)
            #expect(error?.message.contains("close it there") == true)
            _ = lock
        }
        _ = try StoreLock(path: path)
    }

    @Test func aSecondProcessIsKeptAwayAndADeadOneIsNot() async throws {
        let path = folder.file("lock")
        do {
            let lock = try StoreLock(path: path)
            await #expect(processExitsWith: .success) { [path = path as String] in
                let error = #expect(throws: KeysError.self) { try StoreLock(path: path) }
                #expect(error?.code == .locked)
            }
            _ = lock
        }
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let lock = try StoreLock(path: path)
            kill(getpid(), SIGKILL)
            _ = lock
        }
        _ = try StoreLock(path: path)
    }
}
