// SPDX-License-Identifier: MIT
internal import CGTK

/// Content with a changed environment.
package struct _EnvironmentView<Content: View>: PrimitiveView {
    let content: Content
    let change: (inout EnvironmentValues) -> Void
    package static func _makeNode(_ view: Self, _ place: NodePlace) -> Node { EnvironmentNode(view, place) }
}

final class EnvironmentNode<Content: View>: ViewNode<_EnvironmentView<Content>> {
    private var child: Node?
    override var children: [Node] { child.map { [$0] } ?? [] }
    override func apply() {
        var inside = environment
        view.change(&inside)
        show(view.content, in: &child, inside)
    }
}

/// Content whose layout is wrapped, as one item.
package struct _LayoutView<Content: View>: PrimitiveView {
    let content: Content
    let wrap: (LayoutItem) -> LayoutItem
    package static func _makeNode(_ view: Self, _ place: NodePlace) -> Node { LayoutNode(view, place) }
}

final class LayoutNode<Content: View>: ViewNode<_LayoutView<Content>> {
    private var child: Node?
    override var children: [Node] { child.map { [$0] } ?? [] }
    override func apply() {
        let isFirst = child == nil
        show(view.content, in: &child)
        if !isFirst { host.structureChanged() }
    }
    override func items() -> [LayoutItem] { (child?.items() ?? []).map(view.wrap) }
}

/// Content with a layer before or behind it.
package struct _LayerView<Content: View, Layer: View>: PrimitiveView {
    let content: Content
    let layer: Layer
    let isBehind: Bool
    let alignment: Alignment
    package static func _makeNode(_ view: Self, _ place: NodePlace) -> Node { LayerNode(view, place) }
}

final class LayerNode<Content: View, Layer: View>: ViewNode<_LayerView<Content, Layer>> {
    private var child: Node?
    private var layer: Node?
    override var children: [Node] { child.map { [$0] } ?? [] }
    override func apply() {
        show(view.content, in: &child)
        var inside = environment
        inside.context.isRow = false
        inside.context.shadowCSS = ""
        show(view.layer, in: &layer, inside)
    }
    override var spokenText: String {
        [child, view.isBehind ? nil : layer].compactMap { $0?.spokenText }.filter { !$0.isEmpty }
            .joined(separator: ", ")
    }
    override func items() -> [LayoutItem] {
        [
            LayerItem(
                .single(child?.items() ?? []), layer?.items() ?? [], isBehind: view.isBehind, view.alignment)
        ]
    }
    override func unmount() {
        super.unmount()
        layer?.unmount()
    }
}

/// Content with actions for its appearance, changes and disappearance.
package struct _HookView<Content: View>: PrimitiveView {
    let content: Content
    var onMount: (HookNode<Content>) -> Void = { _ in }
    var onUpdate: (HookNode<Content>) -> Void = { _ in }
    var onUnmount: (HookNode<Content>) -> Void = { _ in }
    package static func _makeNode(_ view: Self, _ place: NodePlace) -> Node { HookNode(view, place) }
}

final class HookNode<Content: View>: ViewNode<_HookView<Content>> {
    private var child: Node?
    /// The state of a modifier while its view is on the screen.
    var kept: AnyObject?
    override var children: [Node] { child.map { [$0] } ?? [] }
    override func apply() {
        let isFirst = child == nil
        show(view.content, in: &child)
        if isFirst { view.onMount(self) }
        view.onUpdate(self)
    }
    override func unmount() {
        view.onUnmount(self)
        kept = nil
        super.unmount()
    }

    /// The widgets of the content, from the back to the front.
    var widgets: [Widget] {
        var leaves: [any LayoutLeaf] = []
        for item in child?.items() ?? [] { item.collectLeaves(into: &leaves) }
        return leaves.compactMap { ($0 as? any WidgetBox)?.widget }
    }
}

/// Content with a tag for pickers and tabs.
package struct _TagView<Content: View>: PrimitiveView {
    let content: Content
    let tag: AnyHashable
    package static func _makeNode(_ view: Self, _ place: NodePlace) -> Node { TaggedNode(view, place) }
}

class TagNode: Node {
    fileprivate(set) final var tag: AnyHashable
    init(_ tag: AnyHashable, _ place: NodePlace) {
        self.tag = tag
        super.init(place)
    }
}

final class TaggedNode<Content: View>: TagNode {
    private var child: Node?
    init(_ view: _TagView<Content>, _ place: NodePlace) {
        super.init(view.tag, place)
        child = makeChild(view.content)
    }
    override var children: [Node] { child.map { [$0] } ?? [] }
    override func update(_ view: any View, _ environment: EnvironmentValues) {
        guard let view = view as? _TagView<Content> else { return }
        self.environment = environment
        tag = view.tag
        child?.update(view.content, environment)
    }
}

/// Content clipped to an outline, on its own widget.
package struct _ClipView<Content: View>: PrimitiveView {
    let content: Content
    let outline: Outline
    package static func _makeNode(_ view: Self, _ place: NodePlace) -> Node { ClipNode(view, place) }
}

final class ClipNode<Content: View>: ViewNode<_ClipView<Content>> {
    private let inner = Host()
    private let style = WidgetStyle()
    override var children: [Node] { inner.root.map { [$0] } ?? [] }
    override func apply() {
        gtk_widget_set_overflow(inner.widget, GTK_OVERFLOW_HIDDEN)
        style.apply(["border-radius: \(view.outline.radiusCSS);"], to: inner.widget)
        inner.show(view.content, parent: self, environment: environment)
    }
    override func items() -> [LayoutItem] { [LeafItem(WidgetLeaf(inner.widget, .nested(inner)))] }
    override func unmount() {
        super.unmount()
        inner.unmount()
    }
}

/// Content as a single element for a screen reader.
package struct _SpokenView<Content: View>: PrimitiveView {
    let content: Content
    var label: String?
    var value: String?
    var hint: String?
    var isHidden: Bool?
    var identifier: String?
    package static func _makeNode(_ view: Self, _ place: NodePlace) -> Node { SpokenNode(view, place) }
}

final class SpokenNode<Content: View>: ViewNode<_SpokenView<Content>> {
    private var child: Node?
    override var children: [Node] { child.map { [$0] } ?? [] }
    override func apply() {
        show(view.content, in: &child)
        var leaves: [any LayoutLeaf] = []
        for item in child?.items() ?? [] { item.collectLeaves(into: &leaves) }
        let widgets = leaves.compactMap { ($0 as? any WidgetBox)?.widget }
        if let isHidden = view.isHidden { for widget in widgets { Accessibility.setHidden(widget, isHidden) } }
        guard let widget = widgets.last else { return }
        if let identifier = view.identifier { Accessibility.setIdentifier(widget, identifier) }
        if let label = view.label {
            Accessibility.setHidden(widget, false)
            Accessibility.setLabel(widget, label)
            for other in widgets.dropLast() { Accessibility.setHidden(other, true) }
        }
        if let value = view.value { Accessibility.setDescription(widget, value) }
        if let hint = view.hint { Accessibility.setDescription(widget, hint) }
    }
    override var spokenText: String {
        if view.isHidden == true { return "" }
        let text = view.label ?? super.spokenText
        return view.value.map { text.isEmpty ? $0 : "\(text), \($0)" } ?? text
    }
}
