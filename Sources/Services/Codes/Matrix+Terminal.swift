// SPDX-License-Identifier: MIT
import Symbols

extension Matrix {
    /// What the text is shown on.
    package enum Screen: Sendable {
        /// A terminal that obeys colours: black on white is set for each line and reset at its end.
        case colour
        /// Plain text that will appear light on a dark ground: the light modules are drawn.
        case darkGround
        /// Plain text that will appear dark on a light ground: the dark modules are drawn.
        case lightGround
    }

    /// The characters that ``terminalText(_:)`` takes from left to right.
    package var terminalColumns: Int { symbology.hasBars ? (fullWidth + 1) / 2 : fullWidth }

    /// The lines that ``terminalText(_:)`` takes.
    package var terminalLines: Int { terminalRows().count }

    /// The code with its quiet zone in half blocks, in lines that are each ended by a line feed.
    ///
    /// A character is twice as high as wide. Squares take one character for two of them, one above the other; bars, which
    /// may have any length, take one for two side by side, so that an EAN fits 60 columns.
    package func terminalText(_ screen: Screen = .colour) -> String {
        // 16 and 231 are black and white in the fixed part of the 256 colours, which themes leave alone. ECMA-48 SGR.
        let (start, end) = screen == .colour ? ("\u{1B}[38;5;16;48;5;231m", "\u{1B}[0m\n") : ("", "\n")
        let blocks: [Character] = symbology.hasBars ? [" ", "▌", "▐", "█"] : [" ", "▀", "▄", "█"]
        return terminalRows().map { line in
            let text = line.map { pair in
                screen == .darkGround ? blocks[3 - pair] : blocks[pair]
            }
            return start + String(text) + end
        }.joined()
    }

    /// For each character 1 if the first of its modules is dark and 2 more if the second is.
    private func terminalRows() -> [[Int]] {
        symbology.hasBars ? barRows() : squareRows()
    }

    private func squareRows() -> [[Int]] {
        let rows = fullRows()
        // An odd last row is completed by a light one.
        let light = [Bool](repeating: false, count: fullWidth)
        return stride(from: 0, to: rows.count, by: 2).map { y in
            zip(rows[y], y + 1 < rows.count ? rows[y + 1] : light).map { ($0 ? 1 : 0) + ($1 ? 2 : 0) }
        }
    }

    private func barRows() -> [[Int]] {
        let margin = [Int](repeating: 0, count: terminalColumns)
        // A line is four modules high, more than PDF417 asks for.
        let lines = symbology.isLinear ? Matrix.barLines : 1
        let rows = (0..<rows).flatMap { number in
            let row = fullRow(number)
            let line = stride(from: 0, to: row.count, by: 2).map { x in
                (row[x] ? 1 : 0) + (x + 1 < row.count && row[x + 1] ? 2 : 0)
            }
            return repeatElement(line, count: lines)
        }
        return [margin] + rows + [margin]
    }

    /// How long bars are on a terminal: 40 modules.
    private static let barLines = 10
}

extension Symbology {
    /// Whether the height of its rows carries nothing.
    fileprivate var hasBars: Bool { isLinear || self == .pdf417 }
}
