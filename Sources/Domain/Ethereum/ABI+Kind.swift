// SPDX-License-Identifier: MIT

extension ABI {
    /// A type of the ABI.
    package indirect enum Kind: Hashable, Sendable, CustomStringConvertible {
        case uint(bits: Int)
        case int(bits: Int)
        case address
        case bool
        /// `bytes1` to `bytes32`; a `function` is `bytes24`.
        case fixedBytes(Int)
        case bytes
        case string
        case array(Kind)
        case fixedArray(Kind, Int)
        case tuple([Kind])

        /// Parses the name of a type: `uint256`, `(address,bytes)[2][]`. `uint` and `int` have 256 bits.
        ///
        /// - Throws: ``EthereumError`` with `.malformed`, `.unsupported` for fixed point numbers, `.tooLarge`.
        package init(parsing text: String) throws {
            var parser = try KindParser(text)
            self = try parser.kind(depth: 0)
            try parser.finish()
        }

        /// Parses a list of types in parentheses, the notation of a function's inputs.
        static func list(parsing text: String) throws -> [Kind] {
            var parser = try KindParser(text)
            let kinds = try parser.tuple(depth: 0)
            try parser.finish()
            return kinds
        }

        /// The canonical name, as in a function's signature.
        package var description: String {
            switch self {
            case .uint(let bits): "uint\(bits)"
            case .int(let bits): "int\(bits)"
            case .address: "address"
            case .bool: "bool"
            case .fixedBytes(let count): "bytes\(count)"
            case .bytes: "bytes"
            case .string: "string"
            case .array(let element): "\(element)[]"
            case .fixedArray(let element, let count): "\(element)[\(count)]"
            case .tuple(let kinds): "(\(kinds.map(\.description).joined(separator: ",")))"
            }
        }

        /// Whether the head holds only an offset.
        var isDynamic: Bool {
            switch self {
            case .bytes, .string, .array: true
            case .fixedArray(let element, _): element.isDynamic
            case .tuple(let kinds): kinds.contains { $0.isDynamic }
            default: false
            }
        }

        /// The size of a static value in bytes.
        var staticCount: Int {
            switch self {
            case .fixedArray(let element, let count): element.staticCount * count
            case .tuple(let kinds): kinds.reduce(0) { $0 + $1.staticCount }
            default: wordCount
            }
        }

        /// The size of the head: the value itself or an offset.
        var headCount: Int { isDynamic ? wordCount : staticCount }
    }
}

/// Parses names of types, within the limits of ``ABI``.
private struct KindParser {
    private let characters: [UInt8]
    private var position = 0
    private var items = 0

    init(_ text: String) throws {
        guard text.utf8.count <= ABI.maximumNameCount else {
            throw EthereumError(
                .tooLarge, "The type's name has more than \(ABI.maximumNameCount) characters.")
        }
        characters = Array(text.utf8)
    }

    mutating func kind(depth: Int) throws -> ABI.Kind {
        items += 1
        guard depth <= ABI.maximumDepth, items <= ABI.maximumItems else {
            throw EthereumError(.tooLarge, "The type is nested deeper than \(ABI.maximumDepth).")
        }
        var kind: ABI.Kind = next == UInt8(ascii: "(") ? .tuple(try tuple(depth: depth + 1)) : try simple()
        var level = depth
        while next == UInt8(ascii: "[") {
            position += 1
            level += 1
            guard level <= ABI.maximumDepth else {
                throw EthereumError(.tooLarge, "The type is nested deeper than \(ABI.maximumDepth).")
            }
            if next == UInt8(ascii: "]") {
                kind = .array(kind)
            } else {
                let count = try number()
                guard count > 0, !kind.isDynamic || count <= ABI.maximumItems,
                    kind.isDynamic || count <= ABI.maximumCount / max(kind.staticCount, 1)
                else { throw EthereumError(.tooLarge, "Satchel does not support arrays of \(count) elements.") }
                kind = .fixedArray(kind, count)
            }
            guard next == UInt8(ascii: "]") else { throw malformed() }
            position += 1
        }
        return kind
    }

    mutating func tuple(depth: Int) throws -> [ABI.Kind] {
        guard next == UInt8(ascii: "(") else { throw malformed() }
        position += 1
        var kinds: [ABI.Kind] = []
        if next == UInt8(ascii: ")") {
            position += 1
            return []
        }
        while true {
            kinds.append(try kind(depth: depth))
            let mark = next
            position += 1
            if mark == UInt8(ascii: ")") { break }
            guard mark == UInt8(ascii: ",") else { throw malformed() }
        }
        guard kinds.reduce(0, { $0 + $1.headCount }) <= ABI.maximumCount else {
            throw EthereumError(.tooLarge, "The type takes more than \(ABI.maximumCount) bytes.")
        }
        return kinds
    }

    func finish() throws {
        guard position == characters.count else { throw malformed() }
    }

    private var next: UInt8? { position < characters.count ? characters[position] : nil }

    private mutating func simple() throws -> ABI.Kind {
        let start = position
        while let character = next, UInt8(ascii: "a")...UInt8(ascii: "z") ~= character { position += 1 }
        let name = String(decoding: characters[start..<position], as: UTF8.self)
        let hasNumber = next.map { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ?? false
        switch (name, hasNumber) {
        case ("address", false): return .address
        case ("bool", false): return .bool
        case ("bytes", false): return .bytes
        case ("string", false): return .string
        case ("function", false): return .fixedBytes(24)
        case ("uint", false): return .uint(bits: 256)
        case ("int", false): return .int(bits: 256)
        case ("bytes", true):
            let count = try number()
            guard 1...32 ~= count else { throw malformed() }
            return .fixedBytes(count)
        case ("uint", true), ("int", true):
            let bits = try number()
            guard 8...256 ~= bits, bits.isMultiple(of: 8) else { throw malformed() }
            return name == "int" ? .int(bits: bits) : .uint(bits: bits)
        case ("fixed", _), ("ufixed", _):
            throw EthereumError(.unsupported, "Satchel does not support fixed point numbers.")
        default: throw malformed()
        }
    }

    /// Decimal without leading zeros.
    private mutating func number() throws -> Int {
        let start = position
        while let character = next, UInt8(ascii: "0")...UInt8(ascii: "9") ~= character { position += 1 }
        let digits = characters[start..<position]
        guard 1...9 ~= digits.count, digits.first != UInt8(ascii: "0") || digits.count == 1 else { throw malformed() }
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    private func malformed() -> EthereumError {
        EthereumError(.malformed, "This is not the name of a contract's type, from character \(position) on.")
    }
}
