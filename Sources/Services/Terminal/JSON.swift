// SPDX-License-Identifier: MIT
internal import Bytes

/// A JSON text to print, its members in the order they were written. RFC 8259.
///
///     console.print(["balance": .text("12.50"), "currency": "USD", "pending": 3])
///
/// There are no fractions: amounts are texts. A member that is null is left out: scripts look for what is there.
package indirect enum JSON: Equatable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case text(String)
    case array([JSON])
    case object([Member])

    package struct Member: Equatable, Sendable {
        let name: String
        let value: JSON

        package init(_ name: String, _ value: JSON) {
            self.name = name
            self.value = value
        }
    }

    /// A list as an answer, and the mark that continues it.
    package static func items(_ items: [JSON], next: String? = nil) -> JSON {
        ["items": .array(items), "next": .text(next)]
    }

    /// The text, or JSON's null for nil.
    package static func text(_ text: String?) -> JSON { text.map { .text($0) } ?? .null }

    /// The text on one line, or indented by two spaces a level.
    package func text(isIndented: Bool = false) -> String {
        var text = ""
        write(to: &text, lineStart: isIndented ? "\n" : nil)
        return text
    }

    private func write(to text: inout String, lineStart: String?) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .integer(let value): text += String(value)
        case .text(let value): JSON.quote(value, to: &text)
        case .array(let values):
            JSON.list(values, "[", "]", to: &text, lineStart) { value, text, lineStart in
                value.write(to: &text, lineStart: lineStart)
            }
        case .object(let members):
            JSON.list(members.filter { $0.value != .null }, "{", "}", to: &text, lineStart) { member, text, lineStart in
                JSON.quote(member.name, to: &text)
                text += lineStart == nil ? ":" : ": "
                member.value.write(to: &text, lineStart: lineStart)
            }
        }
    }

    private static func list<Item>(
        _ items: [Item], _ open: String, _ close: String, to text: inout String, _ lineStart: String?,
        _ write: (Item, inout String, String?) -> Void
    ) {
        let inner = lineStart.map { $0 + "  " }
        text += open
        for (index, item) in items.enumerated() {
            if index > 0 { text += "," }
            text += inner ?? ""
            write(item, &text, inner)
        }
        if !items.isEmpty { text += lineStart ?? "" }
        text += close
    }

    /// Escapes what RFC 8259, section 7, demands, and what would end a line or a terminal's patience.
    private static func quote(_ value: String, to text: inout String) {
        text += "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _ where scalar.isHarmless: text.unicodeScalars.append(scalar)
            default: text += scalar.escapedInJSON
            }
        }
        text += "\""
    }
}

extension JSON: ExpressibleByArrayLiteral, ExpressibleByBooleanLiteral, ExpressibleByDictionaryLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByNilLiteral, ExpressibleByStringLiteral
{
    package init(arrayLiteral elements: JSON...) { self = .array(elements) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(elements.map { Member($0, $1) })
    }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(nilLiteral: ()) { self = .null }
    package init(stringLiteral value: String) { self = .text(value) }
}
