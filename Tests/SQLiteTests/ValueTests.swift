// SPDX-License-Identifier: MIT
import SQLite
import Testing

struct ValueTests {
    let database: Database

    init() throws { database = try Database(path: .inMemory) }

    @Test(arguments: [
        Value.integer(.min), .integer(.max), .integer(0), .text(""), .text("Zoë \u{0} 👛"), .blob([]), .blob([0, 255]),
        .null,
    ])
    func aValueComesBackAsItWentIn(value: Value) throws {
        let row = try #require(try database.row("SELECT ? AS v", [value]))
        #expect(row[0] == value)
        #expect(try row.value("v") == value)
    }

    @Test func theEmptyTextAndTheEmptyBlobAreNotNull() throws {
        #expect(try database.row("SELECT typeof(?), typeof(?)", ["", .blob([])])?.values == ["text", "blob"])
    }

    @Test func gettersRefuseOtherTypesAndNull() throws {
        let row = try #require(try database.row("SELECT 1 AS n, 'a' AS t, NULL AS e, -1 AS m"))
        #expect(try row.int("n") == 1)
        #expect(try row.optionalText("e") == nil)
        for wrong in [
            { _ = try row.text("n") }, { _ = try row.int("t") }, { _ = try row.blob("e") },
            { _ = try row.unsigned("m") }, { _ = try row.int("absent") }, { _ = try row.int(9) },
        ] as [() throws -> Void] {
            let error = #expect(throws: SQLiteError.self) { try wrong() }
            #expect(error?.code == .mismatch)
        }
    }

    @Test func floatingPointIsRefusedAtTheDoor() throws {
        let error = #expect(throws: SQLiteError.self) { try database.row("SELECT 1.5") }
        #expect(error?.code == .mismatch)
    }

    @Test func unsignedNumbersAboveTheEnginesRangeAreRefused() throws {
        #expect(try Value.unsigned(UInt64(Int64.max)) == .integer(.max))
        #expect(throws: SQLiteError.self) { try Value.unsigned(UInt64(Int64.max) + 1) }
    }

    @Test func aWrongNumberOfValuesIsRefused() throws {
        #expect(throws: SQLiteError.self) { try database.row("SELECT ?, ?", [1]) }
        #expect(throws: SQLiteError.self) { try database.row("SELECT 1", [1]) }
    }

    @Test func aSecondStatementInTheTextIsRefusedNotDropped() throws {
        let error = #expect(throws: SQLiteError.self) { try database.run("SELECT 1; SELECT 2") }
        #expect(error?.code == .misuse)
        #expect(try database.row("SELECT 1 ; ")?.int(0) == 1)
    }

    @Test func aStatementCanBeUsedWhileItIsBeingRead() throws {
        let sql = "SELECT value FROM (SELECT 1 AS value UNION SELECT 2) ORDER BY value"
        var seen: [Int64] = []
        try database.forEach(sql) { outer in
            try database.forEach(sql) { seen.append(try outer.int(0) * 10 + (try $0.int(0))) }
        }
        #expect(seen == [11, 12, 21, 22])
    }

    @Test func runCountsTheRowsItChanged() throws {
        #expect(try database.run("CREATE TABLE t (a INTEGER) STRICT") == 0)
        #expect(try database.run("INSERT INTO t VALUES (1), (2)") == 2)
        #expect(try database.run("CREATE TABLE u (a INTEGER) STRICT") == 0)
        #expect(try database.run("UPDATE t SET a = 3 WHERE a = 9") == 0)
    }

    @Test func aMisspeltColumnInDoubleQuotesIsAnError() throws {
        try database.execute("CREATE TABLE t (a TEXT) STRICT")
        #expect(throws: SQLiteError.self) { try database.rows("SELECT * FROM t WHERE a = \"b\"") }
    }

    @Test func foreignKeysAreEnforced() throws {
        try database.execute(
            "CREATE TABLE p (id INTEGER PRIMARY KEY) STRICT; CREATE TABLE c (p INTEGER REFERENCES p) STRICT")
        let error = #expect(throws: SQLiteError.self) { try database.run("INSERT INTO c VALUES (7)") }
        #expect(error?.code == .constraint)
    }
}
