// SPDX-License-Identifier: MIT
import Glibc
import SQLite
import TestSupport
import Testing

struct FileTests {
    let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func makeNotes(_ name: String = "a.db", count: Int = 1, applicationID: Int32? = nil) throws -> Database {
        let database = try Database(path: folder.file(name), applicationID: applicationID, busyTimeoutMilliseconds: 20)
        try database.execute("CREATE TABLE note (text TEXT NOT NULL) STRICT")
        try database.transaction {
            for number in 0..<count { try database.run("INSERT INTO note VALUES (?)", [.text("note \(number)")]) }
        }
        return database
    }

    @Test func aNewFileAndItsLogAreReadableByTheOwnerAlone() throws {
        let database = try makeNotes()
        #expect(try folder.mode(of: "a.db") == 0o600)
        #expect(try folder.mode(of: "a.db-wal") == 0o600)
        _ = database
    }

    @Test func everyPromisedSettingIsOn() throws {
        let database = try makeNotes()
        for (name, value) in [
            ("synchronous", 2), ("foreign_keys", 1), ("trusted_schema", 0), ("secure_delete", 1),
            ("cell_size_check", 1),
        ] as [(String, Int64)] {
            #expect(try database.row("PRAGMA \(name)")?.int(0) == value, "\(name)")
        }
        #expect(try database.row("PRAGMA journal_mode")?.text(0) == "wal")
    }

    @Test func aSecondWriterIsToldToWait() throws {
        let one = try makeNotes()
        let two = try Database(path: folder.file("a.db"), busyTimeoutMilliseconds: 20)
        var refusal: (any Error)?
        var readable = 0
        try one.transaction {
            do { try two.transaction {} } catch { refusal = error }
            readable = try two.rows("SELECT text FROM note").count
        }
        #expect((refusal as? SQLiteError)?.code == .busy)
        #expect(readable == 1, "readers are never stopped")
        try two.transaction {}
    }

    @Test func aReadOnlyConnectionReadsButNeverWrites() throws {
        let writer = try makeNotes()
        let reader = try Database(path: folder.file("a.db"), readOnly: true)
        #expect(try reader.rows("SELECT text FROM note").count == 1)
        let error = #expect(throws: SQLiteError.self) { try reader.run("DELETE FROM note") }
        #expect(error?.code == .readOnly)
        _ = writer
    }

    @Test func aMissingFolderIsASentence() throws {
        let error = #expect(throws: SQLiteError.self) { try Database(path: folder.file("absent/a.db")) }
        #expect(error?.code == .cantOpen)
        #expect(error?.message.contains("absent/a.db") == true)
    }

    @Test func aFileThatIsNoDatabaseIsRefused() throws {
        try folder.write([UInt8](repeating: 0x41, count: 8_192), to: "a.db")
        let error = #expect(throws: SQLiteError.self) { try Database(path: folder.file("a.db")) }
        #expect(error?.code == .corrupt)
    }

    @Test func aTruncatedFileIsRefusedWhenItsPagesAreChecked() throws {
        do { _ = try makeNotes(count: 5_000) }
        let bytes = try folder.bytes(of: "a.db")
        try folder.write(Array(bytes[..<(bytes.count / 2)]), to: "a.db")
        let error = #expect(throws: SQLiteError.self) { try Database(path: folder.file("a.db"), checksPages: true) }
        #expect(error?.code == .corrupt)
        #expect(error?.message.contains("restore it from a backup") == true)
    }

    @Test func aDamagedPageIsRefusedWhenPagesAreChecked() throws {
        do { _ = try makeNotes(count: 5_000) }
        var bytes = try folder.bytes(of: "a.db")
        for index in (4_096 * 4)..<(4_096 * 4 + 64) { bytes[index] = 0xee }
        try folder.write(bytes, to: "a.db")
        let error = #expect(throws: SQLiteError.self) { try Database(path: folder.file("a.db"), checksPages: true) }
        #expect(error?.code == .corrupt)
    }

    @Test func aDatabaseOfAnotherProgramIsRefused() throws {
        do { _ = try makeNotes("ours.db", applicationID: 0x5341_5443) }
        do { _ = try makeNotes("unnamed.db") }
        _ = try Database(path: folder.file("ours.db"), applicationID: 0x5341_5443)
        for (name, number) in [("ours.db", 7), ("unnamed.db", 0x5341_5443)] as [(String, Int32)] {
            let error = #expect(throws: SQLiteError.self) {
                try Database(path: folder.file(name), applicationID: number)
            }
            #expect(error?.code == .foreignFile, "\(name)")
        }
    }

    @Test func aBackupIsCompleteWhileAWriterGoesOn() throws {
        let database = try makeNotes(count: 1_000)
        try folder.write([1, 2, 3], to: "b.db")
        try database.backup(to: folder.file("b.db"))
        try database.run("DELETE FROM note")
        let copy = try Database(path: folder.file("b.db"), readOnly: true, checksPages: true)
        #expect(try copy.row("SELECT count(*) FROM note")?.int(0) == 1_000)
        #expect(try folder.mode(of: "b.db") == 0o600)
    }

    @Test func aSnapshotOfAFileRestoresIntoMemoryAndBack() throws {
        let database = try makeNotes(count: 100, applicationID: 77)
        let snapshot = try database.serialize()
        let memory = try Database(path: .inMemory)
        try memory.restore(from: snapshot)
        #expect(try memory.row("SELECT count(*) FROM note")?.int(0) == 100)
        try memory.run("DELETE FROM note WHERE rowid > 10")
        try database.restore(from: memory.serialize())
        #expect(try database.row("SELECT count(*) FROM note")?.int(0) == 10)
        #expect(try database.row("PRAGMA journal_mode")?.text(0) == "wal")
    }

    @Test func aDamagedSnapshotIsRefusedAndTheContentStays() throws {
        let database = try makeNotes(count: 2_000)
        var snapshot = try database.serialize()
        for index in 8_192..<8_300 { snapshot[index] = 0xee }
        for bad in [snapshot, Array(snapshot[..<5_000]), [], [UInt8](repeating: 7, count: 4_096)] {
            let error = #expect(throws: SQLiteError.self) { try database.restore(from: bad) }
            #expect(error?.code == .corrupt)
        }
        #expect(try database.row("SELECT count(*) FROM note")?.int(0) == 2_000)
    }
}
