// SPDX-License-Identifier: MIT

/// Comma-separated values as a stream of records. RFC 4180, with the variations of spreadsheets.
///
/// Lines end in CR LF, LF or CR; a quotation mark inside an unquoted field is literal.
struct CSVReader {
    /// The field separators, the likeliest first. Spreadsheets choose one by country.
    static let separators: [Unicode.Scalar] = [",", ";", "\t"]

    private let input: [UInt8]
    private let separator: UInt8
    private var position = 0

    /// One line, or several where a quoted field contains line ends.
    struct Record: Equatable {
        var fields: [String]
        /// Whether the line is empty or has only separators, with which spreadsheets pad lines.
        var isBlank: Bool
    }

    init(_ text: DecodedText, separator: Unicode.Scalar = ",") {
        input = text.utf8
        self.separator = UInt8(ascii: separator)
    }

    /// The next record; nil at the end.
    ///
    /// - Throws: ``CardsError`` with `.decodingFailed` for an unclosed quotation mark.
    mutating func next() throws(CardsError) -> Record? {
        guard position < input.count else { return nil }
        let start = position
        var fields: [String] = []
        while true {
            fields.append(try field())
            guard position < input.count else { break }
            let end = input[position]
            position += 1
            if end == separator { continue }
            if end == UInt8(ascii: "\r"), position < input.count, input[position] == UInt8(ascii: "\n") {
                position += 1
            }
            break
        }
        let isBlank = fields.allSatisfy(\.isEmpty) && !input[start..<position].contains(UInt8(ascii: "\""))
        return Record(fields: fields, isBlank: isBlank)
    }

    /// Afterwards the position is at the separator, the line end or the end of the input.
    private mutating func field() throws(CardsError) -> String {
        guard position < input.count, input[position] == UInt8(ascii: "\"") else {
            let start = position
            skipToEnd()
            return String(decoding: input[start..<position], as: UTF8.self)
        }
        position += 1
        var bytes: [UInt8] = []
        while true {
            guard position < input.count else {
                throw CardsError(.decodingFailed, "The list breaks off inside quotation marks. Fetch it again.")
            }
            let byte = input[position]
            position += 1
            if byte == UInt8(ascii: "\"") {
                guard position < input.count, input[position] == UInt8(ascii: "\"") else { break }
                position += 1
            }
            bytes.append(byte)
        }
        // Text between the closing quotation mark and the separator belongs to the field, as in spreadsheets.
        let start = position
        skipToEnd()
        bytes += input[start..<position]
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func skipToEnd() {
        while position < input.count {
            let byte = input[position]
            if byte == separator || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { return }
            position += 1
        }
    }
}
