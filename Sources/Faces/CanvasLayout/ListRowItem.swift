// SPDX-License-Identifier: MIT

/// One row of a list: as wide as the list, at least as high as a finger, its content at the leading edge.
///
/// Content that fills the row, such as a button, brings its own margins.
package final class ListRowItem: LayoutItem {
    private let content: LayoutItem
    private let insets: EdgeInsets
    private let minHeight: Double

    package init(_ content: LayoutItem, insets: EdgeInsets, minHeight: Double) {
        self.content = content
        self.insets = content.fillsRow ? EdgeInsets() : insets
        self.minHeight = minHeight
    }

    private var across: Double { insets.leading + insets.trailing }
    private var along: Double { insets.top + insets.bottom }

    private func inner(_ width: Double?) -> CGSize {
        content.size(ProposedViewSize(width: width.map { max($0 - across, 0) }, height: nil))
    }
    override func measure(_ proposal: ProposedViewSize) -> CGSize {
        let size = inner(proposal.width)
        let width = proposal.width.flatMap { $0.isFinite ? $0 : nil } ?? size.width + across
        return CGSize(width: max(width, size.width + across), height: max(size.height + along, minHeight))
    }
    package override func place(_ rect: CGRect, on surface: LayoutSurface) {
        if content.fillsRow { return content.place(rect, on: surface) }
        content.place(rect.inset(by: insets).placing(inner(rect.width), .leading), on: surface)
    }
    package override func collectLeaves(into leaves: inout [any LayoutLeaf]) { content.collectLeaves(into: &leaves) }
}
