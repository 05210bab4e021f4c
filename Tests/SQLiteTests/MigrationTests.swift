// SPDX-License-Identifier: MIT
import SQLite
import TestSupport
import Testing

struct MigrationTests {
    private let first = Migration("notes", sql: "CREATE TABLE note (text TEXT NOT NULL) STRICT")
    private let second = Migration("dates", sql: "ALTER TABLE note ADD COLUMN time INTEGER NOT NULL DEFAULT 0")

    @Test func missingStepsRunOnceInOrder() throws {
        let database = try Database(path: .inMemory)
        try database.migrate([first])
        try database.run("INSERT INTO note VALUES ('a')")
        try database.migrate([first, second])
        try database.migrate([first, second])
        #expect(try database.schemaVersion() == 2)
        #expect(try database.row("SELECT time FROM note")?.int("time") == 0)
    }

    @Test func aFailingStepLeavesTheDatabaseAsItWas() throws {
        let database = try Database(path: .inMemory)
        try database.migrate([first])
        let broken = Migration("broken", sql: "CREATE TABLE extra (a INTEGER) STRICT; DROP TABLE absent")
        let error = #expect(throws: SQLiteError.self) { try database.migrate([first, second, broken]) }
        #expect(error?.message.contains("Step 3, broken") == true)
        #expect(try database.schemaVersion() == 1)
        #expect(try database.row("SELECT 1 FROM sqlite_schema WHERE name = 'extra'") == nil)
    }

    @Test func aFileOfANewerProgramIsRefusedWithASentence() throws {
        let database = try Database(path: .inMemory)
        try database.migrate([first, second])
        let error = #expect(throws: SQLiteError.self) { try database.migrate([first]) }
        #expect(error?.code == .newerVersion)
        #expect(error?.message.contains("Install the newer program") == true)
    }

    @Test func thePartsOfAFileHaveVersionsOfTheirOwn() throws {
        let database = try Database(path: .inMemory)
        try database.migrate([first, second])
        let extra = Migration("extra", sql: "CREATE TABLE extra (a INTEGER) STRICT")
        #expect(try database.schemaVersion(of: "other") == 0)

        try database.migrate([extra], part: "other")
        try database.migrate([extra], part: "other")

        #expect(try database.schemaVersion() == 2)
        #expect(try database.schemaVersion(of: "other") == 1)
        let error = #expect(throws: SQLiteError.self) { try database.migrate([], part: "other") }
        #expect(error?.code == .newerVersion)
        #expect(error?.message.contains("its part 'other'") == true)
    }

    @Test func onlyMigrationsMaySortInFiles() throws {
        let folder = try ScratchFolder()
        let database = try Database(path: folder.file("notes.sqlite"))
        let inMemory = { try database.row("PRAGMA temp_store")?.int(0) == 2 }
        try database.migrate([first])
        #expect(try inMemory())
        let broken = Migration("broken", sql: "DROP TABLE absent")
        #expect(throws: SQLiteError.self) { try database.migrate([first, broken]) }
        #expect(try inMemory())
    }
}
