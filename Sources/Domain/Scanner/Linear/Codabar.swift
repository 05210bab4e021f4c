// SPDX-License-Identifier: MIT
import Barcodes

/// Reads Codabar with its start and stop letters: EN 798. It has no check digit, so rows must agree.
///
/// Older print has eighteen widths instead of two, chosen so that all characters are equally long: narrow spaces are
/// half as wide again as narrow bars. Bars are compared with bars and spaces with spaces there, and the length with its
/// neighbours'.
enum Codabar {
    static let characters = Array("0123456789-$:/.+ABCD".utf8)
    /// Which of seven elements are wide, in the order of `characters`.
    private static let patterns = [
        0x03, 0x06, 0x09, 0x60, 0x12, 0x42, 0x21, 0x24, 0x30, 0x48, 0x0C, 0x18, 0x45, 0x51, 0x54, 0x15, 0x1A, 0x29,
        0x0B, 0x0E,
    ]
    private static let table: [UInt8] = {
        var table = [UInt8](repeating: 0, count: 128)
        for (pattern, character) in zip(patterns, characters) { table[pattern] = character }
        return table
    }()
    private static let letters = patterns.suffix(4).map { pattern in
        (0..<7).map { pattern >> (6 - $0) & 1 == 1 }
    }
    private static let quiet: Float = 4
    /// Start, stop and at least this many characters: fewer are found in any texture.
    private static let minimumText = 3

    /// The code that starts with the bar `first`, if any.
    static func read(_ row: BarRow, at first: Int) -> BarReading? {
        guard first + 8 * (minimumText + 2) - 1 <= row.count else { return nil }
        for (letter, isWide) in letters.enumerated() {
            guard let widths = TwoWidths(row, at: first, isWide: isWide),
                row.isQuiet(before: first, quiet, module: widths.narrow),
                let reading = code(row, first, widths, start: UInt8(ascii: "A") + UInt8(letter))
            else { continue }
            return reading
        }
        return traditional(row, first)
    }

    private static func code(_ row: BarRow, _ first: Int, _ start: TwoWidths, start letter: UInt8) -> BarReading? {
        var widths = start
        var bytes = [letter]
        var element = first + 8
        while element + 7 <= row.count {
            guard widths.isGap(row, element - 1),
                let pattern = widths.character(row, at: element, elements: 7), table[pattern] != 0
            else { return nil }
            bytes.append(table[pattern])
            guard table[pattern] >= UInt8(ascii: "A") else {
                element += 8
                continue
            }
            guard bytes.count >= minimumText + 2, widths.isEven, widths.certainty > 0.5 * TwoWidths.leastCertainty,
                row.isQuiet(after: element + 6, quiet, module: widths.narrow)
            else {
                return nil
            }
            return BarReading(.codabar, bytes, elements: first..<element + 7, certainty: widths.certainty)
        }
        return nil
    }

    private static func traditional(_ row: BarRow, _ first: Int) -> BarReading? {
        var code = TraditionalCodabar()
        var bytes: [UInt8] = []
        var element = first
        while element + 7 <= row.count {
            guard let pattern = code.character(row, at: element), table[pattern] != 0 else { return nil }
            let character = table[pattern]
            let isLetter = character >= UInt8(ascii: "A")
            guard isLetter || !bytes.isEmpty else { return nil }
            if bytes.isEmpty {
                guard row.isQuiet(before: first, quiet, module: code.narrow) else { return nil }
            }
            bytes.append(character)
            guard isLetter, bytes.count > 1 else {
                element += 8
                continue
            }
            guard bytes.count >= minimumText + 2, code.isEven,
                row.isQuiet(after: element + 6, quiet, module: code.narrow)
            else { return nil }
            return BarReading(.codabar, bytes, elements: first..<element + 7, certainty: code.certainty)
        }
        return nil
    }
}
