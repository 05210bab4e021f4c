// SPDX-License-Identifier: MIT
internal import CGTK

/// A button that opens a list of actions.
package struct Menu<Caption: View, Content: View>: PrimitiveView {
    fileprivate let content: () -> Content
    fileprivate let label: Caption

    package init(@ViewBuilder content: @escaping () -> Content, @ViewBuilder label: () -> Caption) {
        self.content = content
        self.label = label()
    }

    package static func _makeNode(_ view: Self, _ place: NodePlace) -> Node { MenuNode(view, place) }
}

extension Menu where Caption == Text {
    @_disfavoredOverload package init<Title: StringProtocol>(
        _ title: Title, @ViewBuilder content: @escaping () -> Content
    ) {
        self.init(content: content) { Text(title) }
    }
}

extension Menu where Caption == Label<Text, Image> {
    @_disfavoredOverload package init<Title: StringProtocol>(
        _ title: Title, systemImage: String, @ViewBuilder content: @escaping () -> Content
    ) {
        self.init(content: content) { Label(title, systemImage: systemImage) }
    }
}

final class MenuNode<Caption: View, Content: View>: PressNode<Menu<Caption, Content>> {
    private var menu: PopoverMenu?

    override var label: AnyView {
        let label = view.label
        if environment.context.isRow { return row(label) }
        return environment.context.buttonKind == .plain
            ? AnyView(label) : AnyView(label.foregroundStyle(environment.tint ?? .accentColor))
    }

    override func pressed() {
        let menu = menu ?? PopoverMenu(on: reference.widget)
        self.menu = menu
        menu.open(listActions(view.content(), environment), environment)
    }

    override func unmount() {
        super.unmount()
        menu?.close()
        menu = nil
    }
}

/// A popover with a list of actions, over a widget.
final class PopoverMenu {
    private let popover: WidgetReference
    private let box: Widget
    private var hosts: [Host] = []
    private let anchor: Widget
    private var isOpen = false

    init(on widget: Widget) {
        anchor = widget
        popover = WidgetReference(gtk_popover_new())
        box = made(gtk_box_new(GTK_ORIENTATION_VERTICAL, 2))
        gtk_widget_add_css_class(popover.widget, "canvas-menu")
        gtk_popover_set_child(cast(popover.widget), box)
        gtk_widget_set_parent(popover.widget, widget)
        gtk_popover_set_has_arrow(cast(popover.widget), 0)
    }

    /// - Parameter point: the position of the finger or pointer; nil for the widget as a whole.
    func open(_ actions: [ActionItem], _ environment: EnvironmentValues, at point: CGPoint? = nil) {
        clear()
        guard !actions.isEmpty else { return }
        for action in actions {
            let host = Host(alignment: .leading)
            var looks = environment.detached()
            looks.context.isEnabled = action.isEnabled
            let color = action.role == .destructive ? Color.red : .primary
            if let symbol = action.symbol {
                let label = Label(action.title, systemImage: symbol).foregroundStyle(color)
                host.mount(label, parent: nil, environment: looks)
            } else {
                host.mount(Text(action.title).foregroundStyle(color), parent: nil, environment: looks)
            }
            let item = makeWidget(gtk_button_get_type(), role: GTK_ACCESSIBLE_ROLE_MENU_ITEM)
            gtk_widget_add_css_class(item, "canvas-menu-item")
            gtk_button_set_child(cast(item), host.widget)
            Accessibility.setLabel(item, action.title)
            gtk_widget_set_sensitive(item, action.isEnabled.gboolean)
            onSignal(item, "clicked") { [weak self] in
                // If it is pressed twice before it closes, the choice is made once.
                guard let self, isOpen else { return }
                popDown()
                action.action()
            }
            gtk_box_append(cast(box), item)
            hosts.append(host)
        }
        if let point {
            var rect = GdkRectangle(x: gint(point.x), y: gint(point.y), width: 1, height: 1)
            gtk_popover_set_pointing_to(cast(popover.widget), &rect)
        } else {
            gtk_popover_set_pointing_to(cast(popover.widget), nil)
        }
        isOpen = true
        Popovers.open(popover, over: anchor)
        StyleSheet.shared.flush()
    }

    /// Removes the popover from its widget; must be called before the widget is destroyed.
    func close() {
        clear()
        if gtk_widget_get_parent(popover.widget) != nil { gtk_widget_unparent(popover.widget) }
    }

    private func popDown() {
        isOpen = false
        gtk_popover_popdown(cast(popover.widget))
    }

    private func clear() {
        for host in hosts { host.unmount() }
        hosts = []
        while let child = gtk_widget_get_first_child(box) { gtk_box_remove(cast(box), child) }
    }
}
