// SPDX-License-Identifier: MIT
internal import CSQLite

/// A prepared SQL statement. Each call binds values, runs it to the end and resets it.
///
/// C: `sqlite3_stmt`, <https://www.sqlite.org/c3ref/stmt.html>
package final class Statement {
    private let handle: OpaquePointer
    private let connection: Connection  // keeps the connection alive until finalize
    private let transactions: TransactionStack
    private let parameterCount: Int
    private let columns: Row.Columns

    init(_ sql: String, on connection: Connection, transactions: TransactionStack) throws {
        var handle: OpaquePointer?
        var isWhole = true
        let code = sql.withCString { text in
            var rest: UnsafePointer<CChar>?
            let code = sqlite3_prepare_v3(
                connection.handle, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, &rest)
            if let rest { isWhole = Self.isBlank(rest) }
            return code
        }
        try connection.check(code, doing: "prepare a statement for")
        guard let handle else { throw SQLError(.misuse, "The SQL text holds no statement.") }
        guard isWhole else {
            sqlite3_finalize(handle)
            throw SQLError(.misuse, "The SQL text holds more than one statement: run them with execute(_:).")
        }
        self.handle = handle
        self.connection = connection
        self.transactions = transactions
        parameterCount = Int(sqlite3_bind_parameter_count(handle))
        columns = Row.Columns(
            (0..<sqlite3_column_count(handle)).map { index in
                sqlite3_column_name(handle, index).map { String(cString: $0) } ?? ""
            })
    }

    deinit { sqlite3_finalize(handle) }

    /// Whether a caller is still reading its rows.
    var isBusy: Bool { sqlite3_stmt_busy(handle) != 0 }

    /// Calls `body` with each row until it returns false.
    ///
    /// - Throws: ``SQLError``, or what `body` throws.
    package func forEach(_ values: [Value], _ body: (Row) throws -> Bool) throws {
        try transactions.requireUsable(on: connection)
        defer {
            // The code of a reset repeats the error of the last step, which was already reported.
            sqlite3_reset(handle)
            sqlite3_clear_bindings(handle)
            connection.tellCommits()
        }
        try bind(values)
        while true {
            let code = sqlite3_step(handle)
            guard code == SQLITE_ROW else { return try connection.check(code, doing: "read or change") }
            guard try body(Row(values: readValues(), columns: columns)) else { return }
        }
    }

    /// Runs the statement; for statements that change rows and return none.
    package func run(_ values: [Value]) throws { try run(times: 1) { _ in values } }

    /// Runs the statement `count` times, each time with other values; for statements that change rows and return none.
    package func run(
        times count: Int, _ values: (Int) throws -> [Value], _ done: () throws -> Void = {}
    ) throws {
        try run(times: count, filling: { $1 = try values($0) }, done)
    }

    /// The same with values that are appended to an empty array, which is reused for all runs.
    package func run(
        times count: Int, filling fill: (Int, inout [Value]) throws -> Void, _ done: () throws -> Void = {}
    ) throws {
        try transactions.requireUsable(on: connection)
        defer {
            sqlite3_reset(handle)
            sqlite3_clear_bindings(handle)
            connection.tellCommits()
        }
        var values: [Value] = []
        values.reserveCapacity(parameterCount)
        for index in 0..<count {
            values.removeAll(keepingCapacity: true)
            try fill(index, &values)
            try bind(values)
            var code = sqlite3_step(handle)
            while code == SQLITE_ROW { code = sqlite3_step(handle) }
            try connection.check(code, doing: "read or change")
            try done()
            // The code of a reset repeats the error of the last step, which was already reported.
            sqlite3_reset(handle)
        }
    }

    /// Runs the statement for each key, and returns the values of all rows in one array; for queries of integers by
    /// one value.
    package func numbers(for keys: [Int64]) throws -> [Int64] {
        try transactions.requireUsable(on: connection)
        guard parameterCount == 1 else {
            throw SQLError(.misuse, "The statement takes \(parameterCount) values; 1 was given.")
        }
        defer {
            sqlite3_reset(handle)
            sqlite3_clear_bindings(handle)
        }
        let width = Int32(columns.names.count)
        var numbers: [Int64] = []
        numbers.reserveCapacity(keys.count * Int(width))
        for key in keys {
            try connection.check(sqlite3_bind_int64(handle, 1, key), doing: "bind a value for")
            var code = sqlite3_step(handle)
            while code == SQLITE_ROW {
                for index in 0..<width { numbers.append(try readNumber(at: index)) }
                code = sqlite3_step(handle)
            }
            try connection.check(code, doing: "read")
            // The code of a reset repeats the error of the last step, which was already reported.
            sqlite3_reset(handle)
        }
        return numbers
    }

    private func bind(_ values: [Value]) throws {
        guard values.count == parameterCount else {
            throw SQLError(
                .misuse, "The statement takes \(parameterCount) values; \(values.count) were given.")
        }
        for index in values.indices {
            let code = bind(values[index], at: Int32(index + 1))
            guard code == SQLITE_OK else { return try connection.check(code, doing: "bind a value for") }
        }
    }

    private func bind(_ value: Value, at index: Int32) -> Int32 {
        switch value {
        case .integer(let integer):
            return sqlite3_bind_int64(handle, index, integer)
        case .text(var text):
            return text.withUTF8 { utf8 in
                utf8.withMemoryRebound(to: CChar.self) { chars in
                    // A null pointer would bind NULL instead of the empty text.
                    guard let start = chars.baseAddress else {
                        return satchel_sqlite3_bind_text(handle, index, "", 0)
                    }
                    return satchel_sqlite3_bind_text(handle, index, start, UInt64(chars.count))
                }
            }
        case .blob(let bytes):
            // A null pointer would bind NULL instead of the empty blob.
            guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(handle, index, 0) }
            return satchel_sqlite3_bind_blob(handle, index, bytes, UInt64(bytes.count))
        case .null:
            return sqlite3_bind_null(handle, index)
        }
    }

    private func readNumber(at index: Int32) throws -> Int64 {
        guard sqlite3_column_type(handle, index) == SQLITE_INTEGER else {
            throw SQLError(.mismatch, "Column '\(columns.names[Int(index)])' holds no integer.")
        }
        return sqlite3_column_int64(handle, index)
    }

    private func readValues() throws -> [Value] {
        var values: [Value] = []
        values.reserveCapacity(columns.names.count)
        for index in 0..<Int32(columns.names.count) { values.append(try readValue(at: index)) }
        return values
    }

    private func readValue(at index: Int32) throws -> Value {
        switch sqlite3_column_type(handle, index) {
        case SQLITE_INTEGER:
            return .integer(sqlite3_column_int64(handle, index))
        case SQLITE_TEXT:
            let start = sqlite3_column_text(handle, index)
            let utf8 = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, index)))
            guard let text = String(validating: utf8, as: UTF8.self) else {
                throw SQLError(.corrupt, "A text in the database \(connection.name) is not UTF-8.")
            }
            return .text(text)
        case SQLITE_BLOB:
            let start = sqlite3_column_blob(handle, index)
            let count = Int(sqlite3_column_bytes(handle, index))
            return .blob([UInt8](UnsafeRawBufferPointer(start: start, count: count)))
        case SQLITE_NULL:
            return .null
        default:
            throw SQLError(.mismatch, "Column '\(columns.names[Int(index)])' holds a floating point number.")
        }
    }

    private static func isBlank(_ text: UnsafePointer<CChar>) -> Bool {
        var next = text
        while next.pointee != 0 {
            guard [9, 10, 13, 32, 59].contains(next.pointee) else { return false }  // blanks and ';'
            next += 1
        }
        return true
    }
}
