// SPDX-License-Identifier: MIT
import Glibc
import SQLite
import Synchronization
import TestSupport
import Testing

struct ObservationTests {
    let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func database(_ name: String = "a.db") throws -> Database {
        let database = try Database(path: folder.file(name))
        try database.execute(
            "CREATE TABLE IF NOT EXISTS note (text TEXT) STRICT; CREATE TABLE IF NOT EXISTS other (text TEXT) STRICT")
        return database
    }

    // MARK: - Own commits

    @Test func aCommitNamesItsTablesAfterItsEnd() throws {
        let (database, notes) = (try database(), Notes())
        try database.observe { notes.add($0) }
        try database.transaction {
            try database.run("INSERT INTO note VALUES ('a')")
            try database.transaction { try database.run("INSERT INTO other VALUES ('b')") }
            #expect(notes.all.isEmpty)
        }
        #expect(notes.all == [.own(tables: ["note", "other"])])
        try database.run("UPDATE note SET text = 'c'")
        try database.prepare("INSERT INTO other VALUES (?)").run([.text("d")])
        try database.execute("DELETE FROM note WHERE text = 'c'")
        #expect(
            notes.all.dropFirst() == [.own(tables: ["note"]), .own(tables: ["other"]), .own(tables: ["note"])])
    }

    @Test func whatIsRolledBackIsNotTold() throws {
        let (database, notes) = (try database(), Notes())
        try database.observe { notes.add($0) }
        #expect(throws: UnexpectedResult.self) {
            try database.transaction {
                try database.run("INSERT INTO note VALUES ('a')")
                throw UnexpectedResult("stop")
            }
        }
        _ = try database.rows("SELECT * FROM note")
        #expect(notes.all.isEmpty)
        try database.run("INSERT INTO other VALUES ('b')")
        #expect(notes.all == [.own(tables: ["other"])])
    }

    @Test func everyObserverIsToldInMemoryToo() throws {
        let (first, second) = (Notes(), Notes())
        let database = try Database(path: .inMemory)
        try database.execute("CREATE TABLE note (text TEXT) STRICT")
        try database.observe { first.add($0) }
        try database.observe { second.add($0) }
        try database.run("INSERT INTO note VALUES ('a')")
        #expect(first.all == [.own(tables: ["note"])] && second.all == first.all)
        #expect(FileWatch(of: database) {} == nil)
    }

    // MARK: - Other connections

    @Test func aCommitOfAnotherConnectionIsToldOnce() throws {
        let (database, notes) = (try database(), Notes())
        try database.observe { notes.add($0) }
        try database.noteForeignCommits()
        try self.database().run("INSERT INTO note VALUES ('a')")
        try database.noteForeignCommits()
        try database.noteForeignCommits()
        #expect(notes.all == [.foreign])
        try database.run("INSERT INTO note VALUES ('b')")
        try database.noteForeignCommits()
        #expect(notes.all == [.foreign, .own(tables: ["note"])])
    }

    @Test func aProcessThatWritesFromOutsideIsNoticed() async throws {
        let (database, notes, rung) = (try database(), Notes(), Flag())
        try database.observe { notes.add($0) }
        let watch = try #require(FileWatch(of: database) { rung.raise() })
        await #expect(processExitsWith: .success) { [path = folder.file("a.db") as String] in
            let database = try Database(path: path)
            try database.run("INSERT INTO note VALUES ('from outside')")
        }
        try await rung.wait()
        try database.noteForeignCommits()
        #expect(notes.all == [.foreign])
        withExtendedLifetime(watch) {}
    }

    // MARK: - Watches of files

    @Test func threeHundredWatchesShareOneInstanceAndLeaveNothing() async throws {
        await #expect(processExitsWith: .success) { [root = folder.file("many") as String] in
            let before = try Self.openFiles()
            mkdir(root, 0o700)
            let databases = try (0..<300).map { number -> Database in
                // Some share a folder, and each has its own file.
                let place = "\(root)/\(number % 100)"
                mkdir(place, 0o700)
                let database = try Database(path: "\(place)/\(number).db")
                try database.execute("CREATE TABLE note (text TEXT) STRICT")
                return database
            }
            let rung = databases.map { _ in Flag() }
            var watches: [FileWatch] = []
            for (database, flag) in zip(databases, rung) {
                watches.append(try #require(FileWatch(of: database) { flag.raise() }))
            }
            #expect(try Self.openFiles().count { $0.contains("inotify") } == 1)
            #expect(FileWatcher.ofThisProcess.polledCount == 0)
            for database in databases { try database.run("INSERT INTO note VALUES ('a')") }
            for flag in rung { try await flag.wait() }
            watches = []
            // The descriptor is closed on the watcher's queue.
            while try Self.openFiles().contains(where: { $0.contains("inotify") }) {
                try await Task.sleep(for: .milliseconds(2))
            }
            withExtendedLifetime(databases) {}
            #expect(before.allSatisfy { !$0.contains("inotify") })
        }
    }

    @Test func whereTheSystemRefusesAWatchTheFileIsPolled() async throws {
        _ = try database()
        await #expect(processExitsWith: .success) { [path = folder.file("a.db") as String] in
            let (database, other) = (try Database(path: path), try Database(path: path))
            _ = try other.row("SELECT count(*) FROM note")
            let (notes, rung) = (Notes(), Flag())
            try database.observe { notes.add($0) }
            // The system's queue has its own descriptors from then on.
            let first = FileWatch(folder: "/nowhere at all", names: ["x"]) { rung.raise() }
            try await rung.wait()
            let second = Flag()
            // inotify_init1 answers EMFILE at this limit as it does at the limit of instances. The limit holds for nothing
            // else: libdispatch ends a process that has no descriptor left for a timer.
            let watch = try Self.withoutDescriptors { try #require(FileWatch(of: database) { second.raise() }) }
            #expect(FileWatcher.ofThisProcess.polledCount == 2)
            try other.run("INSERT INTO note VALUES ('a')")
            try await second.wait()
            #expect(FileWatcher.ofThisProcess.polledCount == 2)
            try database.noteForeignCommits()
            #expect(notes.all == [.foreign])
            withExtendedLifetime((first, watch)) {}
        }
    }

    @Test func aFolderThatIsRemovedIsPolledFromThenOn() async throws {
        let (place, watcher, rung) = (folder.file("gone"), FileWatcher(), Flag())
        mkdir(place, 0o700)
        let watch = FileWatch(folder: place, names: ["a.db"], by: watcher) { rung.raise() }
        #expect(watcher.polledCount == 0)
        rmdir(place)
        try await rung.wait()
        #expect(watcher.polledCount == 1)
        withExtendedLifetime(watch) {}
    }

    /// Runs `body` while this process cannot open anything. setrlimit(2)
    private static func withoutDescriptors<Result>(_ body: () throws -> Result) rethrows -> Result {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let usual = limit.rlim_cur
        limit.rlim_cur = 3
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        defer {
            limit.rlim_cur = usual
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        }
        return try body()
    }

    /// What the descriptors of this process stand for.
    private static func openFiles() throws -> [String] {
        guard let folder = opendir("/proc/self/fd") else { throw UnexpectedResult("no /proc") }
        defer { closedir(folder) }
        var targets: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            var target = [CChar](repeating: 0, count: 256)
            guard readlink("/proc/self/fd/\(name)", &target, 255) > 0 else { continue }
            targets.append(target.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" })
        }
        return targets
    }
}

/// The notes so far.
private final class Notes {
    private(set) var all: [CommitNote] = []

    func add(_ note: CommitNote) { all.append(note) }
}

/// Raised by another thread.
private final class Flag: Sendable {
    private let isRaised = Atomic(false)

    func raise() { isRaised.store(true, ordering: .releasing) }

    /// Waits without a limit of its own.
    func wait() async throws {
        while !isRaised.load(ordering: .acquiring) { try await Task.sleep(for: .milliseconds(2)) }
    }
}
