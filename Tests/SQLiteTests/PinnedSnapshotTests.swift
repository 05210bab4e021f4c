// SPDX-License-Identifier: MIT
import Glibc
import SQL
import SQLite
import Synchronization
import TestSupport
import Testing

/// A read that stays begun shows what was committed last, whoever committed it, and keeps the log no longer than it says.
struct PinnedSnapshotTests {
    private let folder: ScratchFolder
    private let writer: Database
    private let reader: Database

    init() throws {
        folder = try ScratchFolder()
        writer = try Database(path: folder.file("a.db"), gathersLog: true)
        try writer.execute("CREATE TABLE note (id INTEGER PRIMARY KEY, number INTEGER NOT NULL) STRICT")
        try writer.run("INSERT INTO note VALUES (1, 0)")
        reader = try Database(path: folder.file("a.db"), readOnly: true)
    }

    private static func number(_ database: Database) throws -> Int64 {
        try database.returned("SELECT number FROM note WHERE id = 1", []).int(0)
    }

    private static func raise(_ database: Database) throws {
        try database.run("UPDATE note SET number = number + 1 WHERE id = 1")
    }

    @Test func everyReadFindsWhatWasCommittedBeforeIt() throws {
        let read = try #require(try PinnedSnapshot(reader))
        let other = try Database(path: folder.file("a.db"))
        for round in 1...200 {
            try Self.raise(round.isMultiple(of: 3) ? other : writer)
            // The log begins anew, is cut, or goes on.
            if round.isMultiple(of: 20) {
                read.end()
                try other.checkpoint()
            } else if round.isMultiple(of: 7) {
                try writer.moveLog()
            }
            for _ in 0..<3 { #expect(try read.read { try Self.number(reader) } == Int64(round)) }
        }
    }

    @Test func oneStateStaysWhileNobodyCommits() throws {
        let read = try #require(try PinnedSnapshot(reader))
        #expect(try read.read { try Self.number(reader) } == 0)
        // While it is begun its connection can begin nothing else.
        #expect(throws: SQLError.self) { try read.read { try reader.execute("BEGIN") } }
        struct Refusal: Error {}
        #expect(throws: Refusal.self) {
            try writer.transaction {
                try Self.raise(writer)
                throw Refusal()
            }
        }
        #expect(try read.read { try Self.number(reader) } == 0)
        #expect(throws: Refusal.self) { try read.read { throw Refusal() } }
        #expect(throws: SQLError.self) { try read.read { try reader.run("DELETE FROM note") } }
        try Self.raise(writer)
        #expect(try read.read { try Self.number(reader) } == 1)
    }

    @Test func theLogBeginsAnewOnceItHasEnded() throws {
        let read = try #require(try PinnedSnapshot(reader))
        try Self.raise(writer)
        #expect(try read.read { try Self.number(reader) } == 1)
        func tryToCut() throws -> Bool {
            try #require(
                try Database(path: folder.file("a.db"), busyTimeoutMilliseconds: 0)
                    .row("PRAGMA wal_checkpoint(TRUNCATE)")
            ).int(0) == 0
        }
        #expect(try !tryToCut())
        read.end()
        #expect(try tryToCut())
        read.end()
        #expect(try read.read { try Self.number(reader) } == 1)
    }

    @Test func itIsForFilesThatAreOnlyRead() throws {
        #expect(try PinnedSnapshot(writer) == nil)
        #expect(try PinnedSnapshot(Database(path: .inMemory)) == nil)
        // Nothing is left beside a file that has no log.
        let path = folder.file("plain.db")
        let plain = try Database(path: path)
        _ = try plain.rows("PRAGMA journal_mode = DELETE")
        #expect(try PinnedSnapshot(Database(path: path, readOnly: true)) == nil)
        #expect(access(path + "-shm", F_OK) != 0)
    }

    private final class Progress: Sendable {
        let told = Atomic(0)
        let isOver = Atomic(false)
    }

    /// Readers on other threads ask for nothing older than what they were told.
    @Test func whatWasToldOfIsFoundWhileOthersWrite() throws {
        let progress = Progress()
        let path = folder.file("a.db")
        @Sendable func write() throws {
            defer { progress.isOver.store(true, ordering: .relaxed) }
            let database = try Database(path: path, gathersLog: true)
            for round in 1...2_000 {
                try Self.raise(database)
                progress.told.store(round, ordering: .releasing)
                if round.isMultiple(of: 100) { try database.moveLog() }
            }
        }
        @Sendable func read() throws {
            let database = try Database(path: path, readOnly: true)
            let read = try #require(try PinnedSnapshot(database))
            var turns = 0
            while !progress.isOver.load(ordering: .relaxed) {
                let known = progress.told.load(ordering: .acquiring)
                let found = try read.read { try Self.number(database) }
                try require(found >= known, "\(found) was read after \(known) had been told.")
                turns += 1
                if turns.isMultiple(of: 1_000) { read.end() }
            }
        }
        concurrently(3) { thread in
            do {
                try thread == 0 ? write() : read()
            } catch {
                Issue.record(error)
            }
        }
        #expect(try Self.number(writer) == 2_000)
    }
}
