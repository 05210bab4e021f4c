// SPDX-License-Identifier: MIT
import SQLite
import Testing

struct TransactionTests {
    let database: Database

    init() throws {
        database = try Database(path: .inMemory)
        try database.execute("CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT")
    }

    private func texts() throws -> [String] {
        try database.rows("SELECT text FROM note ORDER BY id").map { try $0.text(0) }
    }

    private func add(_ text: String) throws { try database.run("INSERT INTO note (text) VALUES (?)", [.text(text)]) }

    private struct Refusal: Error {}

    @Test func aFailingTransactionChangesNothing() throws {
        #expect(throws: Refusal.self) {
            try database.transaction {
                try add("a")
                throw Refusal()
            }
        }
        #expect(try texts() == [])
        #expect(!database.isInTransaction)
    }

    @Test func aFailingNestedStepIsUndoneAlone() throws {
        try database.transaction {
            try add("before")
            #expect(throws: Refusal.self) {
                try database.transaction {
                    try add("inside")
                    try database.transaction { try add("deeper") }
                    throw Refusal()
                }
            }
            try database.transaction { try add("beside") }
            try add("after")
        }
        #expect(try texts() == ["before", "beside", "after"])
    }

    @Test func aFailingOuterStepUndoesFinishedNestedSteps() throws {
        #expect(throws: Refusal.self) {
            try database.transaction {
                try database.transaction { try add("inside") }
                throw Refusal()
            }
        }
        #expect(try texts() == [])
    }

    @Test func aBrokenConstraintIsNamedAndLeavesTheTransactionUsable() throws {
        try database.transaction {
            try add("a")
            let error = #expect(throws: SQLiteError.self) { try add("a") }
            #expect(error?.code == .constraint)
            #expect(error?.message.contains("note.text") == true)
            try add("b")
        }
        #expect(try texts() == ["a", "b"])
    }

    @Test func aFullDatabaseLosesTheTransactionAndNothingElse() throws {
        try add("kept")
        try database.execute("PRAGMA max_page_count = 20")
        let error = #expect(throws: SQLiteError.self) {
            try database.transaction {
                try add("lost")
                try database.transaction { try add(String(repeating: "x", count: 1 << 20)) }
            }
        }
        #expect(error?.code == .full)
        #expect(error?.message.contains("free some space") == true)
        #expect(try texts() == ["kept"])
        try add("next")
        #expect(try texts() == ["kept", "next"])
    }

    @Test func aTransactionTheEngineRolledBackCannotBeContinuedByMistake() throws {
        var nested: (any Error)?
        var after: (any Error)?
        let end = #expect(throws: SQLiteError.self) {
            try database.transaction {
                try add("lost")
                // ON CONFLICT ROLLBACK stands for a disk error: the engine leaves the transaction by itself.
                do {
                    try database.transaction {
                        try database.run("INSERT OR ROLLBACK INTO note (text) VALUES (?)", ["lost"])
                    }
                } catch { nested = error }
                do { try add("written alone") } catch { after = error }
            }
        }
        #expect((nested as? SQLiteError)?.code == .constraint)
        #expect((after as? SQLiteError)?.code == .rolledBack)
        #expect(end?.code == .rolledBack)
        #expect(try texts() == [])
        try add("next")
        #expect(try texts() == ["next"])
    }
}
