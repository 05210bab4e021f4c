// SPDX-License-Identifier: MIT
import Barcodes

/// A code on paper: square modules in rows, with the paper around them.
struct Print: Sendable {
    /// What a module of the grid is.
    enum Mark {
        static let paper: UInt16 = 0
        static let ink: UInt16 = 1
        /// Past the edge of the paper. Sixteen marks of each kind can be added up in one number.
        static let beyond: UInt16 = 256
    }

    let symbol: Symbol
    /// Marks a module, on each side.
    let fineness: Int
    /// Marks of the code itself.
    let columns: Int
    let rows: Int
    /// The code and the paper around it, row after row.
    let marks: [UInt16]
    let paperColumns: Int
    let paperRows: Int

    /// - Parameter isDark: asked for columns and rows of the code.
    init(
        _ symbol: Symbol, columns: Int, rows: Int, quiet: (x: Int, y: Int), fineness: Int = 1,
        isDark: (Int, Int) -> Bool
    ) {
        self.symbol = symbol
        self.fineness = fineness
        self.columns = columns
        self.rows = rows
        paperColumns = columns + 2 * quiet.x
        paperRows = rows + 2 * quiet.y
        var marks = [UInt16](repeating: Mark.paper, count: paperColumns * paperRows)
        for y in 0..<rows {
            for x in 0..<columns where isDark(x, y) { marks[(y + quiet.y) * paperColumns + x + quiet.x] = Mark.ink }
        }
        self.marks = marks
    }
}
