// SPDX-License-Identifier: MIT
import Hub
import HubStorage
import PostgreSQL
import SQL
import SQLite
import ServerSupport
import TestSupport
import Testing

/// What the connection of each engine promises to the hub.
@Suite struct EngineTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    private static let schema = [
        Migration(
            "things",
            sql: """
                CREATE TABLE owner (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
                CREATE TABLE thing (
                    owner INTEGER NOT NULL REFERENCES owner (id),
                    key BLOB NOT NULL,
                    size INTEGER NOT NULL CHECK (size > 0),
                    note TEXT,
                    PRIMARY KEY (owner, key)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX thing_by_size ON thing (size) WHERE note IS NULL;
                """)
    ]

    private func database(_ engine: Engine) throws -> any SQLConnection {
        switch engine {
        case .memory:
            let database = try Database(path: .inMemory)
            try database.migrate(Self.schema)
            return database
        case .file:
            let database = try Database(path: folder.file("things.sqlite"))
            try database.migrate(Self.schema)
            return database
        case .server:
            let database = try ServerDatabase(try PrivateServer.shared.get().makeDatabase())
            try database.migrate(Self.schema)
            return database
        }
    }

    private func owner(_ name: Value, in database: any SQLConnection) throws -> Int64 {
        try database.returned("INSERT INTO owner (name) VALUES (?) RETURNING id", [name]).int(0)
    }

    @Test(arguments: Engine.all)
    func manyRowsAreInsertedChangedAndFoundByTheirKeys(engine: Engine) throws {
        let database = try database(engine)
        let (first, second) = (try owner("a", in: database), try owner("b", in: database))
        var rows: [[Value]] = []
        for number in 0..<1_500 {
            let note: Value = number % 3 == 0 ? .null : .text("n\(number)")
            let key = Value.blob([UInt8(number >> 8), UInt8(number & 0xff)])
            rows.append([.integer(number % 2 == 0 ? first : second), key, .integer(Int64(number) + 1), note])
        }
        try database.transaction { try database.insert(into: "thing", ["owner", "key", "size", "note"], rows) }
        #expect(
            try database.row("SELECT count(*), count(note), sum(size) FROM thing")?.values == [1_500, 1_000, 1_125_750])
        try database.insert(into: "thing", ["owner", "key", "size", "note"], [])
        let keys: [[Value]] = [
            [.integer(first), .blob([0, 0])], [.integer(first), .blob([0, 1])], [.integer(second), .blob([0, 1])],
        ]
        let found = try database.rows("SELECT size FROM thing", where: ["owner", "key"], in: keys)
        #expect(try found.map { try $0.int(0) }.sorted() == [1, 2])
        let names = try database.rows(
            "SELECT name FROM owner o", where: ["o.id"], in: [[.integer(second)], [.integer(99)]])
        #expect(try names.map { try $0.text(0) } == ["b"])
        #expect(try database.rows("SELECT name FROM owner", where: ["name"], in: []).isEmpty)
        let numbers = try database.numbers("SELECT id, id + 1 FROM owner", where: "id", in: [second, 99, first])
        #expect(numbers.sorted() == [first, first + 1, second, second + 1].sorted())
        #expect(try database.numbers("SELECT id FROM owner", where: "id", in: []).isEmpty)
        #expect(throws: SQLError.self) { try database.numbers("SELECT name FROM owner", where: "id", in: [first]) }
        let changed = try database.run(
            "UPDATE thing SET size = size + ? WHERE owner = ? AND note IS NULL",
            forEach: [[10, .integer(first)], [20, .integer(99)], [30, .integer(second)]])
        #expect(changed == [250, 0, 250])
    }

    @Test(arguments: Engine.all)
    func manyRowsAreAddedToAndSetByTheirKeys(engine: Engine) throws {
        let database = try database(engine)
        let owners = try ["a", "b", "c"].map { try owner(.text($0), in: database) }
        for id in owners {
            try database.run("INSERT INTO thing (owner, key, size) VALUES (?, ?, 5)", [.integer(id), .blob([1])])
        }
        let rows: [[Value]] = [
            [.integer(owners[0]), 10, .text("x")], [.integer(owners[2]), -4, .text("y")], [99, 1, .text("z")],
        ]
        let changed = try database.update("thing", key: "owner", adding: ["size"], setting: ["note"], count: 3) {
            $1 = rows[$0]
        }
        #expect(changed == 2)
        let things = try database.rows("SELECT size, note FROM thing ORDER BY owner")
        #expect(things.map(\.values) == [[15, "x"], [5, .null], [1, "y"]])
        let none = try database.update("thing", key: "owner", adding: ["size"], setting: [], count: 0) { $1 = rows[$0] }
        #expect(none == 0)
        // What a rule of the table refuses is refused for all of them.
        #expect(throws: SQLError.self) {
            try database.transaction {
                try database.update("thing", key: "owner", adding: ["size"], setting: [], count: 2) {
                    $1 = [.integer(owners[$0]), $0 == 0 ? 1 : -100]
                }
            }
        }
        #expect(try database.row("SELECT sum(size) FROM thing")?.int(0) == 21)
    }

    @Test(arguments: Engine.all)
    func aColumnOfNothingIsInserted(engine: Engine) throws {
        let database = try database(engine)
        let id = try owner("a", in: database)
        try database.insert(into: "thing", ["owner", "key", "size", "note"], [[.integer(id), .blob([1]), 5, .null]])
        #expect(try database.row("SELECT note FROM thing")?[0] == .null)
    }

    @Test(arguments: Engine.all)
    func reservedIdsAreFreeAndFollowEachOther(engine: Engine) throws {
        let database = try database(engine)
        _ = try owner("a", in: database)
        try database.transaction {
            let first = try database.reserveIDs(3, of: "owner")
            try database.insert(
                into: "owner", ["id", "name"], (0..<3).map { [.integer(first + $0), .text("r\($0)")] })
        }
        #expect(try owner("z", in: database) > 4)
        #expect(try database.rows("SELECT id FROM owner ORDER BY id").count == 5)
        #expect(throws: SQLError.self) { try database.reserveIDs(1, of: "owner") }
    }

    @Test(arguments: Engine.all)
    func eachRuleOfTheSchemaIsAConstraint(engine: Engine) throws {
        let database = try database(engine)
        let id = try owner("a", in: database)
        let wrong: [(String, [Value])] = [
            ("INSERT INTO owner (name) VALUES (?)", ["a"]),
            ("INSERT INTO owner (name) VALUES (?)", [.null]),
            ("INSERT INTO thing (owner, key, size) VALUES (?, ?, 0)", [.integer(id), .blob([1])]),
            ("INSERT INTO thing (owner, key, size) VALUES (?, ?, 1)", [77, .blob([1])]),
            ("DELETE FROM owner WHERE id = ?", [.integer(id)]),
        ]
        try database.run("INSERT INTO thing (owner, key, size) VALUES (?, ?, 1)", [.integer(id), .blob([9])])
        try database.run("UPDATE thing SET size = ?", [.integer(.max)])
        let tooLarge: (String, [Value]) = ("UPDATE thing SET size = size + ?", [1])
        for (sql, values) in wrong + [tooLarge] {
            var code: SQLError.Code?
            try database.transaction {
                // The rule is broken inside a step, and the rest goes on.
                do {
                    try database.transaction { _ = try database.run(sql, values) }
                } catch let error as SQLError {
                    code = error.code
                }
                _ = try database.rows("SELECT 1 FROM thing")
            }
            #expect(code == .constraint, "\(sql)")
        }
        #expect(try database.row("SELECT count(*) FROM thing")?.int(0) == 1)
    }

    @Test(arguments: Engine.all)
    func aRefusedStepIsUndoneAloneAndWithAllThatItHeld(engine: Engine) throws {
        struct No: Error {}
        let database = try database(engine)
        try database.transaction {
            _ = try owner("outer", in: database)
            #expect(throws: No.self) {
                try database.transaction {
                    _ = try owner("inner", in: database)
                    try database.transaction { _ = try owner("innermost", in: database) }
                    throw No()
                }
            }
            #expect(throws: SQLError.self) {
                try database.transaction {
                    try database.insert(into: "owner", ["name"], [["x"], ["outer"]])
                }
            }
            #expect(throws: SQLError.self) {
                try database.transaction {
                    try database.run("INSERT INTO owner (name) VALUES (?)", forEach: [["y"], ["outer"], ["z"]])
                }
            }
            try database.transaction { _ = try owner("last", in: database) }
        }
        #expect(try database.rows("SELECT name FROM owner ORDER BY name").map { try $0.text(0) } == ["last", "outer"])
    }

    @Test(arguments: Engine.all)
    func textIsComparedByItsBytes(engine: Engine) throws {
        let database = try database(engine)
        for name: Value in ["b", "B", "a", "ä", "_", "Z"] { _ = try owner(name, in: database) }
        let names = try database.rows("SELECT name FROM owner ORDER BY name").map { try $0.text(0) }
        #expect(names == ["B", "Z", "_", "a", "b", "ä"])
    }

    @Test(arguments: Engine.all)
    func aSnapshotSeesOneState(engine: Engine) throws {
        let database = try database(engine)
        _ = try owner("a", in: database)
        try database.snapshot {
            var seen: [String] = []
            try database.forEach("SELECT name FROM owner WHERE id > ?", [0]) { seen.append(try $0.text(0)) }
            #expect(seen == ["a"])
        }
        // And it is over.
        try database.transaction { _ = try owner("b", in: database) }
    }

    /// As when the disk does not give a page: the engine ends it before whoever began it does.
    @Test func aSnapshotThatTheEngineEndsIsOver() throws {
        let database = try database(.file)
        struct NoPage: Error {}
        #expect(throws: NoPage.self) {
            try database.snapshot {
                try database.execute("ROLLBACK")
                throw NoPage()
            }
        }
        try database.transaction { _ = try owner("b", in: database) }
    }
}
