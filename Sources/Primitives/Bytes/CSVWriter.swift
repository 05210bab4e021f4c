// SPDX-License-Identifier: MIT

/// Writes comma-separated values. RFC 4180: lines end in CR LF, fields are quoted where they must be.
///
/// It compares bytes, not characters: a combining letter can join a quotation mark to one character, which a
/// comparison of characters would miss, but a reader of the file would not.
package struct CSVWriter {
    /// The bytes written since it was last emptied.
    package private(set) var bytes: [UInt8] = []

    package init() {}

    /// Writes a line.
    package mutating func write(_ fields: [String]) {
        bytes += Self.line(fields).utf8
        endLine()
    }

    /// Ends a line, or adds a blank one.
    package mutating func endLine() { bytes += "\r\n".utf8 }

    /// Fields as one line, without its line end.
    package static func line(_ fields: [String]) -> String {
        // A single empty field is quoted, because its line would be blank otherwise.
        guard fields != [""] else { return "\"\"" }
        return fields.map(field).joined(separator: ",")
    }

    private static func field(_ text: String) -> String {
        let quote = UInt8(ascii: "\"")
        let special = Array(",;\t\"\r\n".utf8)
        guard text.utf8.contains(where: special.contains) else { return text }
        var quoted = [quote]
        for byte in text.utf8 {
            if byte == quote { quoted.append(quote) }
            quoted.append(byte)
        }
        quoted.append(quote)
        return String(decoding: quoted, as: UTF8.self)
    }

    /// Makes untrusted text safe, so that no spreadsheet interprets it as a formula and no terminal as a control
    /// sequence.
    ///
    /// OWASP, CSV Injection: text that begins like a formula gets an apostrophe before it, and so does text that would
    /// begin a cell in a spreadsheet with another separator than the comma. Characters that are not harmless become
    /// U+FFFD, except tabs and line ends.
    package static func words(_ text: String) -> String {
        let scalars = Array(text.unicodeScalars)
        var safe = String.UnicodeScalarView()
        var isStart = true
        for (index, scalar) in scalars.enumerated() {
            if isStart, beginsFormula(scalars[index...], index == 0 ? signs.union(spaces) : signs) { safe.append("'") }
            // A line feed after a carriage return ends the same line.
            let isLine = scalar == "\n" || scalar == "\r" && scalars.dropFirst(index + 1).first == "\n"
            safe.append(scalar.isHarmless || scalar == "\t" || isLine ? scalar : "\u{FFFD}")
            isStart = separators.contains(scalar)
        }
        return String(safe)
    }

    /// Separators of cells or lines in any country or program.
    private static let separators = Set(",;|:\t\r\n".unicodeScalars)
    private static let signs = Set("=+-@|%\u{ff1d}\u{ff0b}\u{ff0d}\u{ff20}".unicodeScalars)
    /// A formula may follow these characters at the start of a cell.
    private static let spaces = Set("\t\r\n".unicodeScalars)

    /// Whether the first character that is neither a space nor a quotation mark begins a formula.
    private static func beginsFormula(_ cell: ArraySlice<Unicode.Scalar>, _ signs: Set<Unicode.Scalar>) -> Bool {
        cell.first { $0 != " " && $0 != "\"" }.map(signs.contains) ?? false
    }
}
