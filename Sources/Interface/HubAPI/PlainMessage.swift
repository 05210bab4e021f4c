// SPDX-License-Identifier: MIT
import Money

/// A message of the busiest routes, whose usual form is read and written without a general coder.
///
/// The usual form is what ``Wire/encode(_:)`` makes of texts of printable ASCII without quotation marks and backslashes.
/// Everything else takes the general way, so nothing is read or written differently; it only takes longer.
package protocol PlainMessage: Sendable {
    /// Reads exactly the usual form; nil for any other bytes, however right or wrong they are.
    init?(plain bytes: [UInt8])

    /// The usual form; nil for a message that has none.
    var plain: [UInt8]? { get }
}

/// Reads the usual form of a message from its beginning to its end.
struct PlainReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    /// Lends a reader of all the bytes; nil unless the body reads them to their end.
    static func read<R>(_ bytes: [UInt8], _ body: (inout PlainReader) -> R?) -> R? {
        bytes.withUnsafeBufferPointer { buffer in
            var reader = PlainReader(bytes: buffer)
            guard let result = body(&reader), reader.position == buffer.count else { return nil }
            return result
        }
    }

    private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Whether exactly these characters come next; if so they are read over.
    mutating func take(_ expected: StaticString) -> Bool {
        let count = expected.utf8CodeUnitCount
        guard bytes.count - position >= count else { return false }
        for index in 0..<count where bytes[position + index] != expected.utf8Start[index] { return false }
        position += count
        return true
    }

    /// What stands up to the next quotation mark, which is read over.
    mutating func text() -> String? {
        characters().map { String(decoding: $0, as: UTF8.self) }
    }

    /// The same without making a text of it; valid as long as the bytes are lent.
    mutating func characters() -> UnsafeBufferPointer<UInt8>? {
        var end = position
        while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
            guard PlainWriter.isPlain(bytes[end]) else { return nil }
            end += 1
        }
        guard end < bytes.count else { return nil }
        defer { position = end + 1 }
        return UnsafeBufferPointer(rebasing: bytes[position..<end])
    }
}

/// Writes the usual form of a message.
struct PlainWriter {
    private var bytes: [UInt8] = []
    private var isPlain = true

    init(capacity: Int) { bytes.reserveCapacity(capacity) }

    /// All that was written; nil when a text was not plain.
    var plain: [UInt8]? { isPlain ? bytes : nil }

    /// Characters as they are.
    mutating func raw(_ characters: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: characters.utf8Start, count: characters.utf8CodeUnitCount))
    }

    /// A text with the characters before and after it.
    mutating func text(_ before: StaticString, _ text: String, _ after: StaticString) {
        raw(before)
        var text = text
        text.withUTF8 { utf8 in
            for byte in utf8 where !Self.isPlain(byte) { isPlain = false }
            bytes.append(contentsOf: utf8)
        }
        raw(after)
    }

    mutating func id(_ before: StaticString, _ id: OperationID, _ after: StaticString) {
        raw(before)
        id.withText { bytes.append(contentsOf: $0) }
        raw(after)
    }

    mutating func decimal(_ before: StaticString, _ amount: Amount, _ after: StaticString) {
        raw(before)
        amount.writeDecimalText(to: &bytes)
        raw(after)
    }

    mutating func number(_ before: StaticString, _ number: UInt64, _ after: StaticString) {
        raw(before)
        bytes.append(contentsOf: String(number).utf8)
        raw(after)
    }

    static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
}
