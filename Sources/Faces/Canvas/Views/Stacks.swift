// SPDX-License-Identifier: MIT

/// The node of a view that only arranges its content.
final class ArrangingNode<V: View, Content: View>: ViewNode<V> {
    private let content: (V) -> Content
    private let arrange: (V, [LayoutItem]) -> LayoutItem
    private var child: Node?

    init(
        _ view: V, _ place: NodePlace, content: @escaping (V) -> Content,
        arrange: @escaping (V, [LayoutItem]) -> LayoutItem
    ) {
        self.content = content
        self.arrange = arrange
        super.init(view, place)
    }

    override var children: [Node] { child.map { [$0] } ?? [] }
    override func apply() {
        var inside = environment
        inside.context.isRow = false  // what stands beside others is not the whole row of a list
        show(content(view), in: &child, inside)
    }
    override func items() -> [LayoutItem] { [arrange(view, child?.items() ?? [])] }
}

/// Views below each other.
package struct VStack<Content: View>: PrimitiveView {
    private let alignment: HorizontalAlignment
    private let spacing: Double?
    private let content: Content

    package init(
        alignment: HorizontalAlignment = .center, spacing: Double? = nil, @ViewBuilder content: () -> Content
    ) {
        self.alignment = alignment
        self.spacing = spacing
        self.content = content()
    }

    package static func _makeNode(_ view: Self, _ place: NodePlace) -> Node {
        ArrangingNode(view, place, content: { $0.content }) { view, items in
            StackItem(.vertical, items, spacing: view.spacing ?? 8, alignment: view.alignment.fraction)
        }
    }
}

/// Views beside each other.
package struct HStack<Content: View>: PrimitiveView {
    private let alignment: VerticalAlignment
    private let spacing: Double?
    private let content: Content

    package init(
        alignment: VerticalAlignment = .center, spacing: Double? = nil, @ViewBuilder content: () -> Content
    ) {
        self.alignment = alignment
        self.spacing = spacing
        self.content = content()
    }

    package static func _makeNode(_ view: Self, _ place: NodePlace) -> Node {
        ArrangingNode(view, place, content: { $0.content }) { view, items in
            StackItem(
                .horizontal, items, spacing: view.spacing ?? 8, alignment: view.alignment.fraction,
                onBaseline: view.alignment == .firstTextBaseline)
        }
    }
}

/// Views on top of each other.
package struct ZStack<Content: View>: PrimitiveView {
    private let alignment: Alignment
    private let content: Content

    package init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
        self.alignment = alignment
        self.content = content()
    }

    package static func _makeNode(_ view: Self, _ place: NodePlace) -> Node {
        ArrangingNode(view, place, content: { $0.content }) { view, items in OverlapItem(items, view.alignment) }
    }
}

/// Views in columns.
package struct LazyVGrid<Content: View>: PrimitiveView {
    private let columns: [GridItem]
    private let alignment: HorizontalAlignment
    private let spacing: Double?
    private let content: Content

    package init(
        columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: Double? = nil,
        @ViewBuilder content: () -> Content
    ) {
        self.columns = columns
        self.alignment = alignment
        self.spacing = spacing
        self.content = content()
    }

    package static func _makeNode(_ view: Self, _ place: NodePlace) -> Node {
        ArrangingNode(view, place, content: { $0.content }) { view, items in
            GridLayoutItem(items, view.columns, view.alignment, spacing: view.spacing ?? 8)
        }
    }
}

/// Flexible space between views.
package struct Spacer: PrimitiveView {
    fileprivate let minimum: Double?
    package init(minLength: Double? = nil) { minimum = minLength }
    package static func _makeNode(_ view: Spacer, _ place: NodePlace) -> Node { SpacerNode(view, place) }
}

final class SpacerNode: ViewNode<Spacer> {
    override func items() -> [LayoutItem] { [SpacerItem(minimum: view.minimum ?? 8)] }
}

/// A hairline between views.
package struct Divider: PrimitiveView {
    package init() {}
    package static func _makeNode(_ view: Divider, _ place: NodePlace) -> Node { DividerNode(view, place) }
}

final class DividerNode: ViewNode<Divider> {
    private var line: Node?
    override var children: [Node] { line.map { [$0] } ?? [] }
    override func apply() { show(Color.gray.opacity(0.28), in: &line) }
    override func items() -> [LayoutItem] {
        var leaves: [any LayoutLeaf] = []
        for item in line?.items() ?? [] { item.collectLeaves(into: &leaves) }
        return leaves.map { DividerItem($0) }
    }
}
