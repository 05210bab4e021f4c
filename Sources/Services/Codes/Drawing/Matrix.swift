// SPDX-License-Identifier: MIT
package import Barcodes

/// The dark and light modules of one barcode, in rows, without the quiet zone.
///
/// A module is the thinnest bar or the smallest square. All coordinates are in modules, from the upper left corner of
/// the code; the quiet zone has negative coordinates and coordinates beyond the last module.
package struct Matrix: Equatable, Sendable {
    package let symbology: Symbology
    /// Modules per row.
    package let columns: Int
    /// The number of different rows: one for bars.
    package let rows: Int
    /// The height of each row in modules: 1 for squares, 3 or more for PDF417, the length of the bars otherwise.
    package let rowHeight: Int
    /// The error correction used, which may be lower for a long text; nil where the symbology has no choice.
    package let correction: Symbol.Correction?
    private let modules: [Bool]

    /// - Precondition: the modules are in row order, true for dark.
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

    /// The QR version, 1 to 40: each is four modules wider than the one before.
    package var version: Int { (columns - 17) / 4 }

    package var quietZone: QuietZone { symbology.quietZone }

    /// The height in modules, with each row's height.
    package var height: Int { rows * rowHeight }

    /// The width in modules, including the quiet zone.
    package var fullWidth: Int { quietZone.left + columns + quietZone.right }

    /// The height in modules, including the quiet zone.
    package var fullHeight: Int { height + 2 * quietZone.vertical }

    /// Whether a module is dark. The quiet zone and everything beyond it is light.
    ///
    /// - Parameter y: 0 up to ``height``, so each row occurs ``rowHeight`` times.
    package func isDark(_ x: Int, _ y: Int) -> Bool {
        guard 0..<columns ~= x, 0..<height ~= y else { return false }
        return modules[y / rowHeight * columns + x]
    }

    /// The same code with another row height, that is longer or shorter bars, which does not affect scanners.
    ///
    /// - Precondition: the symbology has bars, or it is PDF417 and the height at least 3. ISO/IEC 15438, section 5.8.2.
    package func withRowHeight(_ rowHeight: Int) -> Matrix {
        precondition(symbology.isLinear || symbology == .pdf417, "Squares stay squares.")
        return Matrix(
            symbology, columns: columns, rows: rows, rowHeight: rowHeight, correction: correction, modules: modules)
    }

    /// One row with the quiet zone on both sides, true for dark.
    func fullRow(_ row: Int) -> [Bool] {
        [Bool](repeating: false, count: quietZone.left) + modules[row * columns..<(row + 1) * columns]
            + [Bool](repeating: false, count: quietZone.right)
    }

    /// All rows with the quiet zone, true for dark.
    func fullRows() -> [[Bool]] {
        let empty = [Bool](repeating: false, count: fullWidth)
        let margin = repeatElement(empty, count: quietZone.vertical)
        return margin + (0..<rows).flatMap { repeatElement(fullRow($0), count: rowHeight) } + margin
    }
}
