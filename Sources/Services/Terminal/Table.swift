// SPDX-License-Identifier: MIT

/// Rows of text in columns that line up, whatever letters they hold.
package struct Table: Sendable {
    package struct Column: Sendable {
        let title: String
        let isNumeric: Bool

        /// Words, which begin at the column's left.
        package static func words(_ title: String) -> Column { Column(title: title, isNumeric: false) }

        /// Amounts and counts, which end at the column's right.
        package static func numbers(_ title: String) -> Column { Column(title: title, isNumeric: true) }
    }

    private let columns: [Column]
    private var rows: [[String]] = []

    package init(_ columns: Column...) { self.columns = columns }

    package init(_ columns: [Column]) { self.columns = columns }

    package var isEmpty: Bool { rows.isEmpty }

    /// Adds a row with one cell for each column; cells are made printable.
    package mutating func add(_ cells: String...) { add(cells) }

    package mutating func add(_ cells: [String]) {
        precondition(cells.count == columns.count, "A row of \(columns.count) cells was given \(cells.count).")
        rows.append(cells.map { $0.printable() })
    }

    /// The titles and rows as lines, two spaces between columns, without a last line feed.
    package var text: String {
        let all = [columns.map(\.title)] + rows
        let widths = columns.indices.map { column in all.map { DisplayWidth.of($0[column]) }.max() ?? 0 }
        return all.map { row in
            let line = columns.indices.map { column in
                DisplayWidth.padded(row[column], to: widths[column], onTheLeft: columns[column].isNumeric)
            }.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }.joined(separator: "\n")
    }
}
