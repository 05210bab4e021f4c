// SPDX-License-Identifier: MIT
package import Symbols

/// The rows of dark and light modules of one code, without its quiet zone.
///
/// A module is the thinnest bar or the smallest square. Everything is counted in modules, from the upper left corner of
/// the code; the quiet zone lies at negative places and beyond the last ones.
package struct Matrix: Equatable, Sendable {
    package let symbology: Symbology
    /// Modules in a row.
    package let columns: Int
    /// Rows that differ: one for bars.
    package let rows: Int
    /// How many modules high each row is drawn: 1 for squares, 3 or more for PDF417, the length of the bars otherwise.
    package let rowHeight: Int
    /// The correction drawn with, which a long text may have lowered; nil where the symbology leaves no choice.
    package let correction: Symbol.Correction?
    private let modules: [Bool]

    /// - Precondition: the modules are the rows, one after the other, true for dark.
    package init(
        _ symbology: Symbology, columns: Int, rows: Int, rowHeight: Int = 1, correction: Symbol.Correction? = nil,
        modules: [Bool]
    ) {
        precondition(columns > 0 && rows > 0 && rowHeight > 0, "A matrix has columns, rows and a height.")
        precondition(modules.count == columns * rows, "A matrix is rows of equally many modules.")
        self.symbology = symbology
        self.columns = columns
        self.rows = rows
        self.rowHeight = rowHeight
        self.correction = correction
        self.modules = modules
    }

    /// The QR version, 1 to 40: each is four modules larger than the one before.
    package var version: Int { (columns - 17) / 4 }

    package var quietZone: QuietZone { symbology.quietZone }

    /// Modules from top to bottom, each row counted with its height.
    package var height: Int { rows * rowHeight }

    /// Modules from left to right when the quiet zone is counted.
    package var fullWidth: Int { quietZone.left + columns + quietZone.right }

    /// Modules from top to bottom when the quiet zone is counted.
    package var fullHeight: Int { height + 2 * quietZone.vertical }

    /// Whether the place of one module is dark. The quiet zone and everything beyond it is light.
    ///
    /// - Parameter y: 0 up to ``height``, so each row is met ``rowHeight`` times.
    package func isDark(_ x: Int, _ y: Int) -> Bool {
        guard 0..<columns ~= x, 0..<height ~= y else { return false }
        return modules[y / rowHeight * columns + x]
    }

    /// The same code with rows of another height, which no scanner minds: longer or shorter bars.
    ///
    /// - Precondition: the symbology is one of bars, or PDF417 with 3 or more. ISO/IEC 15438, section 5.8.2.
    package func withRowHeight(_ rowHeight: Int) -> Matrix {
        precondition(symbology.isLinear || symbology == .pdf417, "Squares stay squares.")
        return Matrix(
            symbology, columns: columns, rows: rows, rowHeight: rowHeight, correction: correction, modules: modules)
    }

    /// One row with the quiet zone at its sides, true for dark.
    func fullRow(_ row: Int) -> [Bool] {
        [Bool](repeating: false, count: quietZone.left) + modules[row * columns..<(row + 1) * columns]
            + [Bool](repeating: false, count: quietZone.right)
    }

    /// Dark or light for each module of each line, the quiet zone included.
    func fullRows() -> [[Bool]] {
        let empty = [Bool](repeating: false, count: fullWidth)
        let margin = repeatElement(empty, count: quietZone.vertical)
        return margin + (0..<rows).flatMap { repeatElement(fullRow($0), count: rowHeight) } + margin
    }
}
