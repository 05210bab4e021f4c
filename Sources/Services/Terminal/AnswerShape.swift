// SPDX-License-Identifier: MIT
import Bytes

/// What a command answers to `--json`, from which its JSON Schema is made. JSON Schema 2020-12
///
///     "coins key": ["account": .integer, "network": .text, "label": .text.optional]
///
/// Every answer is an object. A member without a value is left out. Documentation/Scripting.md
package indirect enum AnswerShape: Sendable {
    case bool
    case integer
    case text
    /// A decimal number as text, such as `-12.50`.
    case decimal
    /// `2026-11-20T21:30:00Z`.
    case time
    /// `2026-11-20`.
    case day
    /// One of these words.
    case word([String])
    case list(AnswerShape)
    /// An object with any members of one shape.
    case map(AnswerShape)
    case object([Member])
    case either([AnswerShape])
    /// A shape that several answers share.
    case named(String, AnswerShape)
    /// Stands only for a member of an object, which may then be left out.
    case optional(AnswerShape)
    /// The command prints no JSON answer but this, such as a file.
    case document(String)

    package struct Member: Sendable {
        let name: String
        let shape: AnswerShape
    }

    /// The same as a member that may be left out.
    package var optional: AnswerShape { .optional(self) }

    /// A list as an answer. `next` continues it.
    package static func items(_ item: AnswerShape) -> AnswerShape { ["items": .list(item), "next": .text.optional] }

    /// An amount of a currency or a coin.
    package static let amount = AnswerShape.named("amount", ["value": .decimal, "currency": .text])

    /// Its words are the raw values of an enumeration.
    package static func word<Word>(_ type: Word.Type) -> AnswerShape
    where Word: RawRepresentable & CaseIterable, Word.RawValue == String { .word(Word.allCases.map(\.rawValue)) }

    /// The object with further members.
    package func with(_ more: AnswerShape) -> AnswerShape {
        switch (self, more) {
        case (.object(let members), .object(let others)): .object(members + others)
        case (.named(_, let shape), _): shape.with(more)
        default: self
        }
    }
}

extension AnswerShape: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, AnswerShape)...) {
        self = .object(elements.map { Member(name: $0, shape: $1) })
    }
}

extension AnswerShape {
    /// The schema.
    ///
    /// - Parameter definitions: gets the shapes that have a name.
    func schema(_ definitions: inout [String: JSONValue]) -> JSONValue {
        switch self {
        case .bool: ["type": "boolean"]
        case .integer: ["type": "integer"]
        case .text: ["type": "string"]
        case .decimal: ["type": "string", "pattern": "^-?[0-9]+([.][0-9]+)?$"]
        case .time:
            ["type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]+)?Z$"]
        case .day: ["type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"]
        case .word(let words): ["enum": .array(words.map { .string($0) })]
        case .list(let item): ["type": "array", "items": item.schema(&definitions)]
        case .map(let value): ["type": "object", "additionalProperties": value.schema(&definitions)]
        case .object(let members): Self.schema(members, &definitions)
        case .either(let shapes): ["anyOf": .array(shapes.map { $0.schema(&definitions) })]
        case .optional(let shape): shape.schema(&definitions)
        case .document(let what): ["description": .string(what)]
        case .named(let name, let shape): Self.reference(name, shape, &definitions)
        }
    }

    private static func schema(_ members: [Member], _ definitions: inout [String: JSONValue]) -> JSONValue {
        var properties: [JSONValue.Member] = []
        var required: [JSONValue] = []
        for member in members {
            properties.append(JSONValue.Member(member.name, member.shape.schema(&definitions)))
            if case .optional = member.shape { continue }
            required.append(.string(member.name))
        }
        return [
            "type": "object", "properties": .object(properties), "required": .array(required),
            "additionalProperties": false,
        ]
    }

    private static func reference(_ name: String, _ shape: AnswerShape, _ definitions: inout [String: JSONValue])
        -> JSONValue
    {
        // Known before its members are looked at, so that a shape may contain itself.
        if definitions[name] == nil {
            definitions[name] = .null
            definitions[name] = shape.schema(&definitions)
        }
        return ["$ref": .string("#/$defs/\(name)")]
    }
}
