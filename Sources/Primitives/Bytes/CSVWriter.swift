// SPDX-License-Identifier: MIT

/// Writes comma-separated values. RFC 4180: lines end in CR LF, fields are quoted where they must be.
///
/// Bytes and not characters are looked at: some letters join the sign that follows them into one character, which is then
/// no quotation mark any more to who compares characters, but still one to who reads the file.
package struct CSVWriter {
    /// What was written since it was emptied last.
    package private(set) var bytes: [UInt8] = []

    package init() {}

    /// Adds a line.
    package mutating func write(_ fields: [String]) {
        bytes += Self.line(fields).utf8
        endLine()
    }

    /// Ends a line, or adds a blank one.
    package mutating func endLine() { bytes += "\r\n".utf8 }

    /// Fields as one line, without its end.
    package static func line(_ fields: [String]) -> String {
        // An empty field that stands alone is quoted, or its line would be a blank one.
        guard fields != [""] else { return "\"\"" }
        return fields.map(field).joined(separator: ",")
    }

    private static func field(_ text: String) -> String {
        let quote = UInt8(ascii: "\"")
        let special = [UInt8(ascii: ","), quote, UInt8(ascii: "\r"), UInt8(ascii: "\n")]
        guard text.utf8.contains(where: special.contains) else { return text }
        var quoted = [quote]
        for byte in text.utf8 {
            if byte == quote { quoted.append(quote) }
            quoted.append(byte)
        }
        quoted.append(quote)
        return String(decoding: quoted, as: UTF8.self)
    }

    /// Words that others may have written, so that no spreadsheet takes them for a formula.
    ///
    /// OWASP, CSV Injection: what begins like a formula gets an apostrophe before it.
    package static func words(_ text: String) -> String {
        guard let first = text.unicodeScalars.first(where: { $0 != " " }) else { return text }
        let isFormula = "=+-@\t\r\n|%\u{ff1d}\u{ff0b}\u{ff0d}\u{ff20}".unicodeScalars.contains(first)
        return isFormula ? "'" + text : text
    }
}
