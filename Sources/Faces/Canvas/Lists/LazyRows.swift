// SPDX-License-Identifier: MIT
internal import CGTK

/// The nodes of those rows of a long column that are on the screen or near it.
///
/// A row keeps its node and state while its key is among them; the row with the keyboard focus always stays.
final class LazyRows {
    private let column: LazyColumn
    private unowned let owner: Node
    private var source = RowSource()
    private var range = 0..<0
    private var rows: [AnyHashable: (index: Int, node: Node)] = [:]
    private weak var scroll: ScrollContext?
    private let makeNode: (RowSource.Row, Int) -> Node
    private let updateNode: (Node, RowSource.Row, Int) -> Void

    /// The number of rows created before the first measurement.
    private static let firstRows = 24

    init(
        owner: Node, guess: Double, make: @escaping (RowSource.Row, Int) -> Node,
        update: @escaping (Node, RowSource.Row, Int) -> Void
    ) {
        self.owner = owner
        makeNode = make
        updateNode = update
        column = LazyColumn(count: 0, guess: guess)
        column.onChange = { [weak self] in beforeNextFrame { self?.follow() } }
    }

    var nodes: [Node] { rows.values.map(\.node) }
    /// The number of rows with a node, for tests.
    var liveCount: Int { rows.count }

    /// Updates to the next content: existing rows are updated, others are added or removed.
    func update(_ source: RowSource, _ scroll: ScrollContext?) {
        if self.scroll !== scroll {
            self.scroll?.leave(self)
            scroll?.follow(self) { [weak self] in self?.follow() }
            self.scroll = scroll
        }
        if source.count != self.source.count {
            column.heights = RowHeights(count: source.count, guess: column.heights.estimate)
        }
        self.source = source
        range = wanted()
        fill(isUpdate: true)
    }

    func item(spacing: Double, _ alignment: HorizontalAlignment) -> LayoutItem {
        let items = rows.values.sorted { $0.index < $1.index }.map { ($0.index, LayoutItem.single($0.node.items())) }
        return LazyColumnItem(column, items, spacing: spacing, alignment)
    }

    func unmount() {
        scroll?.leave(self)
        for row in rows.values { row.node.unmount() }
        rows = [:]
    }

    /// The rows in sight and half a screen beyond both ends; all of them outside a scroll view.
    private func wanted() -> Range<Int> {
        guard let scroll else { return 0..<source.count }
        guard scroll.height > 0 else { return 0..<min(Self.firstRows, source.count) }
        let margin = scroll.height / 2
        let top = scroll.top - column.top
        return column.heights.rows(from: top - margin, to: top + scroll.height + margin).clamped(to: 0..<source.count)
    }

    private func follow() {
        guard owner.isMounted else { return }
        let next = wanted()
        let isInside = range.contains(next.lowerBound) && range.upperBound >= next.upperBound
        // One or two extra rows cost less than adding and removing rows at each step of the wheel.
        if isInside, range.count <= next.count + 8 { return }
        guard next != range else { return }
        range = next
        fill(isUpdate: false)
    }

    private func fill(isUpdate: Bool) {
        var next: [AnyHashable: (index: Int, node: Node)] = [:]
        var isChanged = false
        for index in range {
            // What a row's content reads must update it too, although no body runs here.
            let row = owner.observe { source.row(index) }
            guard next[row.key] == nil else { continue }
            if let kept = rows.removeValue(forKey: row.key) {
                if isUpdate { updateNode(kept.node, row, index) }
                if kept.index != index { isChanged = true }
                next[row.key] = (index, kept.node)
            } else {
                next[row.key] = (index, makeNode(row, index))
                isChanged = true
            }
        }
        for (key, row) in rows {
            if !isUpdate, hasFocus(row.node) {
                next[key] = row
            } else {
                row.node.unmount()
                isChanged = true
            }
        }
        rows = next
        if isChanged || isUpdate { owner.host.structureChanged() }
    }

    private func hasFocus(_ node: Node) -> Bool {
        var leaves: [any LayoutLeaf] = []
        for item in node.items() { item.collectLeaves(into: &leaves) }
        return leaves.contains { leaf in
            guard let widget = (leaf as? any WidgetBox)?.widget else { return false }
            return gtk_widget_has_focus(widget) != 0 || gtk_widget_get_focus_child(widget) != nil
        }
    }
}

/// Views in a column, of which only those in sight exist.
package struct LazyVStack<Content: View>: PrimitiveView {
    fileprivate let alignment: HorizontalAlignment
    fileprivate let spacing: Double?
    fileprivate let content: Content

    package init(
        alignment: HorizontalAlignment = .center, spacing: Double? = nil, @ViewBuilder content: () -> Content
    ) {
        self.alignment = alignment
        self.spacing = spacing
        self.content = content()
    }

    package static func _makeNode(_ view: Self, _ place: NodePlace) -> Node { LazyStackNode(view, place) }
}

final class LazyStackNode<Content: View>: ViewNode<LazyVStack<Content>> {
    private lazy var rows = LazyRows(
        owner: self, guess: 44,
        make: { [unowned self] row, _ in makeChild(row.view) },
        update: { [unowned self] node, row, _ in node.update(row.view, environment) })

    override var children: [Node] { rows.nodes }
    override func apply() { rows.update(RowSource.of(view.content, []), environment.context.scroll) }
    override func items() -> [LayoutItem] { [rows.item(spacing: view.spacing ?? 8, view.alignment)] }
    override func unmount() {
        super.unmount()
        rows.unmount()
    }
}
