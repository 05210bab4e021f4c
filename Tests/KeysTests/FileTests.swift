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

    /// What root makes for a service is the service's.
    @Test(.enabled(if: geteuid() == 0, "only root gives files away"))
    func whatRootMakesBelongsToTheOwnerOfTheFolder() throws {
        let owner: UInt32 = 54_321
        func ownerOf(_ name: String) -> UInt32 {
            var status = stat()
            return lstat(folder.file(name), &status) == 0 ? status.st_uid : .max
        }
        try #require(chown(folder.path, owner, owner) == 0)
        try AtomicFile.write([1], to: folder.file("a"))
        try PrivateFolder.create(folder.file("b/c"))
        _ = try StoreLock(path: folder.file("lock"))
        for name in ["a", "b", "b/c", "lock"] { #expect(ownerOf(name) == owner, "\(name)") }
        // What lies elsewhere, has another name, or belongs to somebody already, stays as it is.
        let elsewhere = try ScratchFolder()
        let file = try elsewhere.write([1], to: "file")
        try #require(symlink(file, folder.file("link")) == 0 && link(file, folder.file("name")) == 0)
        #expect(throws: KeysError.self) { try FolderOwner.adopt(folder.file("link")) }
        try FolderOwner.adopt(folder.file("name"))
        _ = try StoreLock(path: folder.file("link"))
        #expect(ownerOf("link") == 0 && ownerOf("name") == 0)
        try #require(chown(folder.file("a"), owner + 1, owner) == 0)
        try FolderOwner.adopt(folder.file("a"))
        #expect(ownerOf("a") == owner + 1)
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
