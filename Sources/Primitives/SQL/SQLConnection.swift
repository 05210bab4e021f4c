// SPDX-License-Identifier: MIT

/// One connection to a database of any engine. It has one owner at a time.
///
/// Values replace each `?` in order, or `?1`, `?2` by number. Every call throws ``SQLError``.
package protocol SQLConnection: AnyObject {
    /// Runs SQL text without values and results. It may contain several statements.
    func execute(_ sql: String) throws

    /// Runs one changing statement and returns how many rows it changed directly.
    @discardableResult
    func run(_ sql: String, _ values: [Value]) throws -> Int

    /// Runs one changing statement `count` times, each time with other values, and returns how many rows each run
    /// changed.
    ///
    /// Over a network this costs one round trip for all of them. If a run fails, the changes of earlier runs remain in
    /// the surrounding transaction, which the caller must roll back.
    @discardableResult
    func run(_ sql: String, times count: Int, _ values: (Int) throws -> [Value]) throws -> [Int]

    /// All rows of a query. Limit the query with LIMIT, because all rows are in memory at once.
    func rows(_ sql: String, _ values: [Value]) throws -> [Row]

    /// The first row of a query, or nil.
    func row(_ sql: String, _ values: [Value]) throws -> Row?

    /// Calls `body` with each row in turn. The body may use the connection.
    func forEach(_ sql: String, _ values: [Value], _ body: (Row) throws -> Void) throws

    /// Inserts `count` rows into one table. Each has a value for each column.
    ///
    /// If the caller must know ids that the engine would choose, it gets them from ``reserveIDs(_:of:)``.
    ///
    /// - Parameter fill: called for each row in turn. Appends its values to an empty array, which is reused where
    ///   possible.
    func insert(
        into table: String, _ columns: [String], count: Int, filling fill: (Int, inout [Value]) throws -> Void) throws

    /// Updates many rows of a table by their keys, and returns how many rows were found.
    ///
    /// - Parameters:
    ///   - adding: the columns to whose numbers `fill` adds.
    ///   - setting: the columns that get a new value.
    ///   - fill: appends to an empty array the key, the numbers to add, and the new values, in this order. Each key
    ///     must occur once, and no value may be NULL.
    func update(
        _ table: String, key: String, adding: [String], setting: [String], count: Int,
        filling fill: (Int, inout [Value]) throws -> Void
    ) throws -> Int

    /// The rows of a query whose columns equal one of many keys, in no particular order.
    ///
    /// - Parameters:
    ///   - select: a query that ends before its WHERE.
    ///   - columns: the columns that `key` is compared with, such as `["account", "id"]`. No key may contain NULL.
    ///   - count: the number of keys.
    ///   - key: one value for each of the columns. Each key must occur once.
    func rows(
        _ select: String, where columns: [String], count: Int, _ key: (Int) throws -> [Value]
    ) throws -> [Row]

    /// The same for columns of integers and a key of one integer. Returns the values of all rows in one array, row
    /// after row.
    ///
    /// - Throws: ``SQLError`` with code `.mismatch` for any other value.
    func numbers(_ select: String, where column: String, in keys: [Int64]) throws -> [Int64]

    /// The first of `count` consecutive ids that no row of the table has. Only inside a transaction.
    ///
    /// The caller must insert rows with these ids before any other row is inserted into the table.
    func reserveIDs(_ count: Int, of table: String) throws -> Int64

    /// Runs `body` as one unit: afterwards either all of it is durable, or none of it.
    ///
    /// A nested call is a savepoint: if it throws, only its own changes are rolled back, and the caller may continue.
    /// After an error that ended the whole transaction, every further statement in it throws `.rolledBack` or `.lost`.
    @discardableResult
    func transaction<R>(_ body: () throws -> R) throws -> R

    /// Reads one snapshot with any number of statements, which cannot change anything.
    func snapshot<R>(_ body: () throws -> R) throws -> R

    /// Whether a call of ``transaction(_:)`` is active.
    var isInTransaction: Bool { get }

    /// Whether the database accepts changes now: a server may be a standby or read-only.
    func takesChanges() throws -> Bool

    /// The whole committed content as the bytes of a database file.
    ///
    /// - Throws: ``SQLError`` with `.misuse` if the engine has no such form.
    func serialize() throws -> [UInt8]
}

extension SQLConnection {
    package func takesChanges() throws -> Bool { true }

    package func serialize() throws -> [UInt8] {
        throw SQLError(.misuse, "Only a database file can be copied as a whole: use the server's own tools.")
    }

    @discardableResult
    package func run(_ sql: String) throws -> Int { try run(sql, []) }

    package func rows(_ sql: String) throws -> [Row] { try rows(sql, []) }

    /// As ``run(_:times:_:)``, for values in arrays.
    @discardableResult
    package func run(_ sql: String, forEach lists: [[Value]]) throws -> [Int] {
        try run(sql, times: lists.count) { lists[$0] }
    }

    /// As ``insert(into:_:count:filling:)``, for rows in arrays.
    package func insert(into table: String, _ columns: [String], _ rows: [[Value]]) throws {
        try insert(into: table, columns, count: rows.count) { $1 = rows[$0] }
    }

    /// As ``rows(_:where:count:_:)``, for keys in arrays.
    package func rows(_ select: String, where columns: [String], in keys: [[Value]]) throws -> [Row] {
        try rows(select, where: columns, count: keys.count) { keys[$0] }
    }

    package func numbers(_ select: String, where column: String, in keys: [Int64]) throws -> [Int64] {
        try rows(select, where: [column], count: keys.count) { [.integer(keys[$0])] }.flatMap { row in
            try row.values.indices.map { try row.int($0) }
        }
    }

    package func row(_ sql: String) throws -> Row? { try row(sql, []) }

    package func forEach(_ sql: String, _ body: (Row) throws -> Void) throws { try forEach(sql, [], body) }

    /// The row that a changing statement returns (`… RETURNING id`).
    ///
    /// - Throws: ``SQLError`` with code `.mismatch` if it changed no row.
    package func returned(_ sql: String, _ values: [Value]) throws -> Row {
        // All rows are fetched, so that the statement has run to its end.
        guard let row = try rows(sql, values).first else {
            throw SQLError(.mismatch, "A statement that must change a row has changed none.")
        }
        return row
    }
}
