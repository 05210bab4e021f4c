// SPDX-License-Identifier: MIT

/// Reads the CBOR subset of this project from untrusted bytes, item by item. RFC 8949, section 4.2.1.
///
/// Every method either reads one whole item or throws. After a throw the reader's position is unspecified, and the
/// caller must refuse the input. It always refuses indefinite lengths, non-minimal heads, types outside
/// ``CBORMajorType``, and lengths over the caller's limit or past the end. Nothing is allocated before the claimed
/// length is known to exist. The caller must call ``finish()`` at the end, or trailing bytes go unnoticed.
package struct CBORReader: Sendable {
    private let input: [UInt8]
    private var position = 0

    /// The deepest nesting that ``item()`` and ``skip()`` follow.
    package static let maximumDepth = 16

    /// - Throws: ``BytesError`` with `.tooLarge` when the input has more than `maximumCount` bytes.
    package init(_ bytes: [UInt8], maximumCount: Int) throws(BytesError) {
        guard bytes.count <= maximumCount else {
            throw BytesError(.tooLarge, "The record has \(bytes.count) bytes; at most \(maximumCount) are allowed.")
        }
        input = bytes
    }

    /// Whether every byte was read.
    package var isAtEnd: Bool { position == input.count }

    /// The type of the next item without reading it.
    ///
    /// - Throws: ``BytesError`` with `.truncated` at the end, `.wrongType` for a type outside the subset.
    package func peekMajorType() throws(BytesError) -> CBORMajorType {
        guard position < input.count else { throw truncated() }
        return try majorType(of: input[position])
    }

    /// Opens an array and returns its element count, which is at most `maximum`.
    package mutating func array(maximum: Int) throws(BytesError) -> Int {
        try length(.array, maximum: maximum)
    }

    /// Opens an array that must have exactly `count` elements.
    package mutating func array(of count: Int) throws(BytesError) {
        let start = position
        let found = try length(.array, maximum: Int.max)
        guard found == count else {
            throw BytesError(.malformed, "The array at byte \(start) has \(found) elements instead of \(count).")
        }
    }

    /// Reads an unsigned integer of at most `maximum`.
    package mutating func uint(maximum: UInt64 = .max) throws(BytesError) -> UInt64 {
        let start = position
        let value = try argument(of: .unsigned)
        guard value <= maximum else {
            throw BytesError(.tooLarge, "The integer at byte \(start) is \(value); at most \(maximum) is allowed.")
        }
        return value
    }

    /// Reads a byte string of exactly `count` bytes.
    package mutating func bytes(count: Int) throws(BytesError) -> [UInt8] {
        let start = position
        let found = try length(.bytes, maximum: Int.max)
        guard found == count else {
            throw BytesError(.malformed, "The byte string at byte \(start) has \(found) bytes instead of \(count).")
        }
        return take(found)
    }

    /// Reads a byte string of at most `maximum` bytes.
    package mutating func bytes(maximum: Int) throws(BytesError) -> [UInt8] {
        take(try length(.bytes, maximum: maximum))
    }

    /// Reads a text string of at most `maximum` UTF-8 bytes.
    ///
    /// - Throws: ``BytesError`` with `.malformed` when it is not valid UTF-8.
    package mutating func text(maximum: Int) throws(BytesError) -> String {
        let start = position
        let count = try length(.text, maximum: maximum)
        guard let text = String(validating: input[position..<position + count], as: UTF8.self) else {
            throw BytesError(.malformed, "The text at byte \(start) is not valid UTF-8.")
        }
        position += count
        return text
    }

    package mutating func bool() throws(BytesError) -> Bool {
        guard position < input.count else { throw truncated() }
        switch input[position] {
        case CBORHead.yes:
            position += 1
            return true
        case CBORHead.no:
            position += 1
            return false
        default:
            throw BytesError(.wrongType, "Neither true nor false stands at byte \(position).")
        }
    }

    /// Reads a null if it is next, and returns whether it did.
    package mutating func null() throws(BytesError) -> Bool {
        guard position < input.count else { throw truncated() }
        guard input[position] == CBORHead.null else { return false }
        position += 1
        return true
    }

    /// Reads one item of any type with its content, and returns its original bytes.
    ///
    /// - Throws: ``BytesError`` as the typed methods do, and `.tooLarge` beyond ``maximumDepth``.
    package mutating func item() throws(BytesError) -> [UInt8] {
        let start = position
        try skip()
        return Array(input[start..<position])
    }

    /// Skips one item of any type, with the checks of ``item()``.
    package mutating func skip() throws(BytesError) {
        // The number of missing items on each open level; without recursion, no stack can overflow.
        var missing: [Int] = [1]
        while let last = missing.last {
            guard last > 0 else {
                missing.removeLast()
                continue
            }
            missing[missing.count - 1] = last - 1
            switch try peekMajorType() {
            case .unsigned: _ = try uint()
            case .bytes: position += try length(.bytes, maximum: Int.max)
            case .text: _ = try text(maximum: Int.max)
            case .simple: position += 1
            case .array:
                let count = try length(.array, maximum: Int.max)
                guard count > 0 else { continue }
                guard missing.count <= Self.maximumDepth else {
                    throw BytesError(
                        .tooLarge, "Arrays are nested deeper than \(Self.maximumDepth) at byte \(position).")
                }
                missing.append(count)
            }
        }
    }

    /// Requires that nothing follows the last item.
    ///
    /// - Throws: ``BytesError`` with `.trailing` when bytes are left.
    package func finish() throws(BytesError) {
        guard position == input.count else {
            throw BytesError(.trailing, "\(input.count - position) bytes follow the end of the record.")
        }
    }
}

// MARK: - Heads

extension CBORReader {
    /// A length within the caller's limit that the remaining input can hold: an element takes at least one byte.
    private mutating func length(_ type: CBORMajorType, maximum: Int) throws(BytesError) -> Int {
        let start = position
        let claimed = try argument(of: type)
        guard claimed <= UInt64(maximum) else {
            throw BytesError(.tooLarge, "The length at byte \(start) is \(claimed); at most \(maximum) is allowed.")
        }
        guard claimed <= UInt64(input.count - position) else { throw truncated() }
        return Int(claimed)
    }

    private mutating func take(_ count: Int) -> [UInt8] {
        let start = position
        position += count
        return Array(input[start..<position])
    }

    private mutating func argument(of type: CBORMajorType) throws(BytesError) -> UInt64 {
        guard position < input.count else { throw truncated() }
        let first = input[position]
        guard first >> 5 == type.rawValue else {
            throw BytesError(
                .wrongType, "Major type \(first >> 5) stands at byte \(position) instead of \(type.rawValue).")
        }
        position += 1
        let short = first & 31
        if short < CBORHead.oneByte { return UInt64(short) }
        guard short <= CBORHead.eightBytes else {
            throw BytesError(.malformed, "The head at byte \(position - 1) is reserved or has an indefinite length.")
        }
        let width = 1 << Int(short - CBORHead.oneByte)
        guard input.count - position >= width else { throw truncated() }
        var value: UInt64 = 0
        for index in position..<position + width {
            value = value << 8 | UInt64(input[index])
        }
        position += width
        // Only the shortest form is valid: each width starts where the one before it ends.
        let isShortest = width == 1 ? value >= 24 : value >> UInt64(4 * width) > 0
        guard isShortest else {
            throw BytesError(.notCanonical, "The head at byte \(position - width - 1) is longer than its value needs.")
        }
        return value
    }

    private func majorType(of first: UInt8) throws(BytesError) -> CBORMajorType {
        guard let type = CBORMajorType(rawValue: first >> 5) else {
            throw BytesError(
                .wrongType, "Major type \(first >> 5) at byte \(position) is not allowed in Satchel's records.")
        }
        if type == .simple, first < CBORHead.no || first > CBORHead.null {
            throw BytesError(
                .wrongType, "The simple or floating value at byte \(position) is not allowed in Satchel's records.")
        }
        return type
    }

    private func truncated() -> BytesError {
        BytesError(.truncated, "The record ends inside an item, after \(input.count) bytes.")
    }
}
