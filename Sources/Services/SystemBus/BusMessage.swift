// SPDX-License-Identifier: MIT
internal import CSDBus

/// A message of sd-bus while it is written or read. man 3 sd_bus_message_append_basic, sd_bus_message_read_basic
struct BusMessage {
    let handle: OpaquePointer

    /// Values of one message, counted through all its parts. Services answer with far fewer.
    private static let maximumValues = 100_000

    // MARK: - Writing

    func append(_ values: [BusValue]) throws { for value in values { try append(value) } }

    private func append(_ value: BusValue) throws {
        switch value {
        case .byte(let number): try append("y", number)
        case .bool(let flag): try append("b", Int32(flag ? 1 : 0))
        case .int16(let number): try append("n", number)
        case .uint16(let number): try append("q", number)
        case .int32(let number): try append("i", number)
        case .uint32(let number): try append("u", number)
        case .int64(let number): try append("x", number)
        case .uint64(let number): try append("t", number)
        case .double(let number): try append("d", number)
        case .string(let text): try append("s", text: text)
        case .path(let text): try append("o", text: text)
        case .signature(let text): try append("g", text: text)
        case .bytes(let bytes):
            try check(
                bytes.withUnsafeBytes { sd_bus_message_append_array(handle, Self.code("y"), $0.baseAddress, $0.count) })
        case .array(let element, let values): try append("a", element, values)
        case .structure(let members): try append("r", members.map(\.type).joined(), members)
        case .entry(let key, let value): try append("e", key.type + value.type, [key, value])
        case .variant(let value): try append("v", value.type, [value])
        }
    }

    private func append<Number>(_ type: Character, _ number: Number) throws {
        try check(withUnsafePointer(to: number) { sd_bus_message_append_basic(handle, Self.code(type), $0) })
    }

    private func append(_ type: Character, text: String) throws {
        guard !text.utf8.contains(0) else {
            throw BusError(.malformed, "A text for the system bus contains a zero byte.")
        }
        try check(text.withCString { sd_bus_message_append_basic(handle, Self.code(type), $0) })
    }

    private func append(_ type: Character, _ content: String, _ values: [BusValue]) throws {
        try check(sd_bus_message_open_container(handle, Self.code(type), content))
        try append(values)
        try check(sd_bus_message_close_container(handle))
    }

    // MARK: - Reading

    /// All values of the message.
    ///
    /// - Throws: ``BusError`` with code `.malformed`, also for a file descriptor, which no service here sends.
    func values() throws -> [BusValue] {
        var left = Self.maximumValues
        return try values(&left)
    }

    private func values(_ left: inout Int) throws -> [BusValue] {
        var values: [BusValue] = []
        var type: CChar = 0
        var content: UnsafePointer<CChar>?
        while try check(sd_bus_message_peek_type(handle, &type, &content)) > 0 {
            left -= 1
            guard left > 0 else { throw BusError(.malformed, "A message of the system bus is too long.") }
            values.append(
                try value(Character(UnicodeScalar(UInt8(bitPattern: type))), content.map { String(cString: $0) }, &left)
            )
        }
        return values
    }

    private func value(_ type: Character, _ content: String?, _ left: inout Int) throws -> BusValue {
        switch type {
        case "y": .byte(try read(type, UInt8(0)))
        case "b": .bool(try read(type, Int32(0)) != 0)
        case "n": .int16(try read(type, Int16(0)))
        case "q": .uint16(try read(type, UInt16(0)))
        case "i": .int32(try read(type, Int32(0)))
        case "u": .uint32(try read(type, UInt32(0)))
        case "x": .int64(try read(type, Int64(0)))
        case "t": .uint64(try read(type, UInt64(0)))
        case "d": .double(try read(type, Double(0)))
        case "s": .string(try text(type))
        case "o": .path(try text(type))
        case "g": .signature(try text(type))
        case "a" where content == "y": .bytes(try bytes())
        case "a": .array(of: content ?? "", try inside(type, content, &left))
        case "r": .structure(try inside(type, content, &left))
        case "e": try entry(inside(type, content, &left))
        case "v": try variant(inside(type, content, &left))
        default: throw BusError(.malformed, "A message of the system bus has a value of the type '\(type)'.")
        }
    }

    private func entry(_ values: [BusValue]) throws -> BusValue {
        guard values.count == 2 else { throw BusError(.malformed, "A dictionary of the system bus is damaged.") }
        return .entry(values[0], values[1])
    }

    private func variant(_ values: [BusValue]) throws -> BusValue {
        guard values.count == 1 else { throw BusError(.malformed, "A variant of the system bus is damaged.") }
        return .variant(values[0])
    }

    private func inside(_ type: Character, _ content: String?, _ left: inout Int) throws -> [BusValue] {
        try check(sd_bus_message_enter_container(handle, Self.code(type), content))
        let values = try values(&left)
        try check(sd_bus_message_exit_container(handle))
        return values
    }

    private func read<Number>(_ type: Character, _ zero: Number) throws -> Number {
        var number = zero
        try check(withUnsafeMutablePointer(to: &number) { sd_bus_message_read_basic(handle, Self.code(type), $0) })
        return number
    }

    private func text(_ type: Character) throws -> String {
        var start: UnsafePointer<CChar>?
        try check(withUnsafeMutablePointer(to: &start) { sd_bus_message_read_basic(handle, Self.code(type), $0) })
        return start.map { String(cString: $0) } ?? ""
    }

    private func bytes() throws -> [UInt8] {
        var start: UnsafeRawPointer?
        var count = 0
        try check(sd_bus_message_read_array(handle, Self.code("y"), &start, &count))
        return Array(UnsafeRawBufferPointer(start: start, count: count))
    }

    private static func code(_ type: Character) -> CChar { CChar(bitPattern: type.asciiValue ?? 0) }

    @discardableResult
    private func check(_ result: Int32) throws -> Int32 {
        guard result >= 0 else { throw BusError.system(result, doing: "read or write a message of the system bus") }
        return result
    }
}
