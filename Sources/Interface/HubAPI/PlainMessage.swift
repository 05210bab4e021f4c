// SPDX-License-Identifier: MIT
import Money

/// A message of the most used routes, whose plain form is parsed and written without a general coder.
///
/// The plain form is what ``Wire/encode(_:)`` makes of texts of printable ASCII without quotation marks and
/// backslashes. All other messages use the general coder. The results are the same; only the time differs.
package protocol PlainMessage: Sendable {
    /// Parses exactly the plain form. Returns nil for any other bytes, valid or not.
    init?(plain bytes: [UInt8])

    /// The plain form; nil if the message has none.
    var plain: [UInt8]? { get }
}

/// Parses the plain form of a message.
struct PlainReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    /// Passes a reader of all bytes to the body. Returns nil unless the body reads them to the end.
    static func read<R>(_ bytes: [UInt8], _ body: (inout PlainReader) -> R?) -> R? {
        bytes.withUnsafeBufferPointer { buffer in
            var reader = PlainReader(bytes: buffer)
            guard let result = body(&reader), reader.position == buffer.count else { return nil }
            return result
        }
    }

    private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Consumes exactly these characters if they come next, and returns whether they did.
    mutating func take(_ expected: StaticString) -> Bool {
        let count = expected.utf8CodeUnitCount
        guard bytes.count - position >= count else { return false }
        for index in 0..<count where bytes[position + index] != expected.utf8Start[index] { return false }
        position += count
        return true
    }

    /// Consumes the text up to and including the next quotation mark.
    mutating func text() -> String? {
        characters().map { String(decoding: $0, as: UTF8.self) }
    }

    /// The same without creating a string. Valid as long as the bytes.
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

/// Writes the plain form of a message.
struct PlainWriter {
    private var bytes: [UInt8] = []
    private var isPlain = true

    init(capacity: Int) { bytes.reserveCapacity(capacity) }

    /// All bytes written; nil if a text was not plain.
    var plain: [UInt8]? { isPlain ? bytes : nil }

    /// Writes characters as they are.
    mutating func raw(_ characters: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: characters.utf8Start, count: characters.utf8CodeUnitCount))
    }

    /// Writes a text with the characters before and after it.
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
