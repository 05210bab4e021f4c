// SPDX-License-Identifier: MIT
import Barcodes

extension Matrix {
    /// The surface on which the text is shown.
    package enum Screen: Sendable {
        /// A terminal with colours: black on white is set for each line and reset at its end.
        case colour
        /// Plain text that appears light on a dark background: the light modules are drawn.
        case darkGround
        /// Plain text that appears dark on a light background: the dark modules are drawn.
        case lightGround
    }

    /// The width of ``terminalText(_:)`` in characters.
    package var terminalColumns: Int { symbology.hasBars ? (fullWidth + 1) / 2 : fullWidth }

    /// The number of lines of ``terminalText(_:)``.
    package var terminalLines: Int {
        symbology.isLinear ? Matrix.barLines + 2 : symbology.hasBars ? rows + 2 : (fullHeight + 1) / 2
    }

    /// The code with its quiet zone in half blocks, each line with a final line feed.
    ///
    /// A character is twice as high as wide. A character holds two square modules, one above the other. For bars, whose
    /// length is free, it holds two modules side by side, so that an EAN fits into 60 columns.
    package func terminalText(_ screen: Screen = .colour) -> String {
        // 16 and 231 are black and white in the fixed part of the 256 colours, which themes do not change. ECMA-48 SGR.
        let (start, end) = screen == .colour ? ("\u{1B}[38;5;16;48;5;231m", "\u{1B}[0m\n") : ("", "\n")
        return terminalRows(zoom: 1, barLines: Matrix.barLines).map { line in
            start + text(line.map { screen == .darkGround ? 3 - $0 : $0 }) + end
        }.joined()
    }

    /// The code as large as whole modules allow, for a light background, with bars as long as possible.
    ///
    /// - Returns: lines of equally many characters.
    /// - Throws: ``CodesError`` `.doesNotFit`, which states the required columns and lines.
    package func terminalLines(columns: Int, lines: Int) throws -> [String] {
        let needed = symbology.isLinear ? Matrix.leastBarLines + 2 : terminalLines
        let zoom = min(columns / terminalColumns, symbology.isLinear ? .max : lines / needed)
        guard zoom > 0, lines >= needed else {
            throw CodesError(
                .doesNotFit,
                """
                This code takes \(terminalColumns) columns and \(needed) lines, and the terminal has \(columns) and \
                \(lines). Make it larger or its letters smaller, or write a picture: --png FILE
                """)
        }
        let length = min(lines - 2, max(Matrix.barLines, terminalColumns * zoom / 3))
        return terminalRows(zoom: zoom, barLines: length).map(text)
    }

    /// The default length of bars in lines: 40 modules.
    private static let barLines = 10
    /// Shorter bars are missed by a scanner that is held at an angle.
    private static let leastBarLines = 3

    private func text(_ line: [Int]) -> String {
        let blocks: [Character] = symbology.hasBars ? [" ", "▌", "▐", "█"] : [" ", "▀", "▄", "█"]
        return String(line.map { blocks[$0] })
    }

    /// For each character: 1 if the first of its modules is dark, plus 2 if the second is.
    private func terminalRows(zoom: Int, barLines: Int) -> [[Int]] {
        let widen = { (row: [Bool]) in row.flatMap { repeatElement($0, count: zoom) } }
        guard symbology.hasBars else {
            let rows = fullRows().flatMap { repeatElement(widen($0), count: zoom) }
            // An odd last row is completed by a light one.
            let light = [Bool](repeating: false, count: fullWidth * zoom)
            return stride(from: 0, to: rows.count, by: 2).map { y in
                zip(rows[y], y + 1 < rows.count ? rows[y + 1] : light).map { ($0 ? 1 : 0) + ($1 ? 2 : 0) }
            }
        }
        // A line is four modules high, more than PDF417 requires.
        let lines = symbology.isLinear ? barLines : zoom
        let margin = [Int](repeating: 0, count: (fullWidth * zoom + 1) / 2)
        let rows = (0..<rows).flatMap { number in
            let row = widen(fullRow(number))
            let line = stride(from: 0, to: row.count, by: 2).map { x in
                (row[x] ? 1 : 0) + (x + 1 < row.count && row[x + 1] ? 2 : 0)
            }
            return repeatElement(line, count: lines)
        }
        return [margin] + rows + [margin]
    }
}

extension Symbology {
    /// Whether the height of its rows holds no data.
    fileprivate var hasBars: Bool { isLinear || self == .pdf417 }
}
