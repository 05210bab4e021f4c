// SPDX-License-Identifier: MIT
import PostgreSQL
import SQL
import ServerSupport
import Testing

@Suite(.needsServer)
struct ValueTests {
    let database: ServerDatabase

    init() throws {
        database = try ServerDatabase(PrivateServer.shared.get().makeDatabase())
        try database.migrate([
            Migration(
                "notes",
                sql: """
                    CREATE TABLE note (
                        id INTEGER PRIMARY KEY,
                        text TEXT UNIQUE, -- INTEGER in a comment stays
                        bytes BLOB CHECK (length(bytes) > 0),
                        number INTEGER DEFAULT 7
                    ) STRICT;
                    CREATE TABLE pair (a INTEGER NOT NULL, b BLOB, PRIMARY KEY (a, b)) STRICT, WITHOUT ROWID;
                    """)
        ])
    }

    @Test func everyKindOfValueComesBackAsItWas() throws {
        let values: [Value] = [
            .integer(.min), .integer(.max), "", "Zürich ≠ 'ok'?", .blob([]), .blob([0, 255]), .null,
        ]
        for value in values { #expect(try database.row("SELECT ?", [value])?[0] == value) }
        let row = try database.row(
            "SELECT 1 = 1, 2::int, 3::smallint, NULL::text, sum(n) FROM (VALUES (-5), (40005)) v(n)")
        #expect(row?.values == [1, 2, 3, .null, 40_000])
    }

    @Test(arguments: [0, 1, -1, 9999, 10_000, -10_000, 123_456_789_012, .max, .min, .min + 1] as [Int64])
    func aSumComesBackWhole(number: Int64) throws {
        #expect(try database.row("SELECT (?::bigint)::numeric", [.integer(number)])?.int(0) == number)
    }

    @Test func aNumberThatIsNoWholeOneIsRefused() throws {
        for text in ["1.5", "9223372036854775808", "-9223372036854775809", "1e30"] {
            let error = #expect(throws: SQLError.self) { try database.row("SELECT \(text)::numeric") }
            #expect(error?.code == .mismatch)
        }
    }

    @Test func valuesStandForMarksInTheirOrderOrByNumber() throws {
        #expect(try database.row("SELECT ?2, ?1, ?2, '?3' -- ?4", [1, 2])?.values == [2, 1, 2, "?3"])
        #expect(try database.row("SELECT ?, '?', ?", ["a", "b"])?.values == ["a", "?", "b"])
        let error = #expect(throws: SQLError.self) { try database.row("SELECT ?, ?1", [1, 2]) }
        #expect(error?.code == .misuse)
    }

    @Test func idsAreChosenAndReturned() throws {
        #expect(try database.returned("INSERT INTO note (text) VALUES (?) RETURNING id", ["a"]).int("id") == 1)
        #expect(try database.returned("INSERT INTO note (text) VALUES (?) RETURNING id", ["b"]).int("id") == 2)
        #expect(try database.run("UPDATE note SET number = 8") == 2)
        #expect(try database.run("UPDATE note SET number = 8 WHERE id = 9") == 0)
    }

    @Test func aRefusedRowIsAConstraintAndSpoilsOnlyItsSavepoint() throws {
        try database.transaction {
            try database.run("INSERT INTO note (text) VALUES ('a')")
            let error = #expect(throws: SQLError.self) {
                try database.transaction { try database.run("INSERT INTO note (text) VALUES ('a')") }
            }
            #expect(error?.code == .constraint)
            #expect(error?.message.contains("'a'") == false)
            try database.run("INSERT INTO note (text) VALUES ('b')")
        }
        #expect(try database.row("SELECT count(*) FROM note")?.int(0) == 2)
    }

    @Test func anErrorThatIsCaughtWithoutASavepointEndsTheTransaction() throws {
        let error = #expect(throws: SQLError.self) {
            try database.transaction {
                try database.run("INSERT INTO note (text) VALUES ('a')")
                do { try database.run("INSERT INTO note (text) VALUES ('a')") } catch {}
            }
        }
        #expect(error?.code == .rolledBack)
        #expect(try database.row("SELECT count(*) FROM note")?.int(0) == 0)
    }

    @Test func aMigrationRunsOnce() throws {
        #expect(try database.schemaVersion() == 1)
        let error = #expect(throws: SQLError.self) { try database.migrate([]) }
        #expect(error?.code == .newerVersion)
    }

    @Test func aBrokenMigrationLeavesTheDatabaseAsItWas() throws {
        let steps = [
            Migration("notes", sql: ""), Migration("more", sql: "CREATE TABLE more (a INTEGER) STRICT; NONSENSE;"),
        ]
        let error = #expect(throws: SQLError.self) { try database.migrate(steps) }
        #expect(error?.code == .misuse)
        #expect(try database.schemaVersion() == 1)
        #expect(try database.row("SELECT to_regclass('satchel.more') IS NULL")?.bool(0) == true)
    }

    @Test func aPasswordIsInNoMessage() throws {
        let address = try DatabaseAddress("postgresql://shop:hunter2@127.0.0.1:1/books?connect_timeout=1")
        #expect(!"\(address) \(String(reflecting: address))".contains("hunter2"))
        let error = #expect(throws: SQLError.self) { try ServerDatabase(address) }
        #expect(error.map { "\($0)" }?.contains("hunter2") == false)
        let broken = #expect(throws: SQLError.self) { try DatabaseAddress("postgresql://shop:hunter2@[") }
        #expect(broken.map { "\($0)" }?.contains("hunter2") == false)
    }
}
