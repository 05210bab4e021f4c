// SPDX-License-Identifier: MIT

/// Children in a row or a column: the least flexible choose first, the rest share what is left.
package final class StackItem: LayoutItem {
    private let axis: Axis
    private let children: [LayoutItem]
    private let spacing: Double
    private let alignment: Double
    private let onBaseline: Bool

    /// - Parameter alignment: across the axis, 0 at its beginning, 1 at its end.
    package init(_ axis: Axis, _ children: [LayoutItem], spacing: Double, alignment: Double, onBaseline: Bool = false) {
        self.axis = axis
        self.children = children
        self.spacing = spacing
        self.alignment = alignment
        self.onBaseline = onBaseline && axis == .horizontal
        for case let divider as DividerItem in children { divider.stack = axis }
    }

    package override var priority: Double { children.count == 1 ? children[0].priority : 0 }

    override func measure(_ proposal: ProposedViewSize) -> CGSize {
        let sizes = sizes(proposal)
        let length = sizes.reduce(0) { $0 + main($1) } + gaps
        guard onBaseline else { return make(length, sizes.map(cross).max() ?? 0) }
        let below = zip(children, sizes).map { $1.height - $0.baseline(in: $1) }.max() ?? 0
        return CGSize(width: length, height: ascent(sizes) + below)
    }

    package override func place(_ rect: CGRect, on surface: LayoutSurface) {
        let sizes = sizes(proposal(behind: rect.size))
        let line = onBaseline ? ascent(sizes) : 0
        var position = 0.0
        for (child, size) in zip(children, sizes) {
            let free = (axis == .horizontal ? rect.height : rect.width) - cross(size)
            let offset = onBaseline ? line - child.baseline(in: size) : free * alignment
            let origin =
                axis == .horizontal
                ? CGPoint(x: rect.minX + position, y: rect.minY + offset)
                : CGPoint(x: rect.minX + offset, y: rect.minY + position)
            child.place(CGRect(x: origin.x, y: origin.y, width: size.width, height: size.height), on: surface)
            position += main(size) + spacing
        }
    }

    package override func collectLeaves(into leaves: inout [any LayoutLeaf]) {
        for child in children { child.collectLeaves(into: &leaves) }
    }

    package override func baseline(in size: CGSize) -> Double {
        let sizes = sizes(ProposedViewSize(size))
        if axis == .horizontal { return ascent(sizes) }
        guard let first = children.first else { return size.height }
        return first.baseline(in: sizes[0])
    }

    private var gaps: Double { spacing * Double(max(children.count - 1, 0)) }
    private func main(_ size: CGSize) -> Double { axis == .horizontal ? size.width : size.height }
    private func cross(_ size: CGSize) -> Double { axis == .horizontal ? size.height : size.width }
    private func make(_ main: Double, _ cross: Double) -> CGSize {
        axis == .horizontal ? CGSize(width: main, height: cross) : CGSize(width: cross, height: main)
    }
    private func ascent(_ sizes: [CGSize]) -> Double {
        zip(children, sizes).map { $0.baseline(in: $1) }.max() ?? 0
    }

    private func ask(_ child: LayoutItem, _ main: Double?, _ cross: Double?) -> CGSize {
        if let spacer = child as? SpacerItem {
            guard let main, main.isFinite else { return make(spacer.minimum, 0) }
            return make(max(spacer.minimum, main), 0)
        }
        return child.size(
            axis == .horizontal
                ? ProposedViewSize(width: main, height: cross) : ProposedViewSize(width: cross, height: main))
    }

    /// How far a child can be stretched along the axis.
    private struct Flexibility {
        let index: Int
        let least: Double
        let most: Double
        let priority: Double
        var range: Double { most - least }
    }

    private func sizes(_ proposal: ProposedViewSize) -> [CGSize] {
        let length = axis == .horizontal ? proposal.width : proposal.height
        let across = axis == .horizontal ? proposal.height : proposal.width
        guard let length, length.isFinite else { return children.map { ask($0, length, across) } }
        let flexible = children.enumerated().map { index, child in
            let isSpacer = child is SpacerItem
            return Flexibility(
                index: index, least: main(ask(child, 0, across)),
                most: isSpacer ? .infinity : main(ask(child, .infinity, across)),
                priority: isSpacer ? -.infinity : child.priority)
        }
        var sizes = [CGSize](repeating: .zero, count: children.count)
        var remaining = length - gaps
        var reserved = flexible.reduce(0) { $0 + $1.least }
        for priority in Set(flexible.map(\.priority)).sorted(by: >) {
            let group = flexible.filter { $0.priority == priority }.sorted { $0.range < $1.range }
            reserved -= group.reduce(0) { $0 + $1.least }
            var available = remaining - reserved
            for (served, child) in group.enumerated() {
                let size = ask(children[child.index], max(available / Double(group.count - served), 0), across)
                sizes[child.index] = size
                available -= main(size)
                remaining -= main(size)
            }
        }
        return sizes
    }
}
