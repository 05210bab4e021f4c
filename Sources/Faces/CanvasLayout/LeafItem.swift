// SPDX-License-Identifier: MIT

/// The item of a leaf.
package final class LeafItem: LayoutItem {
    package let leaf: any LayoutLeaf
    private let isRow: Bool

    package init(_ leaf: any LayoutLeaf, fillsRow: Bool = false) {
        self.leaf = leaf
        isRow = fillsRow
    }

    package override var fillsRow: Bool { isRow }
    override func measure(_ proposal: ProposedViewSize) -> CGSize { leaf.measure(proposal) }
    package override func place(_ rect: CGRect, on surface: LayoutSurface) { leaf.place(surface.resolve(rect)) }
    package override func collectLeaves(into leaves: inout [any LayoutLeaf]) { leaves.append(leaf) }
    package override func baseline(in size: CGSize) -> Double { leaf.baseline(in: size) }
}

/// Room that takes what others leave, along the stack it stands in.
package final class SpacerItem: LayoutItem {
    let minimum: Double
    package init(minimum: Double) { self.minimum = minimum }
}

/// A hairline across the stack it stands in.
package final class DividerItem: LayoutItem {
    let leaf: any LayoutLeaf
    var stack: Axis = .vertical
    package init(_ leaf: any LayoutLeaf) { self.leaf = leaf }

    override func measure(_ proposal: ProposedViewSize) -> CGSize {
        stack == .vertical
            ? CGSize(width: proposal.width ?? 10, height: 1) : CGSize(width: 1, height: proposal.height ?? 10)
    }
    package override func place(_ rect: CGRect, on surface: LayoutSurface) { leaf.place(surface.resolve(rect)) }
    package override func collectLeaves(into leaves: inout [any LayoutLeaf]) { leaves.append(leaf) }
}
