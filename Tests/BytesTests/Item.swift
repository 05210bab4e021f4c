// SPDX-License-Identifier: MIT
import Bytes
import TestSupport

/// Any value of the CBOR subset, to generate, write and read back whole trees.
indirect enum Item: Equatable {
    case uint(UInt64), bytes([UInt8]), text(String), array([Item]), bool(Bool), null

    func write(to writer: inout CBORWriter) {
        switch self {
        case .uint(let value): writer.uint(value)
        case .bytes(let bytes): writer.bytes(bytes)
        case .text(let text): writer.text(text)
        case .bool(let value): writer.bool(value)
        case .null: writer.null()
        case .array(let items):
            writer.array(items.count)
            for item in items { item.write(to: &writer) }
        }
    }

    var encoded: [UInt8] {
        var writer = CBORWriter()
        write(to: &writer)
        return writer.encoded
    }

    init(from reader: inout CBORReader, depth: Int = 0) throws {
        guard depth < 20 else { throw BytesError(.tooLarge, "The test follows 20 levels.") }
        switch try reader.peekMajorType() {
        case .unsigned: self = .uint(try reader.uint())
        case .bytes: self = .bytes(try reader.bytes(maximum: 4096))
        case .text: self = .text(try reader.text(maximum: 4096))
        case .simple: self = try reader.null() ? .null : .bool(try reader.bool())
        case .array:
            let count = try reader.array(maximum: 4096)
            self = .array(try (0..<count).map { _ in try Item(from: &reader, depth: depth + 1) })
        }
    }

    /// One item and nothing after it.
    init(decoding bytes: [UInt8]) throws {
        var reader = try CBORReader(bytes, maximumCount: 4096)
        try self.init(from: &reader)
        try reader.finish()
    }

    static func random(using generator: inout SeededRandom, depth: Int = 0) -> Item {
        switch Int.random(in: 0..<(depth < 4 ? 7 : 5), using: &generator) {
        case 0: .uint(generator.next() >> UInt64.random(in: 0..<64, using: &generator))
        case 1: .bytes(generator.bytes(Int.random(in: 0..<40, using: &generator)))
        case 2: .text(String(decoding: generator.bytes(Int.random(in: 0..<30, using: &generator)), as: UTF8.self))
        case 3: .bool(Bool.random(using: &generator))
        case 4: .null
        default:
            .array(
                (0..<Int.random(in: 0..<6, using: &generator)).map { _ in random(using: &generator, depth: depth + 1) })
        }
    }
}
