// SPDX-License-Identifier: MIT
internal import CGTK

/// One of several values, each a view with a tag.
package struct Picker<Caption: View, Selection: Hashable, Content: View>: PrimitiveView {
    fileprivate let selection: Binding<Selection>
    fileprivate let content: Content
    fileprivate let label: Caption

    package init(
        selection: Binding<Selection>, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Caption
    ) {
        self.selection = selection
        self.content = content()
        self.label = label()
    }

    package static func _makeNode(_ view: Self, _ place: NodePlace) -> Node { PickerNode(view, place) }
}

extension Picker where Caption == Text {
    package init(
        _ title: LocalizedStringKey, selection: Binding<Selection>, @ViewBuilder content: () -> Content
    ) {
        self.init(selection: selection, content: content) { Text(title) }
    }
    @_disfavoredOverload package init<Title: StringProtocol>(
        _ title: Title, selection: Binding<Selection>, @ViewBuilder content: () -> Content
    ) {
        self.init(selection: selection, content: content) { Text(title) }
    }
}

final class PickerNode<Caption: View, Selection: Hashable, Content: View>: ViewNode<
    Picker<Caption, Selection, Content>
>
{
    private lazy var reference = WidgetReference(
        environment.context.pickerKind == .segmented
            ? gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0) : gtk_drop_down_new_from_strings(nil))
    private lazy var isSegmented = environment.context.pickerKind == .segmented
    private let style = WidgetStyle()
    /// Options are only read for their tags and text; they are never on the screen.
    private let backstage = Host()
    private var options: Node?
    private var title: Node?
    private var tags: [AnyHashable] = []
    private var names: [String] = []
    private var segments: [Widget] = []
    private var isEchoing = false

    override var children: [Node] { [options, title].compactMap { $0 } }

    override func setUp() {
        if isSegmented {
            gtk_widget_add_css_class(reference.widget, "canvas-segments")
            gtk_box_set_homogeneous(cast(reference.widget), 1)
        } else {
            onSignal1(opaque(reference.widget), "notify::selected") { [weak self] _ in
                guard let self, !isEchoing else { return }
                choose(Int(gtk_drop_down_get_selected(opaque(reference.widget))))
            }
            openInSightOnly()
        }
        apply()
    }

    override func apply() {
        if let options {
            options.update(view.content, environment)
        } else {
            options = makeChild(view.content, on: backstage)
        }
        var inside = environment
        inside.context.isRow = false
        show(view.label, in: &title, inside)
        let tagged = options?.nodes(of: TagNode.self) ?? []
        tags = tagged.map(\.tag)
        isEchoing = true
        setNames(tagged.map(\.spokenText))
        select(tags.firstIndex(of: AnyHashable(observe { view.selection.wrappedValue })))
        isEchoing = false
        if isSegmented {
            // Letters of this size have no space beside each other.
            gtk_orientable_set_orientation(
                opaque(reference.widget),
                environment.dynamicTypeSize.isAccessibilitySize
                    ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL)
        }
        style.apply([environment.resolvedFont().css(scale: environment.textScale)], to: reference.widget)
        gtk_widget_set_sensitive(reference.widget, environment.isEnabled.gboolean)
        let words = title?.spokenText ?? ""
        Accessibility.setLabel(reference.widget, words)
        // The button inside receives the focus and the press.
        if !isSegmented, let button = gtk_widget_get_first_child(reference.widget) {
            Accessibility.setLabel(button, words)
        }
    }

    /// The list opens by ``Popovers`` instead of GtkDropDown's own handler of its button.
    private func openInSightOnly() {
        guard let button = gtk_widget_get_first_child(reference.widget), let list = gtk_widget_get_next_sibling(button),
            Popovers.isPopover(list)
        else { return }
        g_signal_handlers_disconnect_matched(
            button, GSignalMatchType(rawValue: G_SIGNAL_MATCH_ID.rawValue | G_SIGNAL_MATCH_DATA.rawValue),
            g_signal_lookup("toggled", gtk_toggle_button_get_type()), 0, nil, nil, reference.widget)
        let popover = WidgetReference(list)
        onSignal(button, "toggled") {
            if gtk_toggle_button_get_active(cast(button)) == 0 {
                gtk_popover_popdown(cast(popover.widget))
            } else if !Popovers.open(popover, over: button) {
                gtk_toggle_button_set_active(cast(button), 0)
            }
        }
    }

    private func choose(_ index: Int) {
        guard index < tags.count, let value = tags[index].base as? Selection else { return }
        if view.selection.wrappedValue != value { view.selection.wrappedValue = value }
    }

    private func setNames(_ next: [String]) {
        guard next != names else { return }
        names = next
        guard isSegmented else {
            let list = made(gtk_string_list_new(nil))
            for name in next { gtk_string_list_append(list, name) }
            gtk_drop_down_set_model(opaque(reference.widget), list)
            g_object_unref(UnsafeMutableRawPointer(list))
            return
        }
        for segment in segments { gtk_box_remove(cast(reference.widget), segment) }
        segments = next.map { name in
            let segment = made(gtk_toggle_button_new())
            let label = made(gtk_label_new(name))
            // For large letters in a narrow window, an ellipsis is better than a window wider than the screen.
            gtk_label_set_ellipsize(opaque(label), PANGO_ELLIPSIZE_END)
            gtk_button_set_child(cast(segment), label)
            Accessibility.setLabel(segment, name)
            return segment
        }
        for (index, segment) in segments.enumerated() {
            if index > 0 { gtk_toggle_button_set_group(cast(segment), cast(segments[0])) }
            gtk_box_append(cast(reference.widget), segment)
            onSignal(segment, "toggled") { [weak self] in
                guard let self, !isEchoing, gtk_toggle_button_get_active(cast(segment)) != 0 else { return }
                choose(index)
            }
        }
    }

    private func select(_ index: Int?) {
        guard let index else { return }
        if isSegmented {
            gtk_toggle_button_set_active(cast(segments[index]), 1)
        } else {
            gtk_drop_down_set_selected(opaque(reference.widget), guint(index))
        }
    }

    override func unmount() {
        super.unmount()
        Popovers.close(below: reference.widget)
    }

    override func items() -> [LayoutItem] {
        if isSegmented { return [LeafItem(WidgetLeaf(reference.widget, .wide))] }
        if environment.context.hidesLabels { return [LeafItem(WidgetLeaf(reference.widget))] }
        // Letters of this size have no space beside each other.
        if environment.dynamicTypeSize.isAccessibilitySize {
            return [
                StackItem(
                    .vertical, (title?.items() ?? []) + [LeafItem(WidgetLeaf(reference.widget))], spacing: 6,
                    alignment: 0)
            ]
        }
        let words = (title?.items() ?? []) + [SpacerItem(minimum: 8), LeafItem(WidgetLeaf(reference.widget))]
        return [StackItem(.horizontal, words, spacing: 8, alignment: 0.5)]
    }
}
