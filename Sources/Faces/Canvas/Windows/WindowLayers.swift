// SPDX-License-Identifier: MIT
internal import CGTK
internal import Dispatch

/// Sheets, alerts and dialogs: layers inside the window, of which only the topmost can be used.
final class WindowLayers {
    enum Kind {
        case sheet
        /// A sheet over the whole window.
        case cover
        case alert
        case dialog
    }

    /// One layer with its backdrop.
    final class Layer {
        let kind: Kind
        let host: Host
        fileprivate let dim: Widget
        fileprivate let reveal: Widget
        fileprivate let style = WidgetStyle()
        fileprivate var formerFocus: WidgetReference?
        fileprivate var render: (EnvironmentValues) -> Void = { _ in }
        var cancel: () -> Void

        fileprivate init(_ kind: Kind, cancel: @escaping () -> Void) {
            self.kind = kind
            self.cancel = cancel
            host = Host(
                alignment: .top,
                role: kind == .alert ? GTK_ACCESSIBLE_ROLE_ALERT_DIALOG : GTK_ACCESSIBLE_ROLE_DIALOG)
            dim = makeWidget(Host.type, role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
            reveal = made(gtk_revealer_new())
        }
    }

    private let overlay: Widget
    private let base: Host
    private var layers: [Layer] = []
    private var size = CGSize.zero

    /// The duration of a layer's closing, in seconds.
    private static let leaving = 0.3

    init(_ overlay: Widget, _ base: Host) {
        self.overlay = overlay
        self.base = base
    }

    func present<V: View>(
        _ view: V, as kind: Kind, title: String, from node: Node, cancel: @escaping () -> Void
    ) -> Layer {
        let layer = Layer(kind, cancel: cancel)
        Accessibility.setLabel(layer.host.widget, title)
        gtk_widget_add_css_class(layer.dim, "canvas-dim")
        gtk_overlay_add_overlay(opaque(overlay), layer.dim)
        gtk_revealer_set_transition_type(
            opaque(layer.reveal),
            kind == .alert ? GTK_REVEALER_TRANSITION_TYPE_CROSSFADE : GTK_REVEALER_TRANSITION_TYPE_SLIDE_UP)
        gtk_widget_set_overflow(layer.host.widget, GTK_OVERFLOW_HIDDEN)
        gtk_revealer_set_child(opaque(layer.reveal), layer.host.widget)
        gtk_overlay_add_overlay(opaque(overlay), layer.reveal)
        place(layer)
        layer.render = { [weak layer, weak node] environment in
            guard let layer else { return }
            layer.style.apply([Self.css(layer.kind, environment)], to: layer.host.widget)
            layer.host.show(view, parent: node, environment: environment)
        }
        layer.render(environment(of: layer, node.environment))
        for below in [base.widget] + layers.map(\.host.widget) { Popovers.close(below: below) }
        let click = made(gtk_gesture_click_new())
        onPress(click, "released") { [weak layer] _ in layer?.cancel() }
        gtk_widget_add_controller(layer.dim, click)
        layer.formerFocus = focus.map { WidgetReference($0) }
        layers.append(layer)
        lockBelow()
        // Content below, or in a menu over it, must lose the focus. The layer takes it as soon as it is on the screen.
        if let root = gtk_widget_get_root(overlay) { gtk_root_set_focus(root, nil) }
        onSignal(layer.host.widget, "map") { [weak self, weak layer] in
            beforeNextFrame {
                guard let self, let layer, self.layers.last === layer, !self.holdsFocus(layer) else { return }
                gtk_widget_child_focus(layer.host.widget, GTK_DIR_TAB_FORWARD)
            }
        }
        gtk_revealer_set_reveal_child(opaque(layer.reveal), 1)
        StyleSheet.shared.flush()
        return layer
    }

    /// Closes the topmost layer; false if there is none.
    func cancelTop() -> Bool {
        guard let top = layers.last else { return false }
        top.cancel()
        return true
    }

    /// Closes a layer and restores the earlier focus.
    func close(_ layer: Layer) {
        guard layers.contains(where: { $0 === layer }) else { return }
        layers.removeAll { $0 === layer }
        lockBelow()
        // It is visible until it has slid away, but cannot be used any more.
        Popovers.close(below: layer.host.widget)
        gtk_widget_set_can_target(layer.host.widget, 0)
        gtk_widget_set_can_focus(layer.host.widget, 0)
        Accessibility.setHidden(layer.host.widget, true)
        gtk_revealer_set_reveal_child(opaque(layer.reveal), 0)
        gtk_overlay_remove_overlay(opaque(overlay), layer.dim)
        layer.render = { _ in }
        layer.cancel = {}
        if let former = layer.formerFocus?.widget, gtk_widget_get_root(former) != nil {
            gtk_widget_grab_focus(former)
        }
        layer.formerFocus = nil
        DispatchQueue.main.asyncAfter(deadline: .now() + Self.leaving) {
            MainActor.assumeIsolated {
                gtk_overlay_remove_overlay(opaque(self.overlay), layer.reveal)
                layer.host.unmount()
            }
        }
    }

    /// Updates a layer's view to its next value.
    func update<V: View>(_ layer: Layer, _ view: V, from node: Node) {
        layer.render = { [weak layer, weak node] environment in
            guard let layer else { return }
            layer.style.apply([Self.css(layer.kind, environment)], to: layer.host.widget)
            layer.host.show(view, parent: node, environment: environment)
        }
        layer.render(environment(of: layer, node.environment))
    }

    func resized(_ size: CGSize) {
        guard size != self.size else { return }
        self.size = size
        beforeNextFrame { [weak self] in
            guard let self else { return }
            Popovers.close(below: overlay)
            for layer in layers { place(layer) }
        }
    }

    /// Applies the window's current appearance to all layers.
    func restyle(_ environment: EnvironmentValues) {
        for layer in layers { layer.style.apply([Self.css(layer.kind, environment)], to: layer.host.widget) }
    }

    /// The focused widget; for a menu its opener, because the menu closes.
    private var focus: Widget? {
        guard let root = gtk_widget_get_root(overlay), let focus = gtk_root_get_focus(root) else { return nil }
        guard let menu = Popovers.around(focus) else { return focus }
        return gtk_widget_get_parent(menu)
    }

    private func holdsFocus(_ layer: Layer) -> Bool {
        guard let focus else { return false }
        return gtk_widget_is_ancestor(focus, layer.host.widget) != 0
    }

    private func environment(of layer: Layer, _ outer: EnvironmentValues) -> EnvironmentValues {
        var inside = outer.detached()
        inside.context.dismiss = DismissAction { [weak layer] in layer?.cancel() }
        inside.context.hasWindowButtons = false
        return inside
    }

    private func place(_ layer: Layer) {
        guard layer.kind != .cover else {
            for set in [gtk_widget_set_valign, gtk_widget_set_halign] { set(layer.reveal, GTK_ALIGN_FILL) }
            return
        }
        let isWide = size.width >= 700
        let height = size.height > 0 ? size.height : Double(gtk_widget_get_height(overlay))
        gtk_widget_set_valign(
            layer.reveal, layer.kind == .alert || (isWide && layer.kind == .sheet) ? GTK_ALIGN_CENTER : GTK_ALIGN_END)
        gtk_widget_set_halign(layer.reveal, layer.kind == .alert || isWide ? GTK_ALIGN_CENTER : GTK_ALIGN_FILL)
        let isSheet = layer.kind == .sheet
        let wide = isSheet ? 560 : 400
        let width = layer.kind == .alert ? min(320, max(size.width - 32, 260)) : isWide ? Double(wide) : -1
        gtk_widget_set_size_request(
            layer.host.widget, gint(width), isSheet ? gint(height * (isWide ? 0.86 : 0.94)) : -1)
    }

    private static func css(_ kind: Kind, _ environment: EnvironmentValues) -> String {
        let isPage = kind == .sheet || kind == .cover
        let fill = Color(isPage ? "Background" : "Card").resolved(environment.colorScheme).css
        let isWide = environment.horizontalSizeClass == .regular
        let corners = kind == .cover ? "0" : kind == .alert || isWide ? "20px" : "22px 22px 0 0"
        let text = Color.primary.resolved(environment.colorScheme).css
        return "background-color: \(fill); color: \(text); border-radius: \(corners);"
    }

    /// Only the topmost layer receives input, the focus and screen readers.
    private func lockBelow() {
        let hosts = [base] + layers.map(\.host)
        for (index, host) in hosts.enumerated() {
            let isTop = index == hosts.count - 1
            gtk_widget_set_can_target(host.widget, isTop.gboolean)
            gtk_widget_set_can_focus(host.widget, isTop.gboolean)
            Accessibility.setHidden(host.widget, !isTop)
        }
    }
}
