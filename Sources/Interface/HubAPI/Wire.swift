// SPDX-License-Identifier: MIT
internal import FoundationEssentials
internal import Money

/// Encodes and decodes JSON messages, for clients and hubs.
package enum Wire {
    /// Encodes a message as JSON with sorted keys, so that the same message is always the same bytes.
    package static func encode<Message: Encodable>(_ message: Message) throws -> [UInt8] {
        if let plain = (message as? any PlainMessage)?.plain { return plain }
        return try encodeGenerally(message)
    }

    /// The same for a message with a plain form.
    package static func encode<Message: Encodable & PlainMessage>(_ message: Message) throws -> [UInt8] {
        if let plain = message.plain { return plain }
        return try encodeGenerally(message)
    }

    /// The same bytes, by the general coder only.
    package static func encodeGenerally<Message: Encodable>(_ message: Message) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return [UInt8](try encoder.encode(message))
    }

    /// The decoder of a message's plain form; nil if the message has none. It returns nil for other forms, which
    /// ``decode(_:from:)`` reads. Getting it takes longer than most reads, so get it once.
    package static func plainDecoder<Message>(_ type: Message.Type) -> (@Sendable ([UInt8]) -> Message?)? {
        guard let plain = type as? any PlainMessage.Type else { return nil }
        return { plain.init(plain: $0) as? Message }
    }

    /// Decodes a message in its plain form; nil for any other form.
    package static func decodePlain<Message>(_ type: Message.Type, from body: [UInt8]) -> Message? {
        plainDecoder(type)?(body)
    }

    /// Decodes a message; an empty body stands for an empty object.
    ///
    /// - Throws: `HubProblem` with `.badRequest`, `.unknownField` or `.unknownCurrency` and a message that names the
    ///   field.
    package static func decode<Message: Decodable>(_ type: Message.Type, from body: [UInt8]) throws -> Message {
        do {
            return try JSONDecoder().decode(type, from: Data(body.isEmpty ? Array("{}".utf8) : body))
        } catch let problem as HubProblem {
            throw problem
        } catch let error as MoneyError {
            throw HubProblem(error.code == .unknownCurrency ? .unknownCurrency : .badRequest, error.message)
        } catch let error as DecodingError {
            throw HubProblem(.badRequest, "The body is not the JSON that this route takes: \(error.sentence).")
        } catch {
            throw HubProblem(.badRequest, "The body is not the JSON that this route takes.")
        }
    }
}

extension Decoder {
    /// The fields of a request, after checking that it has no unknown ones.
    ///
    /// - Throws: `HubProblem` with `.unknownField`.
    package func strictFields<Keys: CodingKey & CaseIterable>(
        _ keys: Keys.Type
    ) throws -> KeyedDecodingContainer<Keys> {
        (self as? Recording)?.isStrict = true
        let known = Set(Keys.allCases.map(\.stringValue))
        for field in try container(keyedBy: AnyField.self).allKeys where !known.contains(field.stringValue) {
            let name = String(field.stringValue.prefix(40))
            throw HubProblem(
                .unknownField, "The hub does not know the field \"\(name)\". This route takes \(known.sorted()).",
                details: ["field": name])
        }
        return try container(keyedBy: keys)
    }
}

private struct AnyField: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension DecodingError {
    fileprivate var sentence: String {
        switch self {
        case .keyNotFound(let key, _): "the field \"\(key.stringValue)\" is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "the value at \"\(context.path)\" has another type than expected"
        case .dataCorrupted(let context):
            context.codingPath.isEmpty ? "it cannot be parsed" : "the value at \"\(context.path)\" is not valid"
        @unknown default: "it cannot be read"
        }
    }
}

extension DecodingError.Context {
    fileprivate var path: String { codingPath.map(\.stringValue).joined(separator: ".") }
}
