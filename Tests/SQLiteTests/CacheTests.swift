// SPDX-License-Identifier: MIT
import SQL
import SQLite
import TestSupport
import Testing

/// Pages that a database has no more are forgotten by its cache, whatever numbers they had for a moment; and what is
/// committed is in the log for everybody.
struct CacheTests {
    /// Keys at random places: pages are split, joined and given other numbers all the time.
    private struct Keys {
        private var state: UInt64 = 88_172_645_463_325_252
        mutating func next() -> Int64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int64(bitPattern: state)
        }
    }

    private struct Refusal: Error {}

    /// With room for twenty pages most are read again and again, from the log too.
    @Test(arguments: [false, true]) func treesThatGrowAndShrinkAtRandomAreWhole(isCramped: Bool) throws {
        let folder = try ScratchFolder()
        let database = try Database(path: folder.file("a.db"), gathersLog: isCramped)
        let other = try Database(path: folder.file("a.db"))
        try database.execute("PRAGMA auto_vacuum = FULL; VACUUM")
        if isCramped { _ = try database.rows("PRAGMA cache_size = 20") }
        try database.execute("CREATE TABLE pair (key INTEGER NOT NULL PRIMARY KEY, text BLOB NOT NULL) WITHOUT ROWID")
        var keys = Keys()
        var expected: Set<Int64> = []
        for round in 1...40 {
            let fresh = (0..<200).map { _ in keys.next() }
            let gone = round.isMultiple(of: 3) ? Array(expected.prefix(expected.count * 3 / 4)) : []
            func change() throws {
                for key in gone { try database.run("DELETE FROM pair WHERE key = ?", [.integer(key)]) }
                for key in fresh {
                    try database.run("INSERT INTO pair VALUES (?, zeroblob(300))", [.integer(key)])
                }
            }
            if round.isMultiple(of: 4) {
                #expect(throws: Refusal.self) {
                    try database.transaction {
                        try change()
                        throw Refusal()
                    }
                }
            } else {
                try database.transaction(change)
                expected.subtract(gone)
                expected.formUnion(fresh)
            }
            for reader in [database, other] {
                #expect(try Set(reader.rows("SELECT key FROM pair").map { try $0.int(0) }) == expected)
            }
            if round.isMultiple(of: 10) { try database.checkpoint() }
        }
        try database.quickCheck()
        let again = try Database(path: folder.file("a.db"))
        #expect(try again.row("SELECT count(*) FROM pair")?.int(0) == Int64(expected.count))
    }

    /// What was undone may not come back over what somebody else has committed since.
    @Test func aLargeChangeThatIsUndoneLeavesNothingOnItsWayToTheLog() throws {
        let folder = try ScratchFolder()
        let writer = try Database(path: folder.file("a.db"), gathersLog: true)
        _ = try writer.rows("PRAGMA cache_size = 10")
        try writer.execute("CREATE TABLE note (id INTEGER PRIMARY KEY, text BLOB NOT NULL) STRICT")
        let ids = (1...60).map { Value.integer($0) }
        for id in ids { try writer.run("INSERT INTO note VALUES (?, zeroblob(3000))", [id]) }
        let other = try Database(path: folder.file("a.db"))
        for round in 1...20 {
            // Nothing grows, so that nothing but these pages is touched.
            #expect(throws: Refusal.self) {
                try writer.transaction {
                    for id in ids { try writer.run("UPDATE note SET text = randomblob(3000) WHERE id = ?", [id]) }
                    throw Refusal()
                }
            }
            try other.run("UPDATE note SET text = CAST(zeroblob(2900) || ? AS BLOB)", [.text("\(round)")])
            for reader in [writer, other] {
                let rows = try reader.rows("SELECT text FROM note ORDER BY id", [])
                #expect(try Set(rows.map { try $0.blob(0).suffix(2) }).count == 1)
                #expect(rows.count == ids.count)
            }
        }
        try writer.checkpoint()
        try other.quickCheck()
    }
}
