// SPDX-License-Identifier: MIT

/// Reads a JSON document value by value, by recursive descent. RFC 8259
///
/// ``value(depth:)`` builds a value. To convert directly without a tree, read the members of an object one by one:
///
///     try reader.beginObject()
///     while let key = try reader.nextKey() {
///         switch key {
///         case "name": name = try reader.string()
///         default: try reader.skip()
///         }
///     }
///
/// A forgiving reader accepts common violations of the RFC: a byte order mark, a comma before a closing bracket, bare
/// control characters in strings, invalid UTF-8 (replaced), a repeated name (the first one counts).
package struct JSONReader {
    private let input: [UInt8]
    private let isForgiving: Bool
    private var position = 0
    /// Whether the next member or element is the first of the innermost container.
    private var isAtStart = false

    package init(_ input: [UInt8], forgiving: Bool = false) {
        self.input = input
        isForgiving = forgiving
        if forgiving, input.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// - Throws: ``BytesError`` with `.trailing` when anything except white space is left.
    package mutating func finish() throws(BytesError) {
        skipSpace()
        guard position == input.count else {
            throw BytesError(.trailing, "Something follows the JSON value at byte \(position).")
        }
    }

    /// Opens an object, whose members ``nextKey()`` then names; anything else is not consumed.
    ///
    /// - Throws: ``BytesError`` with `.malformed` unless an object begins.
    package mutating func beginObject() throws(BytesError) { try begin(UInt8(ascii: "{"), "an object") }

    /// Opens an array, whose elements ``nextElement()`` then announces; anything else is not consumed.
    ///
    /// - Throws: ``BytesError`` with `.malformed` unless an array begins.
    package mutating func beginArray() throws(BytesError) { try begin(UInt8(ascii: "["), "an array") }

    /// The name of the next member, whose value must be read next; nil at the object's end. Names are not compared.
    package mutating func nextKey() throws(BytesError) -> String? {
        guard try next(before: UInt8(ascii: "}"), "an object does not end") else { return nil }
        guard try peek() == UInt8(ascii: "\"") else { throw malformed("a member's name is missing") }
        let key = try text()
        guard take(UInt8(ascii: ":")) else { throw malformed("a colon is missing") }
        return key
    }

    /// Whether an element follows, which must be read next; false at the array's end.
    package mutating func nextElement() throws(BytesError) -> Bool {
        try next(before: UInt8(ascii: "]"), "an array does not end")
    }

    /// The type of the next value.
    package mutating func kind() throws(BytesError) -> Kind {
        skipSpace()
        return switch try peek() {
        case UInt8(ascii: "{"): .object
        case UInt8(ascii: "["): .array
        case UInt8(ascii: "\""): .string
        case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
        case UInt8(ascii: "n"): .null
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): .number
        default: throw malformed("no JSON value begins")
        }
    }

    package enum Kind: Equatable, Sendable {
        case object, array, string, number, bool, null
    }

    /// A string; nil for any other value, which is consumed.
    package mutating func string(depth: Int = JSONValue.maximumDepth) throws(BytesError) -> String? {
        guard try kind() == .string else {
            try skip(depth: depth)
            return nil
        }
        return try text()
    }

    /// The bytes of a string without escapes, as a slice of ``input``; nil for any other value, which is not consumed.
    /// For long texts that are decoded directly, such as Base64.
    package mutating func plainString() throws(BytesError) -> ArraySlice<UInt8>? {
        guard try kind() == .string else { return nil }
        let start = position + 1
        var end = start
        input.withUnsafeBufferPointer { input in
            while end < input.count, input[end] >= 0x20 {
                if input[end] == UInt8(ascii: "\"") || input[end] == UInt8(ascii: "\\") { break }
                end += 1
            }
        }
        guard end < input.count, input[end] == UInt8(ascii: "\"") else { return nil }
        position = end + 1
        return input[start..<end]
    }

    /// Skips the next value, which must still be valid JSON.
    package mutating func skip(depth: Int = JSONValue.maximumDepth) throws(BytesError) {
        switch try kind() {
        case .object:
            guard depth > 0 else { throw tooDeep() }
            try beginObject()
            while try nextKey() != nil { try skip(depth: depth - 1) }
        case .array:
            guard depth > 0 else { throw tooDeep() }
            try beginArray()
            while try nextElement() { try skip(depth: depth - 1) }
        case .string: _ = try text()
        case .number, .bool, .null: _ = try value(depth: 0)
        }
    }

    /// The next value, with its content.
    package mutating func value(depth: Int = JSONValue.maximumDepth) throws(BytesError) -> JSONValue {
        skipSpace()
        switch try peek() {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try text())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
        default: throw malformed("no JSON value begins")
        }
    }

    private mutating func object(depth: Int) throws(BytesError) -> JSONValue {
        try open(depth)
        var members: [JSONValue.Member] = []
        var names = Names()
        isAtStart = true
        while try next(before: UInt8(ascii: "}"), "an object does not end") {
            guard try peek() == UInt8(ascii: "\"") else { throw malformed("a member's name is missing") }
            let start = position
            let name = try text()
            let isFirst = names.insert(name, beside: members)
            guard isFirst || isForgiving else {
                throw BytesError(.notCanonical, "The JSON object names a member again at byte \(start).")
            }
            guard take(UInt8(ascii: ":")) else { throw malformed("a colon is missing") }
            let value = try value(depth: depth - 1)
            if isFirst { members.append(JSONValue.Member(name, value)) }
        }
        return .object(members)
    }

    private mutating func array(depth: Int) throws(BytesError) -> JSONValue {
        try open(depth)
        var elements: [JSONValue] = []
        isAtStart = true
        while try next(before: UInt8(ascii: "]"), "an array does not end") {
            elements.append(try value(depth: depth - 1))
        }
        return .array(elements)
    }

    private mutating func begin(_ bracket: UInt8, _ what: String) throws(BytesError) {
        skipSpace()
        guard try peek() == bracket else { throw malformed("\(what) is missing") }
        position += 1
        isAtStart = true
    }

    /// Whether another member or element follows; the reader is then at it, otherwise after the closing bracket.
    private mutating func next(before bracket: UInt8, _ complaint: String) throws(BytesError) -> Bool {
        let isFirst = isAtStart
        isAtStart = false
        if take(bracket) { return false }
        guard !isFirst else { return true }
        guard take(UInt8(ascii: ",")) else { throw malformed(complaint) }
        skipSpace()
        if isForgiving, take(bracket) { return false }
        return true
    }

    /// The names of an object so far. A few are compared one by one; only many use a set.
    private struct Names {
        private var many: Set<String> = []
        private static let few = 12

        /// By Swift's equality, names are equal when they are canonically equivalent.
        mutating func insert(_ name: String, beside members: [JSONValue.Member]) -> Bool {
            guard members.count >= Self.few else { return !members.contains { $0.key == name } }
            if many.isEmpty { many = Set(members.map(\.key)) }
            return many.insert(name).inserted
        }
    }

    private mutating func open(_ depth: Int) throws(BytesError) {
        guard depth > 0 else { throw tooDeep() }
        position += 1
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(BytesError) -> JSONValue {
        for index in 0..<word.utf8CodeUnitCount {
            guard try peek() == word.utf8Start[index] else { throw malformed("no JSON value stands") }
            position += 1
        }
        return value
    }

    private mutating func number() throws(BytesError) -> String {
        let start = position
        if input[position] == UInt8(ascii: "-") { position += 1 }
        if try peek() == UInt8(ascii: "0") { position += 1 } else { try digits() }
        if position < input.count, input[position] == UInt8(ascii: ".") {
            position += 1
            try digits()
        }
        if position < input.count, input[position] | 0x20 == UInt8(ascii: "e") {
            position += 1
            if try [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(peek()) { position += 1 }
            try digits()
        }
        return String(decoding: input[start..<position], as: UTF8.self)
    }

    /// One digit or more.
    private mutating func digits() throws(BytesError) {
        guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= (try peek()) else { throw malformed("a digit is missing") }
        while position < input.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= input[position] { position += 1 }
    }

    private mutating func text() throws(BytesError) -> String {
        position += 1
        let start = position
        // Most strings are short ASCII without escapes, and are made directly from the input.
        let plain: String? = input.withUnsafeBufferPointer { input in
            var all: UInt8 = 0
            var end = start
            while end < input.count {
                let byte = input[end]
                if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
                all |= byte
                end += 1
            }
            position = end
            guard end < input.count, input[end] == UInt8(ascii: "\""), all < 0x80 else { return nil }
            return String(decoding: UnsafeBufferPointer(rebasing: input[start..<end]), as: UTF8.self)
        }
        if let plain {
            position += 1
            return plain
        }
        if try peek() == UInt8(ascii: "\"") {
            defer { position += 1 }
            return try validated(input[start..<position])
        }
        var bytes = Array(input[start..<position])
        while true {
            let byte = try peek()
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return try validated(bytes[...])
            case UInt8(ascii: "\\"): try escape(into: &bytes)
            case 0..<0x20:
                guard isForgiving else { throw malformed("a control character stands in a string") }
                bytes.append(byte)
            default:
                // Long texts with a few escapes, such as slashes in Base64, are copied in pieces.
                let from = position - 1
                position = input[position...].firstIndex { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C } ?? input.count
                bytes += input[from..<position]
            }
        }
    }

    private mutating func escape(into bytes: inout [UInt8]) throws(BytesError) {
        let letter = try peek()
        position += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): bytes.append(letter)
        case UInt8(ascii: "b"): bytes.append(0x08)
        case UInt8(ascii: "f"): bytes.append(0x0C)
        case UInt8(ascii: "n"): bytes.append(0x0A)
        case UInt8(ascii: "r"): bytes.append(0x0D)
        case UInt8(ascii: "t"): bytes.append(0x09)
        case UInt8(ascii: "u"):
            var code = try fourDigits()
            if 0xD800..<0xDC00 ~= code {
                guard try peek() == UInt8(ascii: "\\") else { throw malformed("half of a surrogate pair is missing") }
                position += 1
                guard try peek() == UInt8(ascii: "u") else { throw malformed("half of a surrogate pair is missing") }
                position += 1
                let low = try fourDigits()
                guard 0xDC00..<0xE000 ~= low else { throw malformed("half of a surrogate pair is missing") }
                code = 0x1_0000 + (code - 0xD800) << 10 + (low - 0xDC00)
            }
            guard let scalar = Unicode.Scalar(code) else { throw malformed("half of a surrogate pair is missing") }
            bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
        default: throw malformed("an unknown escape stands")
        }
    }

    private mutating func fourDigits() throws(BytesError) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<4 {
            let letter = try peek()
            switch letter {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): code = code << 4 | UInt32(letter - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): code = code << 4 | UInt32(letter - UInt8(ascii: "a") + 10)
            case UInt8(ascii: "A")...UInt8(ascii: "F"): code = code << 4 | UInt32(letter - UInt8(ascii: "A") + 10)
            default: throw malformed("an escape has no four digits")
            }
            position += 1
        }
        return code
    }

    private func validated(_ bytes: ArraySlice<UInt8>) throws(BytesError) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        guard isForgiving else { throw malformed("a string is not UTF-8") }
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func take(_ character: UInt8) -> Bool {
        skipSpace()
        guard position < input.count, input[position] == character else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while position < input.count {
            switch input[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            default: return
            }
        }
    }

    private func peek() throws(BytesError) -> UInt8 {
        guard position < input.count else {
            throw BytesError(.truncated, "The JSON ends inside a value at byte \(position).")
        }
        return input[position]
    }

    private func tooDeep() -> BytesError { BytesError(.tooLarge, "The JSON nests too deeply at byte \(position).") }

    private func malformed(_ what: String) -> BytesError {
        BytesError(.malformed, "This is not JSON: \(what) at byte \(position).")
    }
}
