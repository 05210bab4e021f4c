// SPDX-License-Identifier: MIT
internal import CPostgreSQL
internal import SQL

/// The binary format of values. The type numbers are those of `pg_type.dat`, which never change.
enum BinaryForm {
    static let integer: Oid = 20
    static let text: Oid = 25
    static let bytes: Oid = 17

    static func kind(of value: Value) -> Oid {
        switch value {
        case .integer: integer
        case .text: text
        case .blob: bytes
        // The server infers the type from the context.
        case .null: 0
        }
    }

    static func append(_ value: Value, to bytes: inout [UInt8]) {
        switch value {
        case .integer(let number): append(number, to: &bytes)
        case .text(let text): bytes += Array(text.utf8)
        case .blob(let blob): bytes += blob
        case .null: break
        }
    }

    static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }

    /// - Throws: ``SQLError`` with `.mismatch` for a type that the stores do not use.
    static func value(_ bytes: UnsafeRawBufferPointer, kind: Oid, column: String) throws -> Value {
        switch (kind, bytes.count) {
        case (16, 1): return .integer(bytes[0] == 0 ? 0 : 1)
        case (20, 8): return .integer(Int64(bigEndian: bytes.loadUnaligned(as: Int64.self)))
        case (21, 2): return .integer(Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self))))
        case (23, 4): return .integer(Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self))))
        case (26, 4): return .integer(Int64(UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self))))
        case (1700, 8...): return .integer(try whole(bytes, column: column))
        case (17, _): return .blob(Array(bytes))
        case (18, _), (19, _), (25, _), (705, _), (1042, _), (1043, _):
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw SQLError(.corrupt, "Column '\(column)' holds a text that is not UTF-8.")
            }
            return .text(text)
        case (2278, _): return .null
        default: throw SQLError(.mismatch, "Column '\(column)' has a type that the hub cannot read (\(kind)).")
        }
    }

    /// Parses a `numeric`, the type of a sum of integers: digits in base 10,000, the first one with this weight.
    private static func whole(_ bytes: UnsafeRawBufferPointer, column: String) throws -> Int64 {
        func field(_ index: Int) -> UInt16 {
            UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self))
        }
        let count = Int(field(0))
        let weight = Int(Int16(bitPattern: field(1)))
        let sign = field(2)
        let beyond = SQLError(.mismatch, "Column '\(column)' holds no whole number of 64 bits.")
        guard bytes.count == 8 + 2 * count, sign == 0 || sign == 0x4000, count <= weight + 1, weight < 5 else {
            throw beyond
        }
        // Computed as a negative number, because its range is larger by one.
        var total: Int64 = 0
        for index in 0..<max(weight + 1, 0) {
            let digit = index < count ? Int64(field(4 + index)) : 0
            let (shifted, over) = total.multipliedReportingOverflow(by: 10_000)
            let (next, under) = shifted.subtractingReportingOverflow(digit)
            guard !over, !under else { throw beyond }
            total = next
        }
        guard sign == 0 else { return total }
        guard total != .min else { throw beyond }
        return -total
    }
}
