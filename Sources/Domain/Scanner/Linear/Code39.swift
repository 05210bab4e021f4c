// SPDX-License-Identifier: MIT
import Barcodes

/// Reads Code 39 without its full-ASCII pairs decoded: ISO/IEC 16388. It has no check character, so rows must agree.
enum Code39 {
    static let characters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%*".utf8)
    /// Which of nine elements are wide, in the order of `characters`.
    private static let patterns = [
        0x034, 0x121, 0x061, 0x160, 0x031, 0x130, 0x070, 0x025, 0x124, 0x064, 0x109, 0x049, 0x148, 0x019, 0x118,
        0x058, 0x00D, 0x10C, 0x04C, 0x01C, 0x103, 0x043, 0x142, 0x013, 0x112, 0x052, 0x007, 0x106, 0x046, 0x016,
        0x181, 0x0C1, 0x1C0, 0x091, 0x190, 0x0D0, 0x085, 0x184, 0x0C4, 0x0A8, 0x0A2, 0x08A, 0x02A, 0x094,
    ]
    private static let table: [UInt8] = {
        var table = [UInt8](repeating: 0, count: 512)
        for (pattern, character) in zip(patterns, characters) { table[pattern] = character }
        return table
    }()
    private static let asterisk = UInt8(ascii: "*")
    private static let asteriskIsWide = [false, true, false, false, true, false, true, false, false]
    /// The clear space that must be seen on each side, in narrow elements. The standard asks for ten.
    private static let quiet: Float = 4

    /// The code that starts with the bar `first`, if any.
    static func read(_ row: BarRow, at first: Int) -> BarReading? {
        guard first + 29 <= row.count, let widths = TwoWidths(row, at: first, isWide: asteriskIsWide),
            row.isQuiet(before: first, quiet, module: widths.narrow)
        else { return nil }
        return code(row, first, widths)
    }

    private static func code(_ row: BarRow, _ first: Int, _ start: TwoWidths) -> BarReading? {
        var widths = start
        var bytes: [UInt8] = []
        var element = first + 10
        while element + 9 <= row.count {
            guard widths.isGap(row, element - 1),
                let pattern = widths.character(row, at: element, elements: 9), table[pattern] != 0
            else { return nil }
            guard table[pattern] == asterisk else {
                bytes.append(table[pattern])
                element += 10
                continue
            }
            guard !bytes.isEmpty, widths.isEven, row.isQuiet(after: element + 8, quiet, module: widths.narrow) else {
                return nil
            }
            return BarReading(.code39, bytes, elements: first..<element + 9, certainty: widths.certainty)
        }
        return nil
    }
}
