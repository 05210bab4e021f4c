// SPDX-License-Identifier: MIT
import Barcodes

/// Reads Interleaved 2 of 5: ISO/IEC 16390. A part of a code looks like a complete code, so rows and quiet zones must
/// agree.
enum ITFCode {
    /// Which of five elements are wide, for the digits 0...9.
    private static let patterns = [0x06, 0x11, 0x09, 0x18, 0x05, 0x14, 0x0C, 0x03, 0x12, 0x0A]
    private static let table: [Int8] = {
        var table = [Int8](repeating: -1, count: 32)
        for (digit, pattern) in patterns.enumerated() { table[pattern] = Int8(digit) }
        return table
    }()
    /// Fewer digits are found inside other codes.
    static let minimumDigits = 6
    /// The clear space that must be seen on each side, in narrow elements. The standard asks for ten.
    private static let quiet: Float = 5
    /// Less may be a wide space of the code, which goes on where the picture or what lies on it ends.
    private static let widest: Float = 3.5

    /// The code that starts with the bar `first`, if any.
    static func read(_ row: BarRow, at first: Int) -> BarReading? {
        guard first + 4 + minimumDigits * 5 + 3 <= row.count,
            var widths = TwoWidths(row, at: first, narrowElements: 4),
            row.isQuiet(before: first, quiet, module: widths.narrow),
            widths.learn(row, at: first + 4, elements: 10, wides: 4), widths.areNarrow(row, first..<first + 4)
        else { return nil }
        return code(row, first, widths)
    }

    private static func code(_ row: BarRow, _ first: Int, _ start: TwoWidths) -> BarReading? {
        var widths = start
        var bytes: [UInt8] = []
        var element = first + 4
        while true {
            let before = widths
            if element + 10 <= row.count, let pair = widths.character(row, at: element, elements: 10),
                let digits = digits(of: pair)
            {
                bytes.append(contentsOf: digits)
                element += 10
                continue
            }
            widths = before
            guard bytes.count >= minimumDigits, widths.isEven,
                let stop = widths.character(row, at: element, elements: 3),
                stop == 0b100, widths.certainty > TwoWidths.leastCertainty,
                row.isQuiet(after: element + 2, quiet, module: widths.narrow),
                isWhole(row, first, element + 2, widths, bytes)
            else { return nil }
            return BarReading(.itf, bytes, elements: first..<element + 3, certainty: widths.certainty)
        }
    }

    /// Whether the code ends where it seems to end. A picture that ends in the middle of a code may show a stop there, if its
    /// last bar is cut: then both ends must be cut alike, or the digits must prove themselves.
    private static func isWhole(_ row: BarRow, _ first: Int, _ last: Int, _ widths: TwoWidths, _ bytes: [UInt8]) -> Bool
    {
        let widest = widest * widths.narrow
        if row.clear(before: first) >= widest, row.clear(after: last) >= widest { return true }
        guard widths.areNarrow(row, first..<first + 1, within: 0.25),
            widths.areNarrow(row, last..<last + 1, within: 0.25)
        else { return false }
        return row.isCutEvenly(first, last, module: widths.narrow)
            || bytes.count == 14 && CheckDigit.isValidGTIN(bytes)
    }

    /// Two digits, one in the bars and one in the spaces; nil when either has not two wide elements of five.
    private static func digits(of pair: Int) -> [UInt8]? {
        var bars = 0
        var spaces = 0
        for index in 0..<5 {
            bars = bars << 1 | pair >> (9 - 2 * index) & 1
            spaces = spaces << 1 | pair >> (8 - 2 * index) & 1
        }
        guard table[bars] >= 0, table[spaces] >= 0 else { return nil }
        return [UInt8(table[bars]) + 48, UInt8(table[spaces]) + 48]
    }
}
