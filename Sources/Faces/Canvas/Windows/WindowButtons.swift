// SPDX-License-Identifier: MIT
internal import CGTK

/// The buttons of the window in a page's bar, on the sides and in the order that the desktop has chosen. A phone's
/// desktop chooses none. C: `gtk-decoration-layout`
final class WindowButtons {
    let leading = WidgetReference(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4))
    let trailing = WidgetReference(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4))
    private var buttons: [(kind: Kind, widget: Widget)] = []

    private enum Kind: String { case minimize, maximize, close }

    /// The desktop's choice that they follow now.
    private var layout: String?

    /// Shows them in a page of the window itself, and hides them in a sheet.
    func show(_ isShown: Bool) {
        let wanted = Self.wantedLayout
        if wanted != layout { fill(wanted) }
        for box in [leading.widget, trailing.widget] {
            gtk_widget_set_visible(box, (isShown && gtk_widget_get_first_child(box) != nil).gboolean)
        }
        nameAll()
    }

    /// A sheet's button has another name, so that a screen reader tells both apart.
    private func nameAll() {
        let texts = CanvasTexts.current
        for (kind, widget) in buttons {
            let name =
                switch kind {
                case .minimize: texts.minimizeWindow
                case .maximize: texts.maximizeWindow
                case .close: texts.closeWindow
                }
            Accessibility.setLabel(widget, name)
        }
    }

    private func fill(_ wanted: String) {
        layout = wanted
        for box in [leading.widget, trailing.widget] {
            while let child = gtk_widget_get_first_child(box) { gtk_box_remove(cast(box), child) }
        }
        buttons = []
        let sides = wanted.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        for (box, names) in zip([leading.widget, trailing.widget], sides) {
            for kind in names.split(separator: ",").compactMap({ Kind(rawValue: String($0)) }) {
                let button = made(gtk_button_new_from_icon_name("window-\(kind.rawValue)-symbolic"))
                for name in ["flat", "circular", "canvas-window-button"] { gtk_widget_add_css_class(button, name) }
                onSignal(button, "clicked") { [weak self] in self?.press(kind) }
                gtk_box_append(cast(box), button)
                buttons.append((kind, button))
            }
        }
    }

    private static var wantedLayout: String {
        guard let settings = gtk_settings_get_default() else { return "" }
        var value = GValue()
        g_value_init(&value, .string)
        defer { g_value_unset(&value) }
        g_object_get_property(UnsafeMutablePointer<GObject>(settings), "gtk-decoration-layout", &value)
        return g_value_get_string(&value).map { String(cString: $0) } ?? ""
    }

    private func press(_ kind: Kind) {
        guard let window = ProgramWindow.shared.widget.map({ UnsafeMutablePointer<GtkWindow>(cast($0)) }) else {
            return
        }
        switch kind {
        case .minimize: gtk_window_minimize(window)
        case .maximize:
            if gtk_window_is_maximized(window) != 0 {
                gtk_window_unmaximize(window)
            } else {
                gtk_window_maximize(window)
            }
        // A window must not go while one of its buttons sends a signal.
        case .close: beforeNextFrame { gtk_window_close(window) }
        }
    }
}
