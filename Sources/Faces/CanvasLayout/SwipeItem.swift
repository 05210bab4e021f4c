// SPDX-License-Identifier: MIT

/// How far a row has been moved aside, in points: below zero what is behind its trailing edge shows.
package final class SwipeOffset {
    package var points = 0.0
    package init() {}
}

/// A row that can be moved aside, with what lies behind it.
package final class SwipeItem: LayoutItem {
    private let content: LayoutItem
    private let tray: LayoutItem?
    private let offset: SwipeOffset

    /// - Parameter tray: what shows where the row has left; nil while it stands in its place.
    package init(_ content: LayoutItem, tray: LayoutItem?, _ offset: SwipeOffset) {
        self.content = content
        self.tray = tray
        self.offset = offset
    }

    package override var fillsRow: Bool { content.fillsRow }
    override func measure(_ proposal: ProposedViewSize) -> CGSize { content.size(proposal) }
    package override func place(_ rect: CGRect, on surface: LayoutSurface) {
        let points = offset.points
        if let tray {
            let width = max(abs(points), 1)
            let left = points < 0 ? rect.maxX - width : rect.minX
            let room = CGRect(x: left, y: rect.minY, width: width, height: rect.height)
            _ = tray.size(ProposedViewSize(room.size))
            tray.place(room, on: surface)
        }
        content.place(
            CGRect(x: rect.minX + points, y: rect.minY, width: rect.width, height: rect.height), on: surface)
    }
    package override func collectLeaves(into leaves: inout [any LayoutLeaf]) {
        tray?.collectLeaves(into: &leaves)
        content.collectLeaves(into: &leaves)
    }
}
