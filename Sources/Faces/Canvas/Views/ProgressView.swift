// SPDX-License-Identifier: MIT
internal import CGTK

/// Shows that work is running, or its progress.
package struct ProgressView: PrimitiveView {
    fileprivate let title: String?
    /// From 0 to 1; nil while unknown.
    fileprivate let fraction: Double?

    package init() {
        title = nil
        fraction = nil
    }
    @_disfavoredOverload package init<Title: StringProtocol>(_ title: Title) {
        self.title = String(title)
        fraction = nil
    }
    package init(value: Double?, total: Double = 1) {
        title = nil
        fraction = value.map { total > 0 ? min(max($0 / total, 0), 1) : 0 }
    }

    package static func _makeNode(_ view: ProgressView, _ place: NodePlace) -> Node { ProgressNode(view, place) }
}

final class ProgressNode: ViewNode<ProgressView> {
    private lazy var reference = WidgetReference(
        view.fraction == nil ? gtk_spinner_new() : gtk_progress_bar_new())
    private lazy var isBar = view.fraction != nil
    private var label: Node?
    override var children: [Node] { label.map { [$0] } ?? [] }

    override func setUp() {
        if isBar {
            gtk_widget_add_css_class(reference.widget, "canvas-progress")
        } else {
            gtk_widget_set_size_request(reference.widget, 24, 24)
            gtk_spinner_start(opaque(reference.widget))
        }
        apply()
    }

    override func apply() {
        if isBar { gtk_progress_bar_set_fraction(opaque(reference.widget), view.fraction ?? 0) }
        if let title = view.title {
            show(Text(title), in: &label)
            Accessibility.setLabel(reference.widget, title)
        }
    }

    override func items() -> [LayoutItem] {
        let sign = LeafItem(WidgetLeaf(reference.widget, isBar ? .wide : .natural))
        guard let label else { return [sign] }
        return [StackItem(.vertical, [sign] + label.items(), spacing: 10, alignment: 0.5)]
    }
}
