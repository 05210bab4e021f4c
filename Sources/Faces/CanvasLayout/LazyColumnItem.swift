// SPDX-License-Identifier: MIT

/// The heights of a lazy column, kept between layouts, and where it was placed last.
package final class LazyColumn {
    package var heights: RowHeights
    /// How far below the top of its surface the column stands.
    package private(set) var top = 0.0
    /// Called while placing when the column moved or a row turned out higher or lower than thought.
    package var onChange: () -> Void = {}

    package init(count: Int, guess: Double) { heights = RowHeights(count: count, guess: guess) }

    func placed(at top: Double, heightsChanged: Bool) {
        guard self.top != top || heightsChanged else { return }
        self.top = top
        onChange()
    }
}

/// A column of which only some rows exist; the room of all others is kept free.
package final class LazyColumnItem: LayoutItem {
    private let column: LazyColumn
    private let rows: [(index: Int, item: LayoutItem)]
    private let spacing: Double
    private let alignment: HorizontalAlignment

    package init(
        _ column: LazyColumn, _ rows: [(index: Int, item: LayoutItem)], spacing: Double,
        _ alignment: HorizontalAlignment
    ) {
        self.column = column
        self.rows = rows
        self.spacing = spacing
        self.alignment = alignment
    }

    private func size(of item: LayoutItem, in width: Double?) -> CGSize {
        item.size(ProposedViewSize(width: width, height: nil))
    }

    /// Measures the rows that exist; true when one is not as high as thought.
    private func update(_ width: Double?) -> Bool {
        var changed = false
        for (index, item) in rows where index < column.heights.count {
            let height = size(of: item, in: width).height + (index == column.heights.count - 1 ? 0 : spacing)
            if column.heights[index] != height { changed = true }
            column.heights.set(height, at: index)
        }
        return changed
    }

    override func measure(_ proposal: ProposedViewSize) -> CGSize {
        let finite = proposal.width.flatMap { $0.isFinite ? $0 : nil }
        if finite != 0 { _ = update(finite) }
        let widest = rows.map { size(of: $0.item, in: finite).width }.max() ?? 0
        return CGSize(width: max(widest, finite ?? 0), height: column.heights.length)
    }

    package override func place(_ rect: CGRect, on surface: LayoutSurface) {
        let changed = update(rect.width)
        for (index, item) in rows where index < column.heights.count {
            let size = size(of: item, in: rect.width)
            let row = CGRect(
                x: rect.minX, y: rect.minY + column.heights.offset(of: index), width: rect.width, height: size.height)
            item.place(row.placing(size, Alignment(horizontal: alignment, vertical: .top)), on: surface)
        }
        column.placed(at: rect.minY, heightsChanged: changed)
    }

    package override func collectLeaves(into leaves: inout [any LayoutLeaf]) {
        for (_, item) in rows { item.collectLeaves(into: &leaves) }
    }
}
