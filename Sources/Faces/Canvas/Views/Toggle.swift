// SPDX-License-Identifier: MIT
internal import CGTK

/// A switch with text.
package struct Toggle<Caption: View>: PrimitiveView {
    fileprivate let isOn: Binding<Bool>
    fileprivate let label: Caption

    package init(isOn: Binding<Bool>, @ViewBuilder label: () -> Caption) {
        self.isOn = isOn
        self.label = label()
    }

    package static func _makeNode(_ view: Self, _ place: NodePlace) -> Node { ToggleNode(view, place) }
}

extension Toggle where Caption == Text {
    package init(_ title: LocalizedStringKey, isOn: Binding<Bool>) { self.init(isOn: isOn) { Text(title) } }
    @_disfavoredOverload package init<Title: StringProtocol>(_ title: Title, isOn: Binding<Bool>) {
        self.init(isOn: isOn) { Text(title) }
    }
}

final class ToggleNode<Caption: View>: ViewNode<Toggle<Caption>> {
    private let reference = WidgetReference(gtk_switch_new())
    private var label: Node?
    private var isEchoing = false
    override var children: [Node] { label.map { [$0] } ?? [] }

    override func setUp() {
        onSignal1(opaque(reference.widget), "notify::active") { [weak self] _ in
            guard let self, !isEchoing else { return }
            view.isOn.wrappedValue = gtk_switch_get_active(opaque(reference.widget)) != 0
        }
        gtk_widget_set_valign(reference.widget, GTK_ALIGN_CENTER)
        apply()
    }

    override func apply() {
        var inside = environment
        inside.context.isRow = false
        show(view.label, in: &label, inside)
        let isOn = observe { view.isOn.wrappedValue }.gboolean
        if gtk_switch_get_active(opaque(reference.widget)) != isOn {
            isEchoing = true
            gtk_switch_set_active(opaque(reference.widget), isOn)
            isEchoing = false
        }
        gtk_widget_set_sensitive(reference.widget, environment.isEnabled.gboolean)
        Accessibility.setLabel(reference.widget, label?.spokenText ?? "")
    }

    override func items() -> [LayoutItem] {
        if environment.context.hidesLabels { return [LeafItem(WidgetLeaf(reference.widget))] }
        let words = (label?.items() ?? []) + [SpacerItem(minimum: 8), LeafItem(WidgetLeaf(reference.widget))]
        return [StackItem(.horizontal, words, spacing: 8, alignment: 0.5)]
    }
}
