// SPDX-License-Identifier: MIT
internal import Bytes
internal import Chains
internal import Crypto

/// Hashes the values of a typed message, and records what it hashed. EIP-712, "Definition of encodeData"
struct TypedDataEncoder {
    let types: TypedDataTypes
    private var lines: [TypedData.Line] = []
    private var items = 0

    init(types: TypedDataTypes) { self.types = types }

    /// The lines hashed since the last call.
    mutating func takeLines() -> [TypedData.Line] {
        defer { lines = [] }
        return lines
    }

    /// hashStruct
    mutating func hash(of value: JSONValue, as name: String) throws -> [UInt8] {
        try hash(of: value, as: name, at: "", depth: 0)
    }

    private mutating func hash(of value: JSONValue, as name: String, at path: String, depth: Int) throws -> [UInt8] {
        guard case .object(let members) = value else { throw mismatch(name, at: path) }
        let fields = try types.fields(of: name)
        guard members.allSatisfy({ member in fields.contains { $0.name == member.key } }) else {
            throw EthereumError(.malformed, "The typed message holds more at \"\(path)\" than would be signed.")
        }
        var encoded = types.hash(of: name)
        for field in fields {
            let place = path.isEmpty ? field.name : "\(path).\(field.name)"
            encoded += try word(of: value[field.name] ?? .null, as: field.kind, field.type, at: place, depth: depth + 1)
        }
        return Keccak256.hash(encoded)
    }

    private mutating func word(
        of value: JSONValue, as kind: TypedDataTypes.Kind, _ type: String, at path: String, depth: Int
    ) throws -> [UInt8] {
        items += 1
        guard depth <= TypedData.maximumDepth, items <= TypedData.maximumItems else {
            throw EthereumError(
                .tooLarge,
                "The typed message has more than \(TypedData.maximumItems) values or is nested deeper than "
                    + "\(TypedData.maximumDepth).")
        }
        switch kind {
        case .structure(let name):
            // A struct that contains itself ends with an absent one, which is encoded as zero.
            guard value != .null else {
                lines.append(TypedData.Line(path: path, type: type, value: "none"))
                return [UInt8](repeating: 0, count: ABI.wordCount)
            }
            return try hash(of: value, as: name, at: path, depth: depth)
        case .array(let element, let count):
            guard let values = value.array, count == nil || count == values.count else {
                throw mismatch(type, at: path)
            }
            if values.isEmpty { lines.append(TypedData.Line(path: path, type: type, value: "[]")) }
            let elementType = String(type[..<(type.lastIndex(of: "[") ?? type.endIndex)])
            var encoded: [UInt8] = []
            for (index, value) in values.enumerated() {
                encoded += try word(of: value, as: element, elementType, at: "\(path)[\(index)]", depth: depth + 1)
            }
            return Keccak256.hash(encoded)
        case .atom(let kind):
            let (word, text) = try Self.atom(value, as: kind, at: path)
            lines.append(TypedData.Line(path: path, type: type, value: text))
            return word
        }
    }

    /// The encoded word, and the value as text.
    private static func atom(
        _ value: JSONValue, as kind: ABI.Kind, at path: String
    ) throws -> (word: [UInt8], text: String) {
        switch (kind, value) {
        case (.string, .string(let text)): return (Keccak256.hash(Array(text.utf8)), text)
        case (.bytes, .string(let text)):
            let bytes = try bytes(text, at: path)
            return (Keccak256.hash(bytes), text)
        case (.fixedBytes(let count), .string(let text)):
            let bytes = try bytes(text, at: path)
            guard bytes.count == count else { throw mismatch("\(kind)", at: path) }
            return (try ABI.word(of: .bytes(bytes), as: kind), text)
        case (.bool, .bool(let value)):
            return (try ABI.word(of: .bool(value), as: kind), value ? "true" : "false")
        case (.address, .string(let text)):
            let address = try Address(parsing: text)
            return (try ABI.word(of: .address(address), as: kind), address.text)
        case (.uint(let bits), _):
            let number = try unsigned(value, bits: bits, at: path)
            return (number.bigEndian32, number.decimal)
        case (.int(let bits), _):
            let (number, text) = try signed(value, bits: bits, at: path)
            return (number.bigEndian32, text)
        default: throw mismatch("\(kind)", at: path)
        }
    }

    /// A number of at most `bits` bits: a JSON integer, decimal or hexadecimal text.
    static func unsigned(_ value: JSONValue, bits: Int, at path: String) throws -> UInt256 {
        let number = try magnitude(text(of: value, at: path), at: path)
        guard ABI.fits(number, bits: bits) else { throw mismatch("uint\(bits)", at: path) }
        return number
    }

    private static func signed(
        _ value: JSONValue, bits: Int, at path: String
    ) throws -> (number: UInt256, text: String) {
        let text = try text(of: value, at: path)
        let isNegative = text.hasPrefix("-")
        let size = try magnitude(isNegative ? String(text.dropFirst()) : text, at: path)
        // Two's complement: -n is the complement of n - 1.
        let number = isNegative && !size.isZero ? try UInt256.max.subtracting(size.subtracting(1)) : size
        let bytes = number.bigEndian32
        guard ABI.isSigned(bytes, bits: bits), (bytes[0] >= 0x80) == (isNegative && !size.isZero) else {
            throw mismatch("int\(bits)", at: path)
        }
        return (number, isNegative && !size.isZero ? "-\(size)" : "\(size)")
    }

    private static func text(of value: JSONValue, at path: String) throws -> String {
        guard let text = value.number ?? value.string else { throw mismatch("number", at: path) }
        return text
    }

    private static func magnitude(_ text: String, at path: String) throws -> UInt256 {
        do {
            return text.hasPrefix("0x") ? try UInt256(hex: text) : try UInt256(decimal: text)
        } catch {
            throw EthereumError(
                .malformed, "The typed message has no whole number of at most 256 bits at \"\(path)\".", cause: error)
        }
    }

    private static func bytes(_ text: String, at path: String) throws -> [UInt8] {
        guard text.hasPrefix("0x") else { throw mismatch("bytes", at: path) }
        do {
            return try Hex.decode(String(text.dropFirst(2)))
        } catch {
            throw EthereumError(.malformed, "The typed message has no hexadecimal bytes at \"\(path)\".", cause: error)
        }
    }

    private func mismatch(_ type: String, at path: String) -> EthereumError { Self.mismatch(type, at: path) }

    private static func mismatch(_ type: String, at path: String) -> EthereumError {
        EthereumError(.malformed, "The typed message's value at \"\(path)\" is not of the type \(type).")
    }
}
