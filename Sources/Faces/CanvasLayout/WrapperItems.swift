// SPDX-License-Identifier: MIT

/// Children on top of each other, the last in front.
package final class OverlapItem: LayoutItem {
    private let children: [LayoutItem]
    private let alignment: Alignment

    package init(_ children: [LayoutItem], _ alignment: Alignment) {
        self.children = children
        self.alignment = alignment
    }

    override func measure(_ proposal: ProposedViewSize) -> CGSize {
        let sizes = children.map { $0.size(proposal) }
        return CGSize(width: sizes.map(\.width).max() ?? 0, height: sizes.map(\.height).max() ?? 0)
    }
    package override func place(_ rect: CGRect, on surface: LayoutSurface) {
        for child in children {
            child.place(rect.placing(child.size(ProposedViewSize(rect.size)), alignment), on: surface)
        }
    }
    package override func collectLeaves(into leaves: inout [any LayoutLeaf]) {
        for child in children { child.collectLeaves(into: &leaves) }
    }
}

/// A view with a background or an overlay, which gets exactly the view's rectangle and never changes it.
package final class LayerItem: LayoutItem {
    private let content: LayoutItem
    private let layer: [LayoutItem]
    private let isBehind: Bool
    private let alignment: Alignment

    package init(_ content: LayoutItem, _ layer: [LayoutItem], isBehind: Bool, _ alignment: Alignment) {
        self.content = content
        self.layer = layer
        self.isBehind = isBehind
        self.alignment = alignment
    }

    package override var priority: Double { content.priority }
    package override var fillsRow: Bool { content.fillsRow }
    override func measure(_ proposal: ProposedViewSize) -> CGSize { content.size(proposal) }
    package override func place(_ rect: CGRect, on surface: LayoutSurface) {
        for item in layer {
            item.place(rect.placing(item.size(ProposedViewSize(rect.size)), alignment), on: surface)
        }
        content.place(rect, on: surface)
    }
    package override func collectLeaves(into leaves: inout [any LayoutLeaf]) {
        if !isBehind { content.collectLeaves(into: &leaves) }
        for item in layer { item.collectLeaves(into: &leaves) }
        if isBehind { content.collectLeaves(into: &leaves) }
    }
    package override func baseline(in size: CGSize) -> Double { content.baseline(in: size) }
}

/// A view within insets.
package final class PaddingItem: LayoutItem {
    private let content: LayoutItem
    private let insets: EdgeInsets

    package init(_ content: LayoutItem, _ insets: EdgeInsets) {
        self.content = content
        self.insets = insets
    }

    private var across: Double { insets.leading + insets.trailing }
    private var along: Double { insets.top + insets.bottom }
    package override var priority: Double { content.priority }

    override func measure(_ proposal: ProposedViewSize) -> CGSize {
        let size = content.size(
            ProposedViewSize(
                width: proposal.width.map { max($0 - across, 0) }, height: proposal.height.map { max($0 - along, 0) }))
        return CGSize(width: size.width + across, height: size.height + along)
    }
    package override func place(_ rect: CGRect, on surface: LayoutSurface) {
        content.place(rect.inset(by: insets), on: surface)
    }
    package override func collectLeaves(into leaves: inout [any LayoutLeaf]) { content.collectLeaves(into: &leaves) }
    package override func baseline(in size: CGSize) -> Double {
        insets.top + content.baseline(in: CGSize(width: size.width - across, height: size.height - along))
    }
}

/// Lengths that a frame sets or bounds, in points.
nonisolated package struct FrameLengths: Equatable, Sendable {
    package var width: Double?
    package var minWidth: Double?
    package var idealWidth: Double?
    package var maxWidth: Double?
    package var height: Double?
    package var minHeight: Double?
    package var idealHeight: Double?
    package var maxHeight: Double?
    package init() {}
}

/// A view in a frame of fixed or bounded size.
package final class FrameItem: LayoutItem {
    private let content: LayoutItem
    private let lengths: FrameLengths
    private let alignment: Alignment

    package init(_ content: LayoutItem, _ lengths: FrameLengths, _ alignment: Alignment) {
        self.content = content
        self.lengths = lengths
        self.alignment = alignment
    }

    package override var priority: Double { content.priority }

    override func measure(_ proposal: ProposedViewSize) -> CGSize {
        let size = content.size(offer(proposal))
        return CGSize(
            width: width.answer(proposal.width, size.width), height: height.answer(proposal.height, size.height))
    }
    package override func place(_ rect: CGRect, on surface: LayoutSurface) {
        // What was asked for its ideal length shares out what it chose; everything else lives with what it got.
        let chosen = proposal(behind: rect.size)
        let offered = ProposedViewSize(
            width: chosen.width == nil ? width.offer(nil) : rect.width,
            height: chosen.height == nil ? height.offer(nil) : rect.height)
        content.place(rect.placing(content.size(offered), alignment), on: surface)
    }
    private var width: Bounds { Bounds(lengths.width, lengths.minWidth, lengths.idealWidth, lengths.maxWidth) }
    private var height: Bounds { Bounds(lengths.height, lengths.minHeight, lengths.idealHeight, lengths.maxHeight) }
    private func offer(_ proposal: ProposedViewSize) -> ProposedViewSize {
        ProposedViewSize(width: width.offer(proposal.width), height: height.offer(proposal.height))
    }
    package override func collectLeaves(into leaves: inout [any LayoutLeaf]) { content.collectLeaves(into: &leaves) }
    package override func baseline(in size: CGSize) -> Double {
        let inner = content.size(ProposedViewSize(size))
        return (size.height - inner.height) * alignment.vertical.fraction + content.baseline(in: inner)
    }

    /// One direction of a frame.
    private struct Bounds {
        let fixed: Double?
        let least: Double?
        let ideal: Double?
        let most: Double?

        init(_ fixed: Double?, _ least: Double?, _ ideal: Double?, _ most: Double?) {
            self.fixed = fixed
            self.least = least
            self.ideal = ideal
            self.most = most
        }

        private var isOpen: Bool { least == nil && ideal == nil && most == nil }

        func offer(_ proposed: Double?) -> Double? {
            if let fixed { return fixed }
            guard !isOpen, let length = proposed ?? ideal else { return proposed }
            return min(max(length, least ?? -.infinity), most ?? .infinity)
        }

        func answer(_ proposed: Double?, _ content: Double) -> Double {
            if let fixed { return fixed }
            guard !isOpen else { return content }
            let low = least ?? min(content, most ?? content)
            let high = most ?? max(content, least ?? content)
            return min(max(proposed ?? ideal ?? content, low), max(high, low))
        }
    }
}

/// A view that a stack serves before or after others.
package final class PriorityItem: LayoutItem {
    private let content: LayoutItem
    private let value: Double

    package init(_ content: LayoutItem, _ value: Double) {
        self.content = content
        self.value = value
    }

    package override var priority: Double { value }
    override func measure(_ proposal: ProposedViewSize) -> CGSize { content.size(proposal) }
    package override func place(_ rect: CGRect, on surface: LayoutSurface) { content.place(rect, on: surface) }
    package override func collectLeaves(into leaves: inout [any LayoutLeaf]) { content.collectLeaves(into: &leaves) }
    package override func baseline(in size: CGSize) -> Double { content.baseline(in: size) }
}

/// A view of a fixed proportion, within its proposal or filling it.
package final class AspectItem: LayoutItem {
    private let content: LayoutItem
    private let ratio: Double
    private let fills: Bool

    /// - Parameter ratio: width by height.
    package init(_ content: LayoutItem, ratio: Double, fills: Bool = false) {
        self.content = content
        self.ratio = ratio
        self.fills = fills
    }

    override func measure(_ proposal: ProposedViewSize) -> CGSize {
        let natural = proposal.width == nil && proposal.height == nil ? content.size(.unspecified).width : .infinity
        let byWidth = proposal.width ?? natural
        let byHeight = (proposal.height ?? .infinity) * ratio
        var width = fills && byHeight.isFinite && byWidth.isFinite ? max(byWidth, byHeight) : min(byWidth, byHeight)
        if !width.isFinite { width = content.size(.unspecified).width }
        return CGSize(width: width, height: width / ratio)
    }
    package override func place(_ rect: CGRect, on surface: LayoutSurface) { content.place(rect, on: surface) }
    package override func collectLeaves(into leaves: inout [any LayoutLeaf]) { content.collectLeaves(into: &leaves) }
}

/// A view that keeps its ideal size in some directions, whatever is proposed.
package final class FixedSizeItem: LayoutItem {
    private let content: LayoutItem
    private let axes: Axis.Set

    package init(_ content: LayoutItem, _ axes: Axis.Set) {
        self.content = content
        self.axes = axes
    }

    override func measure(_ proposal: ProposedViewSize) -> CGSize {
        content.size(
            ProposedViewSize(
                width: axes.contains(.horizontal) ? nil : proposal.width,
                height: axes.contains(.vertical) ? nil : proposal.height))
    }
    package override func place(_ rect: CGRect, on surface: LayoutSurface) { content.place(rect, on: surface) }
    package override func collectLeaves(into leaves: inout [any LayoutLeaf]) { content.collectLeaves(into: &leaves) }
    package override func baseline(in size: CGSize) -> Double { content.baseline(in: size) }
}

/// A view drawn elsewhere than where its room is.
package final class OffsetItem: LayoutItem {
    private let content: LayoutItem
    private let offset: CGSize

    package init(_ content: LayoutItem, _ offset: CGSize) {
        self.content = content
        self.offset = offset
    }

    package override var priority: Double { content.priority }
    override func measure(_ proposal: ProposedViewSize) -> CGSize { content.size(proposal) }
    package override func place(_ rect: CGRect, on surface: LayoutSurface) {
        content.place(
            CGRect(x: rect.minX + offset.width, y: rect.minY + offset.height, width: rect.width, height: rect.height),
            on: surface)
    }
    package override func collectLeaves(into leaves: inout [any LayoutLeaf]) { content.collectLeaves(into: &leaves) }
    package override func baseline(in size: CGSize) -> Double { content.baseline(in: size) }
}
