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

    /// Words that others may have written, so that no spreadsheet takes them for a formula and no terminal for an order.
    ///
    /// OWASP, CSV Injection: what begins like a formula gets an apostrophe before it; so does what would begin a cell
    /// where a spreadsheet takes another separator than the comma. What is not harmless to print becomes U+FFFD, apart from
    /// tabs and the ends of lines.
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

    /// Between cells or lines, in one country or program or another.
    private static let separators = Set(",;|:\t\r\n".unicodeScalars)
    private static let signs = Set("=+-@|%\u{ff1d}\u{ff0b}\u{ff0d}\u{ff20}".unicodeScalars)
    /// A cell that begins with one of these is taken for the formula after it.
    private static let spaces = Set("\t\r\n".unicodeScalars)

    /// Whether the first character that is neither a space nor a quotation mark is one that formulas begin with.
    private static func beginsFormula(_ cell: ArraySlice<Unicode.Scalar>, _ signs: Set<Unicode.Scalar>) -> Bool {
        cell.first { $0 != " " && $0 != "\"" }.map(signs.contains) ?? false
    }
}
