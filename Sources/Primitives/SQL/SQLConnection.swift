// SPDX-License-Identifier: MIT

/// One connection to a database, whichever engine runs it; one owner at a time.
///
/// Values stand for `?` in their order, or for `?1`, `?2` by number. Every call throws ``SQLError``.
package protocol SQLConnection: AnyObject {
    /// Runs SQL text that takes no values and returns no rows; it may hold several statements.
    func execute(_ sql: String) throws

    /// Runs one changing statement and returns how many rows it inserted, updated or deleted itself.
    @discardableResult
    func run(_ sql: String, _ values: [Value]) throws -> Int

    /// Runs one changing statement so many times, with the values of each turn, and returns how many rows each changed.
    ///
    /// Over a network it costs one journey for all of them. A refusal leaves the work of earlier turns to the surrounding
    /// transaction, which must be undone.
    @discardableResult
    func run(_ sql: String, times count: Int, _ values: (Int) throws -> [Value]) throws -> [Int]

    /// All rows of a query. Bound it with LIMIT: they are in memory together.
    func rows(_ sql: String, _ values: [Value]) throws -> [Row]

    /// The first row of a query, or nil.
    func row(_ sql: String, _ values: [Value]) throws -> Row?

    /// Calls `body` with each row in turn; it may use the connection meanwhile.
    func forEach(_ sql: String, _ values: [Value], _ body: (Row) throws -> Void) throws

    /// Inserts so many rows into one table; each has a value for each column, and is asked for when its turn comes.
    ///
    /// Ids that the engine would choose come from ``reserveIDs(_:of:)`` when the caller must know them.
    ///
    /// - Parameter fill: appends the values of a row to an empty array, the same one for each where the engine can.
    func insert(
        into table: String, _ columns: [String], count: Int, filling fill: (Int, inout [Value]) throws -> Void) throws

    /// Changes many rows of a table, which are found by their key, and returns how many there were.
    ///
    /// - Parameters:
    ///   - adding: the columns to whose numbers something is added.
    ///   - setting: the columns that get another value.
    ///   - fill: appends to an empty array the key, what is added, and the other values, in this order; each key once, and
    ///     nothing of it NULL.
    func update(
        _ table: String, key: String, adding: [String], setting: [String], count: Int,
        filling fill: (Int, inout [Value]) throws -> Void
    ) throws -> Int

    /// The rows of a query whose columns have one of many values, in no particular order.
    ///
    /// - Parameters:
    ///   - select: a query that ends before its WHERE.
    ///   - columns: what `keys` are compared with, such as `["account", "id"]`; no key may hold NULL.
    ///   - count: how many keys.
    ///   - key: one value for each of the columns; each key once.
    func rows(
        _ select: String, where columns: [String], count: Int, _ key: (Int) throws -> [Value]
    ) throws -> [Row]

    /// The same for columns of whole numbers alone, found by one: what the rows hold, one row behind the other.
    ///
    /// - Throws: ``SQLError`` with code `.mismatch` where anything else is held.
    func numbers(_ select: String, where column: String, in keys: [Int64]) throws -> [Int64]

    /// The first of so many ids, one after another, that no row of the table has; only inside a transaction.
    ///
    /// They are the caller's to insert before anything else is inserted into the table.
    func reserveIDs(_ count: Int, of table: String) throws -> Int64

    /// Runs `body` as one unit: afterwards either all of it is durable, or nothing of it happened.
    ///
    /// A call inside another is a savepoint: if it throws, its own changes are undone and the caller may go on. After an
    /// error that ended the whole transaction every further statement of it throws `.rolledBack` or `.lost`.
    @discardableResult
    func transaction<R>(_ body: () throws -> R) throws -> R

    /// Reads one unmoving state with as many statements as it takes; nothing can be changed by them.
    func snapshot<R>(_ body: () throws -> R) throws -> R

    /// Whether a call of ``transaction(_:)`` is under way.
    var isInTransaction: Bool { get }
}

extension SQLConnection {
    @discardableResult
    package func run(_ sql: String) throws -> Int { try run(sql, []) }

    package func rows(_ sql: String) throws -> [Row] { try rows(sql, []) }

    /// As ``run(_:times:_:)``, for lists that are there.
    @discardableResult
    package func run(_ sql: String, forEach lists: [[Value]]) throws -> [Int] {
        try run(sql, times: lists.count) { lists[$0] }
    }

    /// As ``insert(into:_:count:filling:)``, for rows that are there.
    package func insert(into table: String, _ columns: [String], _ rows: [[Value]]) throws {
        try insert(into: table, columns, count: rows.count) { $1 = rows[$0] }
    }

    /// As ``rows(_:where:count:_:)``, for keys that are there.
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

    /// The row that a changing statement returns (`… RETURNING id`), which must be there.
    ///
    /// - Throws: ``SQLError`` with code `.mismatch` when it changed nothing.
    package func returned(_ sql: String, _ values: [Value]) throws -> Row {
        // All rows are fetched, so that the statement has run to its end.
        guard let row = try rows(sql, values).first else {
            throw SQLError(.mismatch, "A statement that must change a row has changed none.")
        }
        return row
    }
}
