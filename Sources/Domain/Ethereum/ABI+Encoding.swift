// SPDX-License-Identifier: MIT
internal import Chains

extension ABI {
    /// Encodes values of these types as compilers do: offsets in order, nothing between or after the values.
    ///
    /// - Throws: ``EthereumError`` with `.malformed` when a value is not of its type.
    package static func encode(_ values: [Value], as kinds: [Kind]) throws -> [UInt8] {
        guard values.count == kinds.count else {
            throw EthereumError(.malformed, "\(values.count) values cannot have \(kinds.count) types.")
        }
        var output: [UInt8] = []
        try write(values, as: kinds, to: &output)
        return output
    }

    private static func write(_ values: [Value], as kinds: [Kind], to output: inout [UInt8]) throws {
        let start = output.count
        var headCount = 0
        for kind in kinds { headCount += kind.headCount }
        // The heads of dynamic values are filled in once their offsets are known.
        output.append(contentsOf: repeatElement(0, count: headCount))
        var head = start
        for (value, kind) in zip(values, kinds) {
            if kind.isDynamic {
                place(UInt256(UInt64(output.count - start)), in: &output, at: head)
                try writeDynamic(value, as: kind, to: &output)
                head += wordCount
            } else {
                try writeStatic(value, as: kind, in: &output, at: &head)
            }
        }
    }

    private static func writeDynamic(_ value: Value, as kind: Kind, to output: inout [UInt8]) throws {
        switch (kind, value) {
        case (.bytes, .bytes(let bytes)): append(bytes[...], to: &output)
        case (.string, .string(let text)): append(Array(text.utf8)[...], to: &output)
        case (.array(let element), .list(let values)):
            append(UInt256(UInt64(values.count)), to: &output)
            try write(values, as: Array(repeating: element, count: values.count), to: &output)
        case (.fixedArray(let element, let count), .list(let values)) where values.count == count:
            try write(values, as: Array(repeating: element, count: count), to: &output)
        case (.tuple(let kinds), .list(let values)) where values.count == kinds.count:
            try write(values, as: kinds, to: &output)
        default: throw mismatch(kind)
        }
    }

    private static func writeStatic(
        _ value: Value, as kind: Kind, in output: inout [UInt8], at position: inout Int
    ) throws {
        switch (kind, value) {
        case (.fixedArray(let element, let count), .list(let values)) where values.count == count:
            for value in values { try writeStatic(value, as: element, in: &output, at: &position) }
        case (.tuple(let kinds), .list(let values)) where values.count == kinds.count:
            for (value, kind) in zip(values, kinds) {
                try writeStatic(value, as: kind, in: &output, at: &position)
            }
        default:
            place(try Self.word(of: value, as: kind), in: &output, at: position)
            position += wordCount
        }
    }

    /// The word of a value that takes exactly one.
    static func word(of value: Value, as kind: Kind) throws -> [UInt8] {
        switch (kind, value) {
        case (.uint(let bits), .uint(let number)) where fits(number, bits: bits): return number.bigEndian32
        case (.int(let bits), .int(let number)) where isSigned(number.bigEndian32, bits: bits):
            return number.bigEndian32
        case (.address, .address(let address)): return [UInt8](repeating: 0, count: 12) + address.bytes
        case (.bool, .bool(let value)): return [UInt8](repeating: 0, count: 31) + [value ? 1 : 0]
        case (.fixedBytes(let count), .bytes(let bytes)) where bytes.count == count:
            return bytes + [UInt8](repeating: 0, count: wordCount - count)
        default: throw mismatch(kind)
        }
    }

    static func fits(_ number: UInt256, bits: Int) -> Bool {
        number.bigEndian32.prefix(wordCount - bits / 8).allSatisfy { $0 == 0 }
    }

    /// Whether all bits above the type's are sign bits.
    static func isSigned(_ bytes: [UInt8], bits: Int) -> Bool {
        let first = wordCount - bits / 8
        let fill: UInt8 = bytes[first] < 0x80 ? 0 : 0xFF
        return bytes[..<first].allSatisfy { $0 == fill }
    }

    private static func append(_ bytes: ArraySlice<UInt8>, to output: inout [UInt8]) {
        append(UInt256(UInt64(bytes.count)), to: &output)
        output += bytes
        output.append(contentsOf: repeatElement(0, count: padding(bytes.count)))
    }

    private static func append(_ number: UInt256, to output: inout [UInt8]) {
        output += number.bigEndian32
    }

    /// The number of zeros that pad the last word.
    static func padding(_ count: Int) -> Int { (wordCount - count % wordCount) % wordCount }

    private static func place(_ number: UInt256, in output: inout [UInt8], at position: Int) {
        place(number.bigEndian32, in: &output, at: position)
    }

    private static func place(_ bytes: [UInt8], in output: inout [UInt8], at position: Int) {
        output.replaceSubrange(position..<position + wordCount, with: bytes)
    }

    private static func mismatch(_ kind: Kind) -> EthereumError {
        EthereumError(.malformed, "The value does not fit the type \(kind).")
    }
}
