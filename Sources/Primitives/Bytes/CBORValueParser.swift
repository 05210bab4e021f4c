// SPDX-License-Identifier: MIT

/// Parses a ``CBORValue`` from untrusted bytes, within its limits.
struct CBORValueParser {
    let input: [UInt8]
    private(set) var position = 0
    private var items = 0

    init(input: [UInt8]) {
        self.input = input
    }

    mutating func item(depth: Int) throws(BytesError) -> CBORValue {
        guard depth <= CBORValue.maximumDepth else {
            throw BytesError(.tooLarge, "Items are nested deeper than \(CBORValue.maximumDepth) at byte \(position).")
        }
        items += 1
        guard items <= CBORValue.maximumItems else {
            throw BytesError(.tooLarge, "The record has more than \(CBORValue.maximumItems) items.")
        }
        guard position < input.count else { throw truncated() }
        let start = position
        if let simple = simple(input[position]) {
            position += 1
            return simple
        }
        let type = input[position] >> 5
        guard type < 7 else {
            throw BytesError(
                .wrongType, "The simple or floating value at byte \(start) is not allowed in Satchel's records.")
        }
        let argument = try argument()
        switch type {
        case 0: return .unsigned(argument)
        case 1: return .negative(argument)
        case 2: return .bytes(Array(try take(argument)))
        case 3:
            guard let text = String(validating: try take(argument), as: UTF8.self) else {
                throw BytesError(.malformed, "The text at byte \(start) is not valid UTF-8.")
            }
            return .text(text)
        case 4: return .array(try array(argument, depth: depth))
        case 5: return .map(try map(argument, depth: depth, start: start))
        default: return .tagged(argument, try item(depth: depth + 1))
        }
    }

    private func simple(_ byte: UInt8) -> CBORValue? {
        switch byte {
        case CBORHead.no: .bool(false)
        case CBORHead.yes: .bool(true)
        case CBORHead.null: .null
        default: nil
        }
    }

    private mutating func array(_ count: UInt64, depth: Int) throws(BytesError) -> [CBORValue] {
        // An element takes at least a byte.
        guard count <= UInt64(input.count - position) else { throw truncated() }
        var elements: [CBORValue] = []
        for _ in 0..<count { elements.append(try item(depth: depth + 1)) }
        return elements
    }

    private mutating func map(_ count: UInt64, depth: Int, start: Int) throws(BytesError) -> [CBORValue.Entry] {
        guard count <= UInt64(input.count - position) / 2 else { throw truncated() }
        var entries: [CBORValue.Entry] = []
        var keys: Set<CBORValue> = []
        for _ in 0..<count {
            let key = try item(depth: depth + 1)
            guard keys.insert(key).inserted else {
                throw BytesError(.malformed, "The map at byte \(start) has a key twice.")
            }
            entries.append(CBORValue.Entry(key, try item(depth: depth + 1)))
        }
        return entries
    }

    private mutating func take(_ count: UInt64) throws(BytesError) -> ArraySlice<UInt8> {
        guard count <= UInt64(input.count - position) else { throw truncated() }
        let start = position
        position += Int(count)
        return input[start..<position]
    }

    private mutating func argument() throws(BytesError) -> UInt64 {
        let start = position
        let short = input[position] & 31
        position += 1
        if short < CBORHead.oneByte { return UInt64(short) }
        guard short <= CBORHead.eightBytes else {
            throw BytesError(.malformed, "The head at byte \(start) is reserved or has an indefinite length.")
        }
        let width = 1 << Int(short - CBORHead.oneByte)
        var value: UInt64 = 0
        for byte in try take(UInt64(width)) { value = value << 8 | UInt64(byte) }
        // Only the shortest form is valid: each width starts where the one before it ends.
        guard width == 1 ? value >= 24 : value >> UInt64(4 * width) > 0 else {
            throw BytesError(.notCanonical, "The head at byte \(start) is longer than its value needs.")
        }
        return value
    }

    private func truncated() -> BytesError {
        BytesError(.truncated, "The record ends inside an item, after \(input.count) bytes.")
    }
}
