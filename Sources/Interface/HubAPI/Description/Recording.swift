// SPDX-License-Identifier: MIT
internal import Bytes

/// A decoder without input that records which fields a type requests.
final class Recording: Decoder {
    struct Member {
        let name: String
        let schema: JSONValue
        let isRequired: Bool
    }

    let probe: SchemaProbe
    /// The requested fields; nil if the type did not request an object.
    var members: [Member]?
    /// The schema of a type that is not an object.
    var element: JSONValue?
    /// Whether the type refuses unknown fields.
    var isStrict = false

    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    init(_ probe: SchemaProbe) { self.probe = probe }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        members = members ?? []
        return KeyedDecodingContainer(Fields<Key>(recording: self))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer { List(recording: self) }

    func singleValueContainer() -> any SingleValueDecodingContainer { Single(recording: self) }

    func unsupported(_ what: String) -> HubProblem { HubProblem(.internalError, "Messages have no \(what).") }

    private struct Fields<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let recording: Recording
        var codingPath: [any CodingKey] { [] }
        var allKeys: [Key] { [] }

        func contains(_ key: Key) -> Bool { true }
        func decodeNil(forKey key: Key) -> Bool { false }

        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            let (schema, value) = try recording.probe.probe(type)
            recording.members?.append(.init(name: key.stringValue, schema: schema, isRequired: true))
            return value
        }

        // The standard library's default calls decode(_:forKey:), which would record the field as required.
        func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
            let (schema, value) = try recording.probe.probe(type)
            recording.members?.append(.init(name: key.stringValue, schema: schema, isRequired: false))
            return value
        }

        func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try optional(type, key) }
        func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try optional(type, key) }
        func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try optional(type, key) }
        func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try optional(type, key) }
        func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try optional(type, key) }
        func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try optional(type, key) }

        private func optional<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
            let (schema, value) = try recording.probe.probe(type)
            recording.members?.append(.init(name: key.stringValue, schema: schema, isRequired: false))
            return value
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<Nested> { throw recording.unsupported("nested container") }
        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            throw recording.unsupported("nested container")
        }
        func superDecoder() throws -> any Decoder { throw recording.unsupported("superclass") }
        func superDecoder(forKey key: Key) throws -> any Decoder { throw recording.unsupported("superclass") }
    }

    private struct List: UnkeyedDecodingContainer {
        let recording: Recording
        var codingPath: [any CodingKey] { [] }
        var count: Int? { 1 }
        var currentIndex = 0
        var isAtEnd: Bool { currentIndex > 0 }

        mutating func decodeNil() -> Bool { false }

        mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            let (schema, value) = try recording.probe.probe(type)
            recording.element = ["type": "array", "items": schema]
            currentIndex += 1
            return value
        }

        mutating func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type
        ) throws -> KeyedDecodingContainer<Nested> { throw recording.unsupported("nested container") }
        mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
            throw recording.unsupported("nested container")
        }
        mutating func superDecoder() throws -> any Decoder { throw recording.unsupported("superclass") }
    }

    private struct Single: SingleValueDecodingContainer {
        let recording: Recording
        var codingPath: [any CodingKey] { [] }

        func decodeNil() -> Bool { false }

        func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            let (schema, value) = try recording.probe.probe(type)
            recording.element = schema
            return value
        }
    }
}
