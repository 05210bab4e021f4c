// SPDX-License-Identifier: MIT
internal import Bytes

/// One kind of thing that the store keeps: a state that queries see, and a payload that nobody sees.
protocol SealedRecord {
    associatedtype State: RawRepresentable where State.RawValue == Int64
    static var table: String { get }
    var state: State { get set }
    /// Writes everything but the state, as one CBOR array.
    func write(to writer: inout CBORWriter)
    init(state: State, from reader: inout CBORReader) throws
}

/// A record together with the row it lives in.
struct Stored<Record: SealedRecord> {
    let id: Int64
    var record: Record
}

/// What a decoder of our own rows allows: rows are sealed, so these bounds only catch mistakes.
enum RowBound {
    static let blob = 1 << 20
    static let text = 4096
    static let list = 4096
}

extension CBORWriter {
    mutating func optional(_ bytes: [UInt8]?) {
        if let bytes { self.bytes(bytes) } else { null() }
    }

    mutating func optional(_ text: String?) {
        if let text { self.text(text) } else { null() }
    }

    mutating func optional(_ number: UInt64?) {
        if let number { uint(number) } else { null() }
    }

    /// Row numbers are positive.
    mutating func row(_ id: Int64) { uint(UInt64(bitPattern: id)) }

    mutating func list(_ items: [[UInt8]]) {
        array(items.count)
        for item in items { bytes(item) }
    }
}

extension CBORReader {
    mutating func blob() throws -> [UInt8] { try bytes(maximum: RowBound.blob) }
    mutating func string() throws -> String { try text(maximum: RowBound.text) }
    mutating func optionalBlob() throws -> [UInt8]? { try null() ? nil : try blob() }
    mutating func optionalString() throws -> String? { try null() ? nil : try string() }
    mutating func optionalUInt() throws -> UInt64? { try null() ? nil : try uint() }
    mutating func row() throws -> Int64 { Int64(bitPattern: try uint()) }

    mutating func list() throws -> [[UInt8]] {
        let count = try array(maximum: RowBound.list)
        return try (0..<count).map { _ in try blob() }
    }
}
