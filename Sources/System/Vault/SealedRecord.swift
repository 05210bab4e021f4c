// SPDX-License-Identifier: MIT
package import Bytes

/// One kind of thing that the store keeps: a state that queries see, and a payload that nobody sees.
package protocol SealedRecord {
    associatedtype State: RawRepresentable where State.RawValue == Int64
    static var table: String { get }
    /// Whether others name rows by what outsiders could guess, such as an address: the file then holds a code of the
    /// name that only holders of the vault key can make.
    static var hidesNames: Bool { get }
    /// What queries find the row by: stored in the record, or computed from what it holds, so that no flow has two states.
    var state: State { get }
    /// Writes everything but the state, as one CBOR array.
    func write(to writer: inout CBORWriter)
    /// - Parameter state: what the row's column says.
    init(state: State, from reader: inout CBORReader) throws
}

extension SealedRecord {
    package static var hidesNames: Bool { false }
}

/// A record together with the row it lives in.
package struct Stored<Record: SealedRecord> {
    package let id: Int64
    package var record: Record

    package init(id: Int64, record: Record) {
        self.id = id
        self.record = record
    }
}

/// What a decoder of our own rows allows: rows are sealed, so these bounds only catch mistakes.
package enum RowBound {
    /// Bytes of one value; a row holds four times as many.
    package static let blob = 1 << 20
    /// Bytes of UTF-8.
    package static let text = 4096
    /// Items of one list.
    package static let list = 4096
}

extension CBORWriter {
    /// Writes the value, or null when there is none.
    package mutating func optional(_ bytes: [UInt8]?) {
        if let bytes { self.bytes(bytes) } else { null() }
    }

    package mutating func optional(_ text: String?) {
        if let text { self.text(text) } else { null() }
    }

    package mutating func optional(_ number: UInt64?) {
        if let number { uint(number) } else { null() }
    }

    /// Row numbers are positive.
    package mutating func row(_ id: Int64) { uint(UInt64(bitPattern: id)) }

    /// Writes an array of byte strings.
    package mutating func list(_ items: [[UInt8]]) {
        array(items.count)
        for item in items { bytes(item) }
    }
}

/// What the writer's extension above wrote; each throws `BytesError` beyond ``RowBound``.
extension CBORReader {
    package mutating func blob() throws -> [UInt8] { try bytes(maximum: RowBound.blob) }
    package mutating func string() throws -> String { try text(maximum: RowBound.text) }
    package mutating func optionalBlob() throws -> [UInt8]? { try null() ? nil : try blob() }
    package mutating func optionalString() throws -> String? { try null() ? nil : try string() }
    package mutating func optionalUInt() throws -> UInt64? { try null() ? nil : try uint() }
    package mutating func row() throws -> Int64 { Int64(bitPattern: try uint()) }

    package mutating func list() throws -> [[UInt8]] {
        let count = try array(maximum: RowBound.list)
        return try (0..<count).map { _ in try blob() }
    }
}
