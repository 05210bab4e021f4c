// SPDX-License-Identifier: MIT
internal import Bytes

/// The record form of a document's text in an animated code: `ur:x-satchel-document/…`.
///
/// A text of one of our own kinds (`OW1P:…`) becomes its head and its bytes, `["OW1P", h'…']`, a third shorter than the
/// text. Any other text becomes a CBOR text. Documentation/Protocols/Records.md, "Text form"
package enum DocumentRecord {
    /// The UR type, which follows `ur:`.
    package static let type = "x-satchel-document"
    /// The longest text, in bytes of UTF-8.
    package static let maximumText = 64 << 10
    /// `OW`, the version, the kind.
    private static let maximumHead = 8

    /// Encodes a text. Each text has exactly one record.
    package static func encode(_ text: String) -> [UInt8] {
        var writer = CBORWriter(capacity: text.utf8.count + 8)
        if let (head, bytes) = parts(of: text) {
            writer.array(2)
            writer.text(head)
            writer.bytes(bytes)
        } else {
            writer.text(text)
        }
        return writer.encoded
    }

    /// Decodes the text. The caller checks its content.
    ///
    /// - Throws: ``TokensError`` with code `.malformed` for anything that ``encode(_:)`` would not have made.
    package static func decode(_ record: [UInt8]) throws -> String {
        let text: String
        do {
            var reader = try CBORReader(record, maximumCount: maximumText + 8)
            if try reader.peekMajorType() == .array {
                try reader.array(of: 2)
                let head = try reader.text(maximum: maximumHead)
                text = "\(head):\(Base45.encode(try reader.bytes(maximum: maximumText)))"
            } else {
                text = try reader.text(maximum: maximumText)
            }
            try reader.finish()
        } catch {
            throw TokensError(
                .malformed, "The animated code holds no document: \(error.message) Show it again.", cause: error)
        }
        guard encode(text) == record else {
            throw TokensError(.malformed, "The animated code holds no document of Satchel's form. Show it again.")
        }
        return text
    }

    private static func parts(of text: String) -> (String, [UInt8])? {
        guard text.hasPrefix("OW"), let colon = text.prefix(maximumHead + 1).firstIndex(of: ":") else { return nil }
        let body = String(text[text.index(after: colon)...])
        // Safe: a text that is not Base45 is encoded as plain text.
        guard let bytes = try? Base45.decode(body), Base45.encode(bytes) == body else { return nil }
        return (String(text[..<colon]), bytes)
    }
}
