// SPDX-License-Identifier: MIT
internal import Bytes

/// Derives the JSON Schemas of message types by decoding each without input and recording which fields it requests.
///
/// So the description always matches the decoder. Strings are decoded as empty, numbers as zero, and lists with one
/// element. A type that refuses these values conforms to ``WireShaped``.
final class SchemaProbe {
    /// The schemas of all objects found, by name.
    private(set) var components: [String: JSONValue] = [:]
    private var underWay: Set<String> = []

    /// The schema of a type, and any value of it.
    ///
    /// - Throws: ``HubProblem`` with `.internalError` for a type that cannot be described.
    func probe<Message: Decodable>(_ type: Message.Type) throws -> (schema: JSONValue, value: Message) {
        if let leaf = Self.leaf(type) { return leaf }
        if let shaped = type as? any WireShaped.Type, let found: (JSONValue, Message) = Self.open(shaped) {
            let name = Self.name(of: type)
            components[name] = found.0
            return (Self.reference(name), found.1)
        }
        if let cases = type as? any CaseIterable.Type, let found: (JSONValue, Message) = Self.texts(of: cases) {
            let name = Self.name(of: type)
            components[name] = found.0
            return (Self.reference(name), found.1)
        }
        let recording = Recording(self)
        let value: Message
        do {
            value = try Message(from: recording)
        } catch {
            throw HubProblem(
                .internalError,
                "\(type) cannot be described: let it conform to WireShaped, or to CaseIterable if it is an enum. (\(error))"
            )
        }
        guard let members = recording.members else { return (recording.element ?? .object([]), value) }
        let name = Self.name(of: type)
        components[name] = Self.object(members, isStrict: recording.isStrict)
        return (Self.reference(name), value)
    }

    private static func reference(_ name: String) -> JSONValue { ["$ref": .string("#/components/schemas/\(name)")] }

    private static func object(_ members: [Recording.Member], isStrict: Bool) -> JSONValue {
        var seen: Set<String> = []
        let own = members.filter { seen.insert($0.name).inserted }
        var schema: [JSONValue.Member] = [
            .init("type", "object"), .init("properties", .object(own.map { .init($0.name, $0.schema) })),
        ]
        let required = own.filter(\.isRequired).map { JSONValue.string($0.name) }
        if !required.isEmpty { schema.append(.init("required", .array(required))) }
        if isStrict { schema.append(.init("additionalProperties", false)) }
        return .object(schema)
    }

    /// For example, `HubAPI.PurchaseOrder.Piece` is named `PurchaseOrder.Piece`.
    private static func name(of type: Any.Type) -> String {
        String(reflecting: type).split(separator: ".").dropFirst().joined(separator: ".")
    }

    private static func leaf<Message>(_ type: Message.Type) -> (JSONValue, Message)? {
        let found: (JSONValue, Any)? =
            switch type {
            case is String.Type: (["type": "string"], "")
            case is Bool.Type: (["type": "boolean"], false)
            case is UInt64.Type: (["type": "integer", "minimum": 0, "maximum": .number(Int64.max)], UInt64(0))
            case is UInt32.Type: (["type": "integer", "minimum": 0, "maximum": .number(UInt32.max)], UInt32(0))
            case is Int64.Type: (["type": "integer", "format": "int64"], Int64(0))
            case is Int.Type: (["type": "integer", "format": "int64"], 0)
            case is [String: String].Type:
                (["type": "object", "additionalProperties": ["type": "string"]], [String: String]())
            default: nil
            }
        guard let found, let value = found.1 as? Message else { return nil }
        return (found.0, value)
    }

    private static func open<Shaped: WireShaped, Message>(_ type: Shaped.Type) -> (JSONValue, Message)? {
        (Shaped.wireExample as? Message).map { (Shaped.wireShape, $0) }
    }

    private static func texts<Cases: CaseIterable, Message>(of type: Cases.Type) -> (JSONValue, Message)? {
        let texts = Cases.allCases.compactMap { ($0 as? any RawRepresentable)?.rawValue as? String }
        guard texts.count == Cases.allCases.count, let first = Cases.allCases.first as? Message else { return nil }
        return (["type": "string", "enum": .array(texts.map { .string($0) })], first)
    }
}
