// SPDX-License-Identifier: MIT
internal import CPostgreSQL
internal import SQL

/// The values of one statement in binary form.
struct Parameters {
    /// A value or, for bulk work, an array with the values of a column.
    private var bytes: [UInt8] = []
    private var kinds: [Oid] = []
    /// The end of each value in `bytes`; negative for NULL.
    private var ends: [Int] = []
    /// The types of the values as text, because a statement is prepared for them.
    private(set) var signature = ""

    init(_ values: [Value] = []) {
        kinds.reserveCapacity(values.count)
        ends.reserveCapacity(values.count)
        for value in values { append(value) }
    }

    private mutating func append(_ value: Value) {
        let kind = BinaryForm.kind(of: value)
        if case .null = value {
            add(kind, isNull: true)
        } else {
            BinaryForm.append(value, to: &bytes)
            add(kind, isNull: false)
        }
    }

    /// Appends an array of values that all have one type or are NULL.
    mutating func append(column values: [Value], of kind: ColumnKind) {
        BinaryForm.append(Int32(1), to: &bytes)
        BinaryForm.append(Int32(values.contains(.null) ? 1 : 0), to: &bytes)
        BinaryForm.append(Int32(bitPattern: kind.element), to: &bytes)
        BinaryForm.append(Int32(values.count), to: &bytes)
        BinaryForm.append(Int32(1), to: &bytes)
        for value in values {
            let start = bytes.count
            BinaryForm.append(Int32(-1), to: &bytes)
            guard value != .null else { continue }
            BinaryForm.append(value, to: &bytes)
            let length = UInt32(bytes.count - start - 4)
            for index in 0..<4 { bytes[start + index] = UInt8(truncatingIfNeeded: length >> UInt32(24 - 8 * index)) }
        }
        add(kind.array, isNull: false)
    }

    private mutating func add(_ kind: Oid, isNull: Bool) {
        kinds.append(kind)
        ends.append(isNull ? -1 : bytes.count)
        signature += "\(kind) "
    }

    func withKinds<R>(_ body: (Int32, UnsafePointer<Oid>?) throws -> R) rethrows -> R {
        try kinds.withUnsafeBufferPointer { try body(Int32(kinds.count), $0.baseAddress) }
    }

    func withPointers<R>(
        _ body: (
            Int32, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?
        ) throws -> R
    ) rethrows -> R {
        // One more byte, so that an empty value at the end has a valid address.
        try (bytes + [0]).withUnsafeBytes { buffer in
            let start = buffer.bindMemory(to: CChar.self)
            var pointers: [UnsafePointer<CChar>?] = []
            var lengths: [Int32] = []
            pointers.reserveCapacity(ends.count)
            lengths.reserveCapacity(ends.count)
            var position = 0
            for end in ends {
                if end < 0 {
                    pointers.append(nil)
                    lengths.append(0)
                } else {
                    pointers.append(start.baseAddress.map { $0 + position })
                    lengths.append(Int32(end - position))
                    position = end
                }
            }
            let formats = [Int32](repeating: 1, count: ends.count)
            return try body(Int32(ends.count), pointers, lengths, formats)
        }
    }
}

/// The type of all values of a column.
struct ColumnKind {
    let element: Oid
    let array: Oid
    let name: String

    /// The type of the first value that is not NULL; nil if there is none.
    init?(of values: [Value]) {
        switch values.first(where: { $0 != .null }) {
        case .integer: (element, array, name) = (BinaryForm.integer, 1016, "bigint")
        case .text: (element, array, name) = (BinaryForm.text, 1009, "text")
        case .blob: (element, array, name) = (BinaryForm.bytes, 1001, "bytea")
        case .null, nil: return nil
        }
    }
}
