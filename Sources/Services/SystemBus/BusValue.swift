// SPDX-License-Identifier: MIT

/// A value in a message of the bus. <https://dbus.freedesktop.org/doc/dbus-specification.html#type-system>
package indirect enum BusValue: Hashable, Sendable {
    case byte(UInt8)
    case bool(Bool)
    case int16(Int16)
    case uint16(UInt16)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    case string(String)
    case path(String)
    case signature(String)
    /// An array of bytes.
    case bytes([UInt8])
    /// An array of another type, which an empty one has too, such as `s` or `{sv}`.
    case array(of: String, [BusValue])
    case structure([BusValue])
    /// An element of an array that is a dictionary.
    case entry(BusValue, BusValue)
    case variant(BusValue)

    /// An array of texts.
    package static func strings(_ texts: [String]) -> BusValue { .array(of: "s", texts.map { .string($0) }) }

    /// A dictionary from names to values of any type, `a{sv}`.
    package static func options(_ options: [(String, BusValue)]) -> BusValue {
        .array(of: "{sv}", options.map { .entry(.string($0), .variant($1)) })
    }

    /// The type in the notation of the bus.
    package var type: String {
        switch self {
        case .byte: "y"
        case .bool: "b"
        case .int16: "n"
        case .uint16: "q"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .string: "s"
        case .path: "o"
        case .signature: "g"
        case .bytes: "ay"
        case .array(let element, _): "a" + element
        case .structure(let members): "(" + members.map(\.type).joined() + ")"
        case .entry(let key, let value): "{" + key.type + value.type + "}"
        case .variant: "v"
        }
    }
}

extension BusValue {
    /// The text of a string or an object path.
    package var text: String? {
        switch self {
        case .string(let text), .path(let text): text
        case .variant(let value): value.text
        default: nil
        }
    }

    /// A whole number of any width.
    package var integer: Int? {
        switch self {
        case .byte(let number): Int(number)
        case .int16(let number): Int(number)
        case .uint16(let number): Int(number)
        case .int32(let number): Int(number)
        case .uint32(let number): Int(number)
        case .int64(let number): Int(number)
        case .uint64(let number): Int(exactly: number)
        case .variant(let value): value.integer
        default: nil
        }
    }

    package var flag: Bool? {
        switch self {
        case .bool(let flag): flag
        case .variant(let value): value.flag
        default: nil
        }
    }

    /// The elements of an array or the members of a structure.
    package var elements: [BusValue]? {
        switch self {
        case .array(_, let elements), .structure(let elements): elements
        case .variant(let value): value.elements
        default: nil
        }
    }

    /// The value of a dictionary for a name.
    package subscript(_ name: String) -> BusValue? {
        for case .entry(let key, let value) in elements ?? [] where key.text == name { return value }
        return nil
    }
}
