// SPDX-License-Identifier: MIT
import TestSupport

/// What can happen to whole modules, as if another code had been printed.
enum ModuleAccident: CaseIterable {
    case flip, eraseColumns, eraseBlock, swapColumns, swapRows, doubleColumn, loseColumn, splice, tear, overprint

    /// Whether a second code takes part.
    var needsAnother: Bool { [.splice, .tear, .overprint].contains(self) }
}

/// The modules of a print, to be changed.
struct ModuleGrid {
    private(set) var columns: Int
    let rows: Int
    /// The paper at the sides.
    let margin: (x: Int, y: Int)
    private(set) var isDark: [Bool]

    init(_ print: Print) {
        columns = print.paperColumns
        rows = print.paperRows
        margin = ((print.paperColumns - print.columns) / 2, (print.paperRows - print.rows) / 2)
        isDark = print.marks.map { $0 == Print.Mark.ink }
    }

    subscript(x: Int, y: Int) -> Bool {
        get { isDark[y * columns + x] }
        set { isDark[y * columns + x] = newValue }
    }

    /// Of bars, where every row is the same.
    var middleRow: [Bool] { Array(isDark[rows / 2 * columns..<(rows / 2 + 1) * columns]) }

    /// Every row that differs from the one above it.
    var distinctRows: [[Bool]] {
        var found: [[Bool]] = []
        for y in 0..<rows {
            let row = Array(isDark[y * columns..<(y + 1) * columns])
            if row != found.last { found.append(row) }
        }
        return found
    }

    mutating func suffer(
        _ accident: ModuleAccident, with other: ModuleGrid?, using random: inout SeededRandom
    ) {
        let isBars = margin.y * 2 + 10 < rows && isRowOfBars
        let (x, y) = (column(&random), row(&random))
        switch accident {
        case .flip: flip(isBars: isBars, using: &random)
        case .eraseColumns:
            let dark = Bool.random(using: &random)
            let end = min(columns - margin.x, x + Int.random(in: 1...8, using: &random))
            for x in x..<max(x, end) { setColumn(x, dark) }
        case .eraseBlock where !isBars:
            let dark = Bool.random(using: &random)
            let size = Int.random(in: 2...max(3, columns / 2), using: &random)
            for y in y..<min(rows - margin.y, y + size) {
                for x in x..<min(columns - margin.x, x + size) { self[x, y] = dark }
            }
        case .swapRows where !isBars:
            let to = row(&random)
            for x in 0..<columns { isDark.swapAt(y * columns + x, to * columns + x) }
        case .swapColumns, .eraseBlock, .swapRows:
            let to = column(&random)
            for y in 0..<rows { isDark.swapAt(y * columns + x, y * columns + to) }
        case .doubleColumn: insertColumn(x)
        case .loseColumn: removeColumn(x)
        case .splice:
            guard let other, other.rows == rows else { return }
            for y in 0..<rows {
                for x in x..<max(x, min(columns, other.columns)) { self[x, y] = other[x, y] }
            }
        case .tear:
            // Of bars the upper part stays whole, so both texts are printed there.
            guard let other, !isBars, other.rows == rows, other.columns == columns else { return }
            for y in y..<rows {
                for x in 0..<columns { self[x, y] = other[x, y] }
            }
        case .overprint:
            guard let other else { return }
            let (dx, dy) = (Int.random(in: -4...4, using: &random), isBars ? 0 : Int.random(in: -4...4, using: &random))
            for y in max(0, -dy)..<min(rows, other.rows - dy) {
                for x in max(0, -dx)..<min(columns, other.columns - dx) where other[x + dx, y + dy] {
                    self[x, y] = true
                }
            }
        }
    }

    private var isRowOfBars: Bool {
        let top = margin.y
        return (top..<rows - margin.y).allSatisfy { y in
            isDark[y * columns..<(y + 1) * columns].elementsEqual(isDark[top * columns..<(top + 1) * columns])
        }
    }

    private func column(_ random: inout SeededRandom) -> Int {
        Int.random(in: margin.x..<columns - margin.x, using: &random)
    }

    private func row(_ random: inout SeededRandom) -> Int { Int.random(in: margin.y..<rows - margin.y, using: &random) }

    private mutating func flip(isBars: Bool, using random: inout SeededRandom) {
        if isBars {
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let x = column(&random)
                setColumn(x, !self[x, rows / 2])
            }
        } else {
            let most = max(2, (columns - 2 * margin.x) * (rows - 2 * margin.y) / 6)
            for _ in 0..<Int.random(in: 1...most, using: &random) { self[column(&random), row(&random)].toggle() }
        }
    }

    /// The bars end where they ended; squares from top to bottom.
    private mutating func setColumn(_ x: Int, _ dark: Bool) {
        for y in margin.y..<rows - margin.y { self[x, y] = dark }
    }

    private mutating func insertColumn(_ x: Int) {
        isDark = (0..<rows).flatMap { y -> [Bool] in
            var line = Array(isDark[y * columns..<(y + 1) * columns])
            line.insert(line[x], at: x)
            return line
        }
        columns += 1
    }

    private mutating func removeColumn(_ x: Int) {
        isDark = (0..<rows).flatMap { y -> [Bool] in
            var line = Array(isDark[y * columns..<(y + 1) * columns])
            line.remove(at: x)
            return line
        }
        columns -= 1
    }
}
