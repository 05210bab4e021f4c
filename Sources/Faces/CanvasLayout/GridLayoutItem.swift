// SPDX-License-Identifier: MIT

/// Children in columns, row by row.
package final class GridLayoutItem: LayoutItem {
    private let children: [LayoutItem]
    private let columns: [GridItem]
    private let alignment: HorizontalAlignment
    private let spacing: Double

    package init(_ children: [LayoutItem], _ columns: [GridItem], _ alignment: HorizontalAlignment, spacing: Double) {
        self.children = children
        self.columns = columns
        self.alignment = alignment
        self.spacing = spacing
    }

    private var gap: Double { columns.first?.spacing ?? 8 }

    /// The widths of the columns in a width; at least one.
    func widths(in width: Double) -> [Double] {
        if columns.count == 1, case .adaptive(let least, let most) = columns[0].size {
            let count = max(Int((width + gap) / (least + gap)), 1)
            let each = min((width - gap * Double(count - 1)) / Double(count), most)
            return Array(repeating: each, count: count)
        }
        var fixed = gap * Double(max(columns.count - 1, 0))
        var flexible = 0.0
        for column in columns {
            if case .fixed(let length) = column.size { fixed += length } else { flexible += 1 }
        }
        let each = max((width - fixed) / max(flexible, 1), 0)
        return columns.map { column in
            switch column.size {
            case .fixed(let length): length
            case .flexible(let least, let most): min(max(each, least), most)
            case .adaptive(let least, let most): min(max(each, least), most)
            }
        }
    }

    private func rows(_ width: Double) -> [(height: Double, cells: [(LayoutItem, Double)])] {
        let widths = widths(in: width)
        return stride(from: 0, to: children.count, by: max(widths.count, 1)).map { start in
            let cells = (start..<min(start + widths.count, children.count)).map { (children[$0], widths[$0 - start]) }
            let height = cells.map { $0.size(ProposedViewSize(width: $1, height: nil)).height }.max() ?? 0
            return (height, cells)
        }
    }

    override func measure(_ proposal: ProposedViewSize) -> CGSize {
        let width = proposal.width.flatMap { $0.isFinite ? $0 : nil } ?? 320
        let rows = rows(width)
        return CGSize(
            width: width, height: rows.reduce(0) { $0 + $1.height } + spacing * Double(max(rows.count - 1, 0)))
    }

    package override func place(_ rect: CGRect, on surface: LayoutSurface) {
        var top = rect.minY
        for (height, cells) in rows(rect.width) {
            var left = rect.minX
            for (child, width) in cells {
                let cell = CGRect(x: left, y: top, width: width, height: height)
                let size = child.size(ProposedViewSize(width: width, height: nil))
                child.place(cell.placing(size, Alignment(horizontal: alignment, vertical: .center)), on: surface)
                left += width + gap
            }
            top += height + spacing
        }
    }

    package override func collectLeaves(into leaves: inout [any LayoutLeaf]) {
        for child in children { child.collectLeaves(into: &leaves) }
    }
}
