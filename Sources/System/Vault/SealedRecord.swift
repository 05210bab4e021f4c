// SPDX-License-Identifier: MIT
package import Bytes

/// A kind of record in the store: a state in the clear, for queries, and a sealed payload.
package protocol SealedRecord {
    associatedtype State: RawRepresentable where State.RawValue == Int64
    static var table: String { get }
    /// Whether references are guessable values, such as addresses. The file then holds a keyed hash of the reference,
    /// which only holders of the vault key can compute.
    static var hidesNames: Bool { get }
    /// The state by which queries find the row. It is stored in the record, or computed from its content, so that no
    /// flow has two states.
    var state: State { get }
    /// Writes everything but the state, as one CBOR array.
    func write(to writer: inout CBORWriter)
    /// - Parameter state: the row's column.
    init(state: State, from reader: inout CBORReader) throws
}

extension SealedRecord {
    package static var hidesNames: Bool { false }
}

/// A record and its row number.
package struct Stored<Record: SealedRecord> {
    package let id: Int64
    package var record: Record

    package init(id: Int64, record: Record) {
        self.id = id
        self.record = record
    }
}

/// The limits of a decoder of our own rows. Rows are sealed, so these limits only catch bugs.
package enum RowBound {
    /// The most bytes of one value; a row holds four times as many.
    package static let blob = 1 << 20
    /// The most bytes of a text in UTF-8.
    package static let text = 4096
    /// The most items of a list.
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

/// Reads what the writer's extension above wrote. Each method throws `BytesError` beyond ``RowBound``.
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
