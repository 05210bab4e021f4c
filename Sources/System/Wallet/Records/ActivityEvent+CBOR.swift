// SPDX-License-Identifier: MIT
package import Bytes
internal import Money
internal import Tokens
internal import Vault

/// The stored form of an event: an array of its name and one array per value (key, type, value).
extension ActivityEvent {
    /// The types of values. Their numbers are stored and never change.
    private enum ValueType: UInt64 { case text = 1, number = 2, amount = 3, time = 4 }

    /// - Throws: `BytesError` for anything that ``write(to:)`` does not write.
    package init(from reader: inout CBORReader) throws {
        let count = try reader.array(maximum: 1 + Key.allCases.count)
        guard count > 0 else { throw BytesError(.malformed, "A line of the history has no event.") }
        let text = try reader.string()
        guard let name = Name(rawValue: text) else {
            throw BytesError(.malformed, "A line of the history has the unknown event '\(text)'.")
        }
        var values: [Key: Value] = [:]
        for _ in 1..<count {
            try reader.array(of: 3)
            let text = try reader.string()
            guard let key = Key(rawValue: text), values[key] == nil else {
                throw BytesError(
                    .malformed, "A line of the history has the value '\(text)' twice, or an unknown value.")
            }
            values[key] = try Self.value(from: &reader)
        }
        try self.init(name, Values(values))
    }

    private static func value(from reader: inout CBORReader) throws -> Value {
        switch ValueType(rawValue: try reader.uint()) {
        case .text: return .text(try reader.string())
        case .number: return .number(try reader.uint())
        case .amount:
            guard let amount = try reader.optionalAmount() else {
                throw BytesError(.malformed, "A line of the history has no amount where one belongs.")
            }
            return .amount(amount)
        case .time: return .time(try reader.timestamp())
        case nil: throw BytesError(.malformed, "A value of a line of the history is of an unknown type.")
        }
    }

    package func write(to writer: inout CBORWriter) {
        let values = self.values
        writer.array(1 + values.count)
        writer.text(name.rawValue)
        for (key, value) in values {
            writer.array(3)
            writer.text(key.rawValue)
            switch value {
            case .text(let text):
                writer.uint(ValueType.text.rawValue)
                writer.text(text)
            case .number(let number):
                writer.uint(ValueType.number.rawValue)
                writer.uint(number)
            case .amount(let amount):
                writer.uint(ValueType.amount.rawValue)
                writer.optional(amount)
            case .time(let time):
                writer.uint(ValueType.time.rawValue)
                writer.uint(time.seconds)
            }
        }
    }
}
