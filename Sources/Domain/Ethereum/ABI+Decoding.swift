// SPDX-License-Identifier: MIT
internal import Chains

extension ABI {
    /// Decodes values of these types from untrusted bytes, such as a contract's answer.
    ///
    /// Offsets and lengths must stay inside the input, padding must be zero (or the sign), text must be UTF-8. Offsets
    /// in another order than compilers write, and trailing bytes, are accepted; ``decodeCanonical(_:as:)`` refuses
    /// them.
    ///
    /// - Throws: ``EthereumError`` with `.malformed` or `.tooLarge`.
    package static func decode(_ bytes: [UInt8], as kinds: [Kind]) throws -> [Value] {
        guard bytes.count <= maximumCount else {
            throw EthereumError(
                .tooLarge, "The contract's data has \(bytes.count) bytes; at most \(maximumCount) are allowed.")
        }
        var decoder = Decoder(input: bytes)
        return try decoder.values(kinds, at: 0, depth: 0)
    }

    /// Decodes only the one form that ``encode(_:as:)`` writes, so that what the user approves has one meaning.
    package static func decodeCanonical(_ bytes: [UInt8], as kinds: [Kind]) throws -> [Value] {
        let values = try decode(bytes, as: kinds)
        guard try encode(values, as: kinds) == bytes else {
            throw EthereumError(.malformed, "The contract's data is not in the form that compilers write.")
        }
        return values
    }

    private struct Decoder {
        let input: [UInt8]
        private var items = 0

        init(input: [UInt8]) { self.input = input }

        mutating func values(_ kinds: [Kind], at base: Int, depth: Int) throws -> [Value] {
            guard depth <= maximumDepth else {
                throw EthereumError(.tooLarge, "The contract's data is nested deeper than \(maximumDepth).")
            }
            var values: [Value] = []
            var head = base
            for kind in kinds {
                if kind.isDynamic {
                    let offset = try length(at: head)
                    guard offset <= input.count - base else { throw truncated(head) }
                    values.append(try dynamic(kind, at: base + offset, depth: depth + 1))
                    head += wordCount
                } else {
                    values.append(try fixed(kind, at: &head))
                }
            }
            return values
        }

        private mutating func dynamic(_ kind: Kind, at position: Int, depth: Int) throws -> Value {
            try count(1)
            switch kind {
            case .bytes: return .bytes(try bytes(at: position))
            case .string:
                guard let text = String(validating: try bytes(at: position), as: UTF8.self) else {
                    throw EthereumError(.malformed, "The contract's text is not UTF-8, at byte \(position).")
                }
                return .string(text)
            case .array(let element):
                let length = try length(at: position)
                return .list(try list(of: element, count: length, at: position + wordCount, depth: depth))
            case .fixedArray(let element, let length):
                return .list(try list(of: element, count: length, at: position, depth: depth))
            case .tuple(let kinds): return .list(try values(kinds, at: position, depth: depth))
            default: preconditionFailure("\(kind) is not dynamic.")
            }
        }

        private mutating func list(of element: Kind, count: Int, at position: Int, depth: Int) throws -> [Value] {
            // An element without bytes would allow any count.
            guard count <= maximumItems, count == 0 || element.headCount > 0,
                count * element.headCount <= input.count - position
            else { throw truncated(position) }
            return try values(Array(repeating: element, count: count), at: position, depth: depth)
        }

        private mutating func fixed(_ kind: Kind, at position: inout Int) throws -> Value {
            switch kind {
            case .fixedArray(let element, let length):
                return .list(try (0..<length).map { _ in try fixed(element, at: &position) })
            case .tuple(let kinds): return .list(try kinds.map { try fixed($0, at: &position) })
            default:
                try count(1)
                let start = position
                position += wordCount
                return try Self.value(of: word(at: start), as: kind, at: start)
            }
        }

        private static func value(of bytes: [UInt8], as kind: Kind, at position: Int) throws -> Value {
            switch kind {
            case .uint(let bits) where bytes.prefix(wordCount - bits / 8).allSatisfy { $0 == 0 }:
                return .uint(try UInt256(bigEndian: bytes))
            case .int(let bits) where isSigned(bytes, bits: bits): return .int(try UInt256(bigEndian: bytes))
            case .address where bytes.prefix(12).allSatisfy { $0 == 0 }:
                return .address(Address(unchecked: Array(bytes[12...])))
            case .bool where bytes.dropLast().allSatisfy { $0 == 0 } && bytes[31] <= 1: return .bool(bytes[31] == 1)
            case .fixedBytes(let count) where bytes[count...].allSatisfy { $0 == 0 }:
                return .bytes(Array(bytes[..<count]))
            default: throw EthereumError(.malformed, "The word at byte \(position) is not of the type \(kind).")
            }
        }

        /// A length followed by as many bytes, padded with zeros.
        private func bytes(at position: Int) throws -> [UInt8] {
            let count = try length(at: position)
            let start = position + wordCount
            guard count <= input.count - start, padding(count) <= input.count - start - count else {
                throw truncated(position)
            }
            guard input[start + count..<start + count + padding(count)].allSatisfy({ $0 == 0 }) else {
                throw EthereumError(.malformed, "The filling after byte \(start + count) is not zero.")
            }
            return Array(input[start..<start + count])
        }

        /// A number of at most the input's size.
        private func length(at position: Int) throws -> Int {
            let bytes = try word(at: position)
            guard bytes.prefix(28).allSatisfy({ $0 == 0 }) else { throw truncated(position) }
            let length = bytes.suffix(4).reduce(0) { $0 << 8 | Int($1) }
            guard length <= input.count else { throw truncated(position) }
            return length
        }

        private func word(at position: Int) throws -> [UInt8] {
            guard position <= input.count - ABI.wordCount else { throw truncated(position) }
            return Array(input[position..<position + ABI.wordCount])
        }

        private mutating func count(_ more: Int) throws {
            items += more
            guard items <= maximumItems else {
                throw EthereumError(.tooLarge, "The contract's data has more than \(maximumItems) values.")
            }
        }

        private func truncated(_ position: Int) -> EthereumError {
            EthereumError(.malformed, "The contract's data at byte \(position) points past its end.")
        }
    }
}
