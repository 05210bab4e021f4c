// SPDX-License-Identifier: MIT

extension JSONValue {
    /// The deepest nesting that is read unless the caller says otherwise.
    package static let maximumDepth = 64

    /// The most bytes that are read unless the caller says otherwise.
    package static let maximumCount = 16 << 20

    /// Reads one document and nothing after it but white space.
    ///
    /// Refused beside what RFC 8259 forbids: a name that occurs twice in an object, text that is not UTF-8, half of a
    /// surrogate pair, a byte order mark, nesting below `maximumDepth`.
    ///
    /// - Throws: ``BytesError`` with `.tooLarge`, `.truncated`, `.malformed`, `.notCanonical` (a name twice) or
    ///   `.trailing`; the message has the place, never the text.
    package init(
        parsing bytes: [UInt8], maximumDepth: Int = maximumDepth, maximumCount: Int = maximumCount
    ) throws(BytesError) {
        guard bytes.count <= maximumCount else {
            throw BytesError(.tooLarge, "The JSON has \(bytes.count) bytes; at most \(maximumCount) are allowed.")
        }
        var parser = JSONParser(input: bytes)
        self = try parser.document(maximumDepth: maximumDepth)
    }
}

/// Recursive descent over RFC 8259; as deep as the caller allows.
private struct JSONParser {
    let input: [UInt8]
    private var position = 0

    init(input: [UInt8]) { self.input = input }

    mutating func document(maximumDepth: Int) throws(BytesError) -> JSONValue {
        let value = try value(depth: maximumDepth)
        skipSpace()
        guard position == input.count else {
            throw BytesError(.trailing, "Something follows the JSON value at byte \(position).")
        }
        return value
    }

    private mutating func value(depth: Int) throws(BytesError) -> JSONValue {
        skipSpace()
        switch try peek() {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
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
        if take(UInt8(ascii: "}")) { return .object(members) }
        var names: Set<String> = []
        repeat {
            skipSpace()
            guard try peek() == UInt8(ascii: "\"") else { throw malformed("a member's name is missing") }
            let start = position
            let name = try string()
            // Swift's equality: names that look the same are the same, whichever way their accents are encoded.
            guard names.insert(name).inserted else {
                throw BytesError(.notCanonical, "The JSON object names a member again at byte \(start).")
            }
            guard take(UInt8(ascii: ":")) else { throw malformed("a colon is missing") }
            members.append(JSONValue.Member(name, try value(depth: depth - 1)))
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw malformed("an object does not end") }
        return .object(members)
    }

    private mutating func array(depth: Int) throws(BytesError) -> JSONValue {
        try open(depth)
        var elements: [JSONValue] = []
        if take(UInt8(ascii: "]")) { return .array(elements) }
        repeat {
            elements.append(try value(depth: depth - 1))
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw malformed("an array does not end") }
        return .array(elements)
    }

    private mutating func open(_ depth: Int) throws(BytesError) {
        guard depth > 0 else { throw BytesError(.tooLarge, "The JSON nests too deeply at byte \(position).") }
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

    /// At least one.
    private mutating func digits() throws(BytesError) {
        guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= (try peek()) else { throw malformed("a digit is missing") }
        while position < input.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= input[position] { position += 1 }
    }

    private mutating func string() throws(BytesError) -> String {
        position += 1
        let start = position
        while try peek() >= 0x20, input[position] != UInt8(ascii: "\""), input[position] != UInt8(ascii: "\\") {
            position += 1
        }
        if input[position] == UInt8(ascii: "\"") {
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
            case 0..<0x20: throw malformed("a control character stands in a string")
            default: bytes.append(byte)
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
        guard let text = String(validating: bytes, as: UTF8.self) else { throw malformed("a string is not UTF-8") }
        return text
    }

    private mutating func take(_ character: UInt8) -> Bool {
        skipSpace()
        guard position < input.count, input[position] == character else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while position < input.count, [0x20, 0x09, 0x0A, 0x0D].contains(input[position]) { position += 1 }
    }

    private func peek() throws(BytesError) -> UInt8 {
        guard position < input.count else {
            throw BytesError(.truncated, "The JSON ends inside a value at byte \(position).")
        }
        return input[position]
    }

    private func malformed(_ what: String) -> BytesError {
        BytesError(.malformed, "This is not JSON: \(what) at byte \(position).")
    }
}
