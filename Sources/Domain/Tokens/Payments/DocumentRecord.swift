// SPDX-License-Identifier: MIT
internal import Bytes

/// A text that people show each other, as the record inside an animated code: `ur:x-satchel-document/…`.
///
/// A text of one of our own kinds (`OW1P:…`) becomes its head and its bytes, `["OW1P", h'…']`: a third shorter than the
/// letters. Any other text is a CBOR text. Documentation/Protocols/Records.md, "Text form"
package enum DocumentRecord {
    /// What stands after `ur:`.
    package static let type = "x-satchel-document"
    /// The longest text, in bytes of UTF-8.
    package static let maximumText = 64 << 10
    /// `OW`, the version, the kind.
    private static let maximumHead = 8

    /// One text has one record.
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

    /// The text; whether it is any good is for its reader to say.
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
        // Safe: a text that is not base45 after all is written as it stands.
        guard let bytes = try? Base45.decode(body), Base45.encode(bytes) == body else { return nil }
        return (String(text[..<colon]), bytes)
    }
}
