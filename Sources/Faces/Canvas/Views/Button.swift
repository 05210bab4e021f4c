// SPDX-License-Identifier: MIT
internal import CGTK

/// The purpose of a button, where its look or position depends on it.
nonisolated package struct ButtonRole: Equatable, Sendable {
    private let name: String
    package static let cancel = ButtonRole(name: "cancel")
    package static let destructive = ButtonRole(name: "destructive")
}

/// Something to press.
package struct Button<Caption: View>: PrimitiveView {
    let role: ButtonRole?
    let action: () -> Void
    let label: Caption

    package init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Caption) {
        self.init(role: nil, action: action, label: label)
    }
    package init(role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Caption) {
        self.role = role
        self.action = action
        self.label = label()
    }

    package static func _makeNode(_ view: Self, _ place: NodePlace) -> Node { ButtonNode(view, place) }
}

extension Button where Caption == Text {
    package init(_ title: LocalizedStringKey, role: ButtonRole? = nil, action: @escaping @MainActor () -> Void) {
        self.init(role: role, action: action) { Text(title) }
    }
    @_disfavoredOverload package init<Title: StringProtocol>(
        _ title: Title, role: ButtonRole? = nil, action: @escaping @MainActor () -> Void
    ) {
        self.init(role: role, action: action) { Text(title) }
    }
}

extension Button where Caption == Label<Text, Image> {
    package init(
        _ title: LocalizedStringKey, systemImage: String, role: ButtonRole? = nil,
        action: @escaping @MainActor () -> Void
    ) {
        self.init(role: role, action: action) { Label(title, systemImage: systemImage) }
    }
    @_disfavoredOverload package init<Title: StringProtocol>(
        _ title: Title, systemImage: String, role: ButtonRole? = nil, action: @escaping @MainActor () -> Void
    ) {
        self.init(role: role, action: action) { Label(title, systemImage: systemImage) }
    }
}

/// A button in menus, dialogs and swipes: its text, symbol and action.
struct ActionItem {
    let title: String
    let symbol: String?
    let role: ButtonRole?
    let tint: Color?
    let isEnabled: Bool
    let action: () -> Void
}

/// A view whose buttons menus and dialogs can list.
protocol ActionListing {
    func _actions(_ environment: EnvironmentValues) -> [ActionItem]
}

extension Button: ActionListing {
    func _actions(_ environment: EnvironmentValues) -> [ActionItem] {
        let label = label as? Canvas.Label<Text, Image>
        var symbol: String?
        if case .symbol(let name)? = label?.icon.source { symbol = name }
        let title = (self.label as? Text)?.string ?? label?.title.string ?? ""
        return [
            ActionItem(
                title: title, symbol: symbol, role: role, tint: environment.tint, isEnabled: environment.isEnabled,
                action: action)
        ]
    }
}

/// The buttons of a view's content, in their order.
func listActions(_ view: any View, _ environment: EnvironmentValues) -> [ActionItem] {
    if let listing = view as? any ActionListing { return listing._actions(environment) }
    guard let rows = view as? any RowListing else { return [] }
    let source = rows._rows([])
    return (0..<source.count).flatMap { index -> [ActionItem] in
        let row = source.row(index)
        return row.view is any RowListing && !(row.view is any ActionListing) ? [] : listActions(row.view, environment)
    }
}

/// A GtkButton around a Canvas layout: the look comes from Canvas; focus, keys and accessibility from GTK.
class PressNode<V: View>: ViewNode<V> {
    final lazy var reference = makeReference()
    final let inner = Host()
    func makeReference() -> WidgetReference { WidgetReference(gtk_button_new()) }
    override var children: [Node] { inner.root.map { [$0] } ?? [] }

    /// The content, as the environment requires.
    var label: AnyView { AnyView(EmptyView()) }
    func pressed() {}

    final override func setUp() {
        gtk_widget_add_css_class(reference.widget, "canvas-press")
        gtk_button_set_child(cast(reference.widget), inner.widget)
        onSignal(reference.widget, "clicked") { [weak self] in
            // A press by the keyboard or the bus takes a quarter of a second, and the page may have left by then.
            guard let self, isUsable(reference.widget) else { return }
            pressed()
        }
        if environment.context.isRow { gtk_widget_add_css_class(reference.widget, "canvas-row") }
        apply()
    }

    override func apply() {
        var inside = environment
        inside.context.isRow = false
        inner.show(label, parent: self, environment: inside)
        gtk_widget_set_sensitive(reference.widget, environment.isEnabled.gboolean)
        let text = spokenText
        if !text.isEmpty { Accessibility.setLabel(reference.widget, text) }
    }

    final override func items() -> [LayoutItem] {
        [LeafItem(WidgetLeaf(reference.widget, .nested(inner)), fillsRow: environment.context.isRow)]
    }

    override func unmount() {
        super.unmount()
        inner.unmount()
    }

    /// The margins of a row are inside the button, so that the whole row can be pressed.
    final func row<Content: View>(_ content: Content) -> AnyView {
        AnyView(
            content.padding(RowMetrics.insets)
                .frame(maxWidth: .infinity, minHeight: RowMetrics.minHeight, alignment: .leading))
    }
}

final class ButtonNode<Caption: View>: PressNode<Button<Caption>> {
    override var label: AnyView {
        let label = view.label
        let isDestructive = view.role == .destructive
        let tint = isDestructive ? Color.red : environment.tint ?? .accentColor
        if environment.context.isRow {
            return environment.context.buttonKind == .plain ? row(label) : row(label.foregroundStyle(tint))
        }
        switch environment.context.buttonKind {
        case .plain: return AnyView(label)
        case .automatic, .borderless: return AnyView(label.foregroundStyle(tint))
        case .bordered:
            return AnyView(
                label.foregroundStyle(tint).fontWeight(.semibold).multilineTextAlignment(.center)
                    .padding(.horizontal, 16).padding(.vertical, 11)
                    .background(tint.opacity(0.13), in: RoundedRectangle(cornerRadius: 13)))
        case .borderedProminent:
            let fill = isDestructive ? Color.destructiveFill : environment.tint ?? .accentFill
            return AnyView(
                label.font(.headline).foregroundStyle(Color.white).multilineTextAlignment(.center)
                    .padding(.horizontal, 18).padding(.vertical, 14)
                    .background(
                        environment.isEnabled ? fill : Color.gray.opacity(0.5), in: RoundedRectangle(cornerRadius: 14)))
        }
    }

    override func pressed() { view.action() }
}
