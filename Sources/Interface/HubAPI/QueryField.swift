// SPDX-License-Identifier: MIT
package import Bytes

/// A field of a query. Its description and its parser use the same limits, so they always agree.
package struct QueryField<Value: Sendable>: DescribedField {
    package let name: String
    package let schema: JSONValue
    /// What a value is, as the end of a sentence that begins with the name.
    private let sentence: String
    private let read: @Sendable (String) -> Value?

    private init(
        _ name: String, _ schema: [JSONValue.Member], _ meaning: String, sentence: String,
        read: @escaping @Sendable (String) -> Value?
    ) {
        self.name = name
        self.schema = .object(schema + [.init("description", .string(meaning))])
        self.sentence = sentence
        self.read = read
    }

    /// The field's value in a query; nil if it is absent.
    ///
    /// - Throws: ``HubProblem`` with `.badRequest`, a message and the name of the field.
    package func value(in query: [String: String]) throws -> Value? {
        guard let text = query[name] else { return nil }
        guard let value = read(text) else {
            throw HubProblem(.badRequest, "\"\(name)\" is \(sentence).", details: ["field": name])
        }
        return value
    }
}

/// The description of a query field, without its type of value.
package protocol DescribedField: Sendable {
    var name: String { get }
    /// Its JSON Schema. A list is one comma-separated value in the query.
    var schema: JSONValue { get }
}

extension QueryField where Value: FixedWidthInteger {
    /// A whole number in its only accepted form: without a plus sign and leading zeros.
    package static func number(
        _ name: String, _ range: ClosedRange<Value>, usual: Value? = nil, _ meaning: String
    ) -> QueryField {
        var schema: [JSONValue.Member] = [
            .init("type", "integer"), .init("minimum", .number(range.lowerBound)),
            .init("maximum", .number(range.upperBound)),
        ]
        if let usual { schema.append(.init("default", .number(usual))) }
        let sentence = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        return QueryField(name, schema, meaning, sentence: sentence) { text in
            Value(text).flatMap { "\($0)" == text && range.contains($0) ? $0 : nil }
        }
    }
}

extension QueryField where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    package static func choice(_ name: String, usual: Value? = nil, _ meaning: String) -> QueryField {
        let choices = Value.allCases.map(\.rawValue)
        var schema: [JSONValue.Member] = [.init("type", "string"), .init("enum", .array(choices.map { .string($0) }))]
        if let usual { schema.append(.init("default", .string(usual.rawValue))) }
        let sentence = "one of: \(choices.joined(separator: ", "))"
        return QueryField(name, schema, meaning, sentence: sentence) { Value(rawValue: $0) }
    }
}

extension QueryField {
    /// One or more choices, separated by commas.
    package static func choices<Choice>(_ name: String, _ meaning: String) -> QueryField
    where Choice: RawRepresentable & CaseIterable & Sendable, Choice.RawValue == String, Value == [Choice] {
        let choices = Choice.allCases.map(\.rawValue)
        let one: JSONValue = ["type": "string", "enum": .array(choices.map { .string($0) })]
        let schema: [JSONValue.Member] = [.init("type", "array"), .init("items", one), .init("minItems", 1)]
        let sentence = "one or more of, with commas: \(choices.joined(separator: ", "))"
        return QueryField(name, schema, meaning, sentence: sentence) { text in
            let parts = text.split(separator: ",", omittingEmptySubsequences: false)
            let values = parts.compactMap { Choice(rawValue: String($0)) }
            return values.count == parts.count ? values : nil
        }
    }
}

extension QueryField where Value == String {
    package static func text(_ name: String, maximumBytes: Int, _ meaning: String) -> QueryField {
        QueryField(
            name, [.init("type", "string"), .init("maxLength", .number(maximumBytes))],
            "\(meaning) At most \(maximumBytes) bytes of UTF-8.", sentence: "a text of at most \(maximumBytes) bytes"
        ) { $0.utf8.count <= maximumBytes ? $0 : nil }
    }

    /// A text that the caller parses and whose errors it reports.
    ///
    /// - Parameter pattern: a regular expression that every valid text matches.
    package static func form(_ name: String, _ pattern: String, _ meaning: String) -> QueryField {
        QueryField(
            name, [.init("type", "string"), .init("pattern", .string("^\(pattern)$"))], meaning, sentence: "a text"
        ) { $0 }
    }
}
