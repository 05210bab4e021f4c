// SPDX-License-Identifier: MIT
import Bytes

/// A parser of foreign bytes, as one function that must neither crash nor accept what it would not write.
///
/// The same entries run with seeds and mutations in `swift test` and under libFuzzer in `make fuzz`.
package enum FuzzEntry: String, CaseIterable, Sendable {
    case cbor, text

    /// Feeds the bytes to the parser; a broken invariant stops the program with its name.
    package func run(_ input: [UInt8]) {
        switch self {
        case .cbor: cbor(input)
        case .text: text(input)
        }
    }

    /// A parser may refuse with its module's error, or accept what it would write itself; nothing else.
    func check<Value>(_ refusal: (some Error).Type, _ parse: () throws -> Value, writesBack: (Value) -> Bool) {
        do {
            let value = try parse()
            precondition(writesBack(value), "\(rawValue): what was accepted is not what would be written")
        } catch {
            precondition(type(of: error) == refusal, "\(rawValue): an error of another kind: \(error)")
        }
    }

    private func cbor(_ input: [UInt8]) {
        check(BytesError.self) {
            var reader = try CBORReader(input, maximumCount: 4096)
            var writer = CBORWriter()
            try Self.copy(&reader, &writer, depth: 0)
            try reader.finish()
            return writer.encoded
        } writesBack: {
            $0 == input
        }
    }

    private static func copy(_ reader: inout CBORReader, _ writer: inout CBORWriter, depth: Int) throws {
        guard depth < CBORReader.maximumDepth else { throw BytesError(.tooLarge, "nested too deeply") }
        switch try reader.peekMajorType() {
        case .unsigned: writer.uint(try reader.uint())
        case .bytes: writer.bytes(try reader.bytes(maximum: 4096))
        case .text: writer.text(try reader.text(maximum: 4096))
        case .array:
            let count = try reader.array(maximum: 4096)
            writer.array(count)
            for _ in 0..<count { try copy(&reader, &writer, depth: depth + 1) }
        case .simple: writer.raw(try reader.item())
        }
    }

    private func text(_ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        check(BytesError.self) {
            try Base45.decode(text)
        } writesBack: {
            Base45.encode($0) == text
        }
        check(BytesError.self) {
            try Base64URL.decode(text)
        } writesBack: {
            Base64URL.encode($0) == text
        }
        check(BytesError.self) {
            try Hex.decode(text)
        } writesBack: {
            Hex.encode($0) == text.lowercased()
        }
    }
}
