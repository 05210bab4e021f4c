// SPDX-License-Identifier: MIT

/// One result row, copied from the engine, so that it stays valid after the statement continues.
///
/// The typed getters take the index of a column, from 0, or its name. They throw ``SQLError`` with code `.mismatch` if
/// there is no such column or its value has another type.
package struct Row: Sendable {
    /// The values in the order of the SELECT list.
    package let values: [Value]
    private let columns: Columns

    /// The column names of a statement, shared by all its rows.
    package final class Columns: Sendable {
        package let names: [String]

        package init(_ names: [String]) { self.names = names }
    }

    /// A row as an engine read it: one value for each column.
    package init(values: [Value], columns: Columns) {
        self.values = values
        self.columns = columns
    }

    package subscript(index: Int) -> Value { values[index] }

    package func value(_ index: Int) throws -> Value {
        guard values.indices.contains(index) else {
            throw SQLError(.mismatch, "The row has \(values.count) columns; column \(index) was asked for.")
        }
        return values[index]
    }

    package func value(_ name: String) throws -> Value {
        // Rows have few columns, so a scan costs less than a hash look-up.
        guard let index = columns.names.firstIndex(of: name) else {
            throw SQLError(.mismatch, "The row has no column '\(name)'.")
        }
        return values[index]
    }

    package func int(_ index: Int) throws -> Int64 {
        // By far the most frequent case.
        if index < values.count, case .integer(let integer) = values[index] { return integer }
        return try require(index, optionalInt)
    }
    package func int(_ name: String) throws -> Int64 { try require(name, optionalInt) }
    package func unsigned(_ index: Int) throws -> UInt64 { try Self.unsigned(int(index), "\(index)") }
    package func unsigned(_ name: String) throws -> UInt64 { try Self.unsigned(int(name), name) }
    package func bool(_ index: Int) throws -> Bool { try int(index) != 0 }
    package func bool(_ name: String) throws -> Bool { try int(name) != 0 }
    package func text(_ index: Int) throws -> String { try require(index, optionalText) }
    package func text(_ name: String) throws -> String { try require(name, optionalText) }
    package func blob(_ index: Int) throws -> [UInt8] { try require(index, optionalBlob) }
    package func blob(_ name: String) throws -> [UInt8] { try require(name, optionalBlob) }

    /// The optional getters return nil only for NULL.
    package func optionalInt(_ index: Int) throws -> Int64? { try Self.integer(value(index), "\(index)") }
    package func optionalInt(_ name: String) throws -> Int64? { try Self.integer(value(name), name) }
    package func optionalText(_ index: Int) throws -> String? { try Self.string(value(index), "\(index)") }
    package func optionalText(_ name: String) throws -> String? { try Self.string(value(name), name) }
    package func optionalBlob(_ index: Int) throws -> [UInt8]? { try Self.bytes(value(index), "\(index)") }
    package func optionalBlob(_ name: String) throws -> [UInt8]? { try Self.bytes(value(name), name) }

    private func require<Column, R>(_ column: Column, _ getter: (Column) throws -> R?) throws -> R {
        guard let value = try getter(column) else {
            throw SQLError(.mismatch, "Column '\(column)' is NULL where a value must be.")
        }
        return value
    }

    private static func unsigned(_ integer: Int64, _ column: String) throws -> UInt64 {
        guard let number = UInt64(exactly: integer) else {
            throw SQLError(.mismatch, "Column '\(column)' is negative where it must not be.")
        }
        return number
    }

    private static func integer(_ value: Value, _ column: String) throws -> Int64? {
        switch value {
        case .integer(let integer): integer
        case .null: nil
        default: throw SQLError(.mismatch, "Column '\(column)' holds no integer.")
        }
    }

    private static func string(_ value: Value, _ column: String) throws -> String? {
        switch value {
        case .text(let text): text
        case .null: nil
        default: throw SQLError(.mismatch, "Column '\(column)' holds no text.")
        }
    }

    private static func bytes(_ value: Value, _ column: String) throws -> [UInt8]? {
        switch value {
        case .blob(let bytes): bytes
        case .null: nil
        default: throw SQLError(.mismatch, "Column '\(column)' holds no bytes.")
        }
    }
}
