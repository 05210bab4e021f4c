// SPDX-License-Identifier: MIT

/// Any JSON document as a value, such as servers' answers and typed messages. RFC 8259
///
/// A number is kept as its original text, so that no amount is converted to floating point. Members keep their order.
package enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    /// The text of the number, by the grammar of RFC 8259, section 6.
    case number(String)
    case string(String)
    case array([JSONValue])
    /// Member names are unique.
    case object([Member])

    /// A name with its value.
    package struct Member: Equatable, Sendable {
        package let key: String
        package let value: JSONValue

        package init(_ key: String, _ value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// The value of a member; nil if there is none, and for anything except an object.
    package subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    /// An element; nil beyond the end, and for anything except an array.
    package subscript(index: Int) -> JSONValue? {
        guard case .array(let elements) = self, elements.indices ~= index else { return nil }
        return elements[index]
    }

    package var isNull: Bool { self == .null }

    package var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    package var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    package var array: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    package var members: [Member]? {
        if case .object(let value) = self { value } else { nil }
    }

    /// The original text of a number.
    package var number: String? {
        if case .number(let value) = self { value } else { nil }
    }

    /// The number if it is written as an integer (no fraction, no exponent) that fits.
    package var uint64: UInt64? { number.flatMap { $0 == "-0" ? nil : UInt64($0) } }

    /// The number if it is written as an integer (no fraction, no exponent) that fits.
    package var int64: Int64? { number.flatMap { $0 == "-0" ? nil : Int64($0) } }

    /// The number if it is written as an integer (no fraction, no exponent) that fits.
    package var int: Int? { int64.flatMap { Int(exactly: $0) } }

    /// The value as compact text: without white space, with escapes only where JSON requires them and for characters
    /// that are not harmless on a terminal.
    package var text: String {
        var writer = JSONWriter()
        writer.write(self)
        return writer.text
    }

    /// The value formatted for reading, similar to Foundation's `.prettyPrinted`: a member per line, two spaces of
    /// indent per level, a space on both sides of the colon. Members keep their order.
    package var prettyText: String {
        var writer = JSONWriter(colon: " : ")
        writer.write(self)
        return writer.text
    }

    /// The same without the space before the colon.
    package var indentedText: String {
        var writer = JSONWriter(colon: ": ")
        writer.write(self)
        return writer.text
    }

    /// A number written in full, without an exponent.
    package static func number(_ value: some FixedWidthInteger) -> JSONValue { .number("\(value)") }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int64) { self = .number("\(value)") }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(nilLiteral: ()) { self = .null }
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    /// A repeated name is a programming error.
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        precondition(Set(elements.map(\.0)).count == elements.count, "A JSON object names each member once.")
        self = .object(elements.map { Member($0, $1) })
    }
}

/// Writes JSON, compact or one member per line.
private struct JSONWriter {
    private var bytes: [UInt8] = []
    /// What stands between a name and its value when each member has a line of its own; nil for compact text.
    private let colon: String?
    private var depth = 0

    init(colon: String? = nil) { self.colon = colon }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    mutating func write(_ value: JSONValue) {
        switch value {
        case .null: bytes += "null".utf8
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .number(let text): bytes += text.utf8
        case .string(let text): write(text)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            depth += 1
            for (index, element) in elements.enumerated() {
                separate(isFirst: index == 0)
                write(element)
            }
            close(UInt8(ascii: "]"), isEmpty: elements.isEmpty)
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            depth += 1
            for (index, member) in members.enumerated() {
                separate(isFirst: index == 0)
                write(member.key)
                bytes += (colon ?? ":").utf8
                write(member.value)
            }
            close(UInt8(ascii: "}"), isEmpty: members.isEmpty)
        }
    }

    private mutating func separate(isFirst: Bool) {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        if colon != nil { startLine() }
    }

    private mutating func close(_ bracket: UInt8, isEmpty: Bool) {
        depth -= 1
        if colon != nil, !isEmpty { startLine() }
        bytes.append(bracket)
    }

    private mutating func startLine() {
        bytes.append(UInt8(ascii: "\n"))
        bytes += repeatElement(UInt8(ascii: " "), count: depth * 2)
    }

    private mutating func write(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": bytes += [UInt8(ascii: "\\"), UInt8(ascii: scalar)]
            case "\n": bytes += "\\n".utf8
            case "\r": bytes += "\\r".utf8
            case "\t": bytes += "\\t".utf8
            // The text may be printed on a terminal, so these are escaped too.
            case _ where !scalar.isHarmless: bytes += scalar.escapedInJSON.utf8
            default: bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
