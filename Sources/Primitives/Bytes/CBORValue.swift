// SPDX-License-Identifier: MIT

/// One CBOR item with its content, for other projects' records, which have maps, tags and negative integers. RFC 8949.
///
/// This project's own records use ``CBORReader``, which reads a known structure without building a tree.
package enum CBORValue: Hashable, Sendable {
    case unsigned(UInt64)
    /// -1 - n, so that every CBOR value fits.
    case negative(UInt64)
    case bytes([UInt8])
    case text(String)
    case array([CBORValue])
    /// The entries in their original order; keys are unique.
    case map([Entry])
    indirect case tagged(UInt64, CBORValue)
    case bool(Bool)
    case null

    /// A key of a map with its value.
    package struct Entry: Hashable, Sendable {
        package var key: CBORValue
        package var value: CBORValue

        package init(_ key: CBORValue, _ value: CBORValue) {
            self.key = key
            self.value = value
        }
    }

    /// The deepest nesting of maps, arrays and tags.
    package static let maximumDepth = 16
    /// The most items of one input, so that a small input cannot use much memory.
    package static let maximumItems = 65_536

    /// Parses exactly one item.
    ///
    /// It refuses indefinite lengths, non-minimal heads, floating point, simple values other than false, true and null,
    /// a repeated key in a map, nesting beyond ``maximumDepth``, and more than ``maximumItems``.
    ///
    /// - Throws: ``BytesError``.
    package init(parsing bytes: [UInt8], maximumCount: Int) throws(BytesError) {
        guard bytes.count <= maximumCount else {
            throw BytesError(.tooLarge, "The record has \(bytes.count) bytes; at most \(maximumCount) are allowed.")
        }
        var parser = CBORValueParser(input: bytes)
        self = try parser.item(depth: 0)
        guard parser.position == bytes.count else {
            throw BytesError(.trailing, "\(bytes.count - parser.position) bytes follow the end of the record.")
        }
    }

    /// The encoding with the shortest heads, and the map entries in this value's order.
    package var encoded: [UInt8] {
        var output: [UInt8] = []
        write(to: &output)
        return output
    }

    /// A map with small integers as keys, the form of most external records.
    package static func record(_ entries: KeyValuePairs<UInt64, CBORValue>) -> CBORValue {
        .map(entries.map { Entry(.unsigned($0.key), $0.value) })
    }

    /// The value of an integer key, if this is a map with that key.
    package subscript(key: UInt64) -> CBORValue? {
        guard case .map(let entries) = self else { return nil }
        return entries.first { $0.key == .unsigned(key) }?.value
    }

    /// The integer, if this is a non-negative one.
    package var uint: UInt64? {
        if case .unsigned(let value) = self { value } else { nil }
    }

    /// The bytes, if this is a byte string.
    package var bytes: [UInt8]? {
        if case .bytes(let value) = self { value } else { nil }
    }

    /// The text, if this is a text string.
    package var text: String? {
        if case .text(let value) = self { value } else { nil }
    }

    /// The value, if this is a Boolean.
    package var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The elements, if this is an array.
    package var array: [CBORValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The tagged item, if this has exactly this tag.
    package func content(ofTag tag: UInt64) -> CBORValue? {
        if case .tagged(tag, let content) = self { content } else { nil }
    }
}

extension CBORValue {
    private func write(to output: inout [UInt8]) {
        switch self {
        case .unsigned(let value): Self.head(0, value, to: &output)
        case .negative(let value): Self.head(1, value, to: &output)
        case .bytes(let bytes):
            Self.head(2, UInt64(bytes.count), to: &output)
            output += bytes
        case .text(let text):
            Self.head(3, UInt64(text.utf8.count), to: &output)
            output += text.utf8
        case .array(let elements):
            Self.head(4, UInt64(elements.count), to: &output)
            for element in elements { element.write(to: &output) }
        case .map(let entries):
            Self.head(5, UInt64(entries.count), to: &output)
            for entry in entries {
                entry.key.write(to: &output)
                entry.value.write(to: &output)
            }
        case .tagged(let tag, let content):
            Self.head(6, tag, to: &output)
            content.write(to: &output)
        case .bool(let value): output.append(value ? CBORHead.yes : CBORHead.no)
        case .null: output.append(CBORHead.null)
        }
    }

    private static func head(_ type: UInt8, _ argument: UInt64, to output: inout [UInt8]) {
        let width: Int
        switch argument {
        case 0..<24:
            output.append(type << 5 | UInt8(argument))
            return
        case 24...0xFF: width = 1
        case 0x100...0xFFFF: width = 2
        case 0x1_0000...0xFFFF_FFFF: width = 4
        default: width = 8
        }
        output.append(type << 5 | CBORHead.oneByte + UInt8(width.trailingZeroBitCount))
        for index in (0..<width).reversed() {
            output.append(UInt8(truncatingIfNeeded: argument >> UInt64(8 * index)))
        }
    }
}
