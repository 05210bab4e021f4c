// SPDX-License-Identifier: MIT
import PostgreSQL
import SQL
import ServerSupport
import Testing

@Suite(.needsServer)
struct ConnectionTests {
    let address: DatabaseAddress
    let database: ServerDatabase
    let other: ServerDatabase

    init() throws {
        address = try PrivateServer.shared.get().makeDatabase()
        database = try ServerDatabase(address)
        other = try ServerDatabase(address)
        try database.migrate([Migration("notes", sql: "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT) STRICT;")])
    }

    private func end(_ victim: ServerDatabase) throws {
        _ = try other.rows("SELECT pg_terminate_backend(?::int)", [.integer(Int64(victim.serverProcess ?? 0))])
    }

    @Test func aConnectionThatEndsInATransactionIsLostAndNothingHappened() throws {
        let error = #expect(throws: SQLError.self) {
            try database.transaction {
                try database.run("INSERT INTO note (text) VALUES ('a')")
                try end(database)
                try database.run("INSERT INTO note (text) VALUES ('b')")
            }
        }
        #expect(error?.code == .lost)
        #expect(try other.row("SELECT count(*) FROM note")?.int(0) == 0)
        // And the next one connects again.
        try database.transaction { try database.run("INSERT INTO note (text) VALUES ('c')") }
        #expect(try database.row("SELECT count(*) FROM note")?.int(0) == 1)
    }

    @Test func aNestedStepThatCatchesTheLossCannotGoOn() throws {
        let error = #expect(throws: SQLError.self) {
            try database.transaction {
                try end(database)
                do { try database.transaction { try database.run("INSERT INTO note (text) VALUES ('a')") } } catch {}
                try database.run("INSERT INTO note (text) VALUES ('b')")
            }
        }
        #expect(error?.code == .lost)
        #expect(try other.row("SELECT count(*) FROM note")?.int(0) == 0)
    }

    @Test func aConnectionThatEndedWhileItWasIdleIsMadeAgain() throws {
        let reader = try ServerDatabase(address, readOnly: true)
        try end(reader)
        #expect(try reader.row("SELECT 1")?.int(0) == 1)
        try end(reader)
        #expect(try reader.snapshot { try reader.row("SELECT 2")?.int(0) } == 2)
        try end(database)
        try database.transaction { try database.run("INSERT INTO note (text) VALUES ('a')") }
    }

    @Test func aConnectionThatEndsDuringACommitHasAnUnknownOutcome() throws {
        // Killed after the work and before COMMIT: the client cannot tell this from a loss on the way back.
        let error = #expect(throws: SQLError.self) {
            try database.transaction {
                try database.run("INSERT INTO note (text) VALUES ('a')")
                try end(database)
            }
        }
        #expect(error?.code == .unknownOutcome)
    }

    @Test func aReaderChangesNothing() throws {
        let reader = try ServerDatabase(address, readOnly: true)
        let error = #expect(throws: SQLError.self) { try reader.run("INSERT INTO note (text) VALUES ('a')") }
        #expect(error?.code == .readOnly)
    }

    @Test func aSnapshotDoesNotMoveAndReadsLongTablesInPieces() throws {
        try database.insert(into: "note", ["text"], (0..<2_500).map { [.text("\($0)")] })
        let reader = try ServerDatabase(address, readOnly: true)
        try reader.snapshot {
            let count = try reader.row("SELECT count(*) FROM note")?.int(0)
            #expect(count == 2_500)
            try database.run("DELETE FROM note")
            var seen = 0
            try reader.forEach("SELECT id FROM note WHERE id > ?", [0]) { row in
                // The connection is free for other questions meanwhile.
                if seen == 1_500, try reader.row("SELECT ?", [row[0]])?[0] != row[0] { Issue.record("another row") }
                seen += 1
            }
            #expect(seen == 2_500)
        }
        #expect(try reader.row("SELECT count(*) FROM note")?.int(0) == 0)
    }
}
