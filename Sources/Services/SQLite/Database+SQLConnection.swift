// SPDX-License-Identifier: MIT

extension Database: SQLConnection {
    @discardableResult
    package func run(_ sql: String, times count: Int, _ values: (Int) throws -> [Value]) throws -> [Int] {
        let statement = try prepare(sql)
        var counts: [Int] = []
        counts.reserveCapacity(count)
        var total = changeCount
        try statement.run(times: count, values) {
            // Rows that foreign keys or triggers change count only in the total.
            counts.append(changeCount == total ? 0 : lastChangeCount)
            total = changeCount
        }
        return counts
    }

    package func insert(
        into table: String, _ columns: [String], count: Int, filling fill: (Int, inout [Value]) throws -> Void
    ) throws {
        guard count > 0 else { return }
        let places = columns.map { _ in "?" }.joined(separator: ", ")
        let statement = try prepare(
            "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(places))")
        try statement.run(times: count, filling: fill)
    }

    package func update(
        _ table: String, key: String, adding: [String], setting: [String], count: Int,
        filling fill: (Int, inout [Value]) throws -> Void
    ) throws -> Int {
        let changes =
            adding.enumerated().map { "\($1) = \($1) + ?\($0 + 2)" }
            + setting.enumerated().map { "\($1) = ?\($0 + 2 + adding.count)" }
        let before = changeCount
        try prepare("UPDATE \(table) SET \(changes.joined(separator: ", ")) WHERE \(key) = ?1")
            .run(times: count, filling: fill)
        return changeCount - before
    }

    package func rows(
        _ select: String, where columns: [String], count: Int, _ key: (Int) throws -> [Value]
    ) throws -> [Row] {
        guard count > 0 else { return [] }
        let statement = try prepare(select + " WHERE " + columns.map { $0 + " = ?" }.joined(separator: " AND "))
        var found: [Row] = []
        for index in 0..<count {
            try statement.forEach(key(index)) { row in
                found.append(row)
                return true
            }
        }
        return found
    }

    package func numbers(_ select: String, where column: String, in keys: [Int64]) throws -> [Int64] {
        try prepare(select + " WHERE \(column) = ?").numbers(for: keys)
    }

    package func reserveIDs(_ count: Int, of table: String) throws -> Int64 {
        guard isInTransaction else {
            throw SQLError(.misuse, "Ids of \(table) can only be reserved inside a transaction.")
        }
        // The engine also gives a new row the number after the highest one.
        return try returned("SELECT coalesce(max(id), 0) + 1 FROM \(table)", []).int(0)
    }

    package func snapshot<R>(_ body: () throws -> R) throws -> R {
        try execute("BEGIN")
        defer {
            // An error of the engine, such as an unreadable page, has ended it already.
            do { if !connection.isAutocommit { try connection.execute("ROLLBACK") } } catch {
                preconditionFailure("A read that has begun can always end: \(error)")
            }
        }
        return try body()
    }
}
