// SPDX-License-Identifier: MIT
internal import CGTK

/// The program's CSS: a fixed part, and one class for each block of declarations that a view uses.
final class StyleSheet {
    static let shared = StyleSheet()

    private let provider = made(gtk_css_provider_new())
    private var classes: [String: String] = [:]
    private var text = StyleSheet.beginning
    private var accent = ""
    private var isStale = true

    /// Overrides the theme, but not the user's global CSS.
    func install() {
        gtk_style_context_add_provider_for_display(gdk_display_get_default(), opaque(provider), 650)
        flush()
    }

    /// The class name of a block of declarations.
    func name(of declarations: String) -> String {
        if let known = classes[declarations] { return known }
        let name = "canvas-\(classes.count)"
        classes[declarations] = name
        text += ".\(name) {\(declarations)}\n"
        isStale = true
        return name
    }

    /// The colours of libadwaita's own drawings: switches, focus rings, progress bars.
    func setAccent(color: String, fill: String, segment: String) {
        let next =
            "@define-color accent_color \(color);\n@define-color accent_bg_color \(fill);\n"
            + "@define-color accent_fg_color #ffffff;\n@define-color canvas_segment \(segment);\n"
        guard next != accent else { return }
        accent = next
        isStale = true
    }

    /// Passes new blocks to GTK; called once per frame.
    func flush() {
        guard isStale else { return }
        isStale = false
        gtk_css_provider_load_from_data(provider, accent + text, -1)
    }

    private static let beginning = """
        button.canvas-press, menubutton.canvas-press > button { padding: 0; margin: 0; border: none; background: none;
            box-shadow: none; min-width: 0; min-height: 0; border-radius: 12px; font-weight: normal;
            transition: opacity 120ms; outline-offset: 2px; }
        button.canvas-press:active { opacity: 0.6; }
        button.canvas-press.canvas-row { border-radius: 0; outline-offset: -3px; transition: background 120ms; }
        button.canvas-press.canvas-row:hover { background: alpha(currentColor, 0.05); }
        button.canvas-press.canvas-row:active { opacity: 1; background: alpha(currentColor, 0.1); }
        button.canvas-press:disabled { filter: none; }
        .canvas-plain, .canvas-plain > text { background: none; border: none; box-shadow: none; outline: none;
            padding: 0; min-height: 0; }
        .canvas-plain:focus-within { outline: 2px solid alpha(@accent_color, 0.6); outline-offset: -1px; }
        .canvas-plain.canvas-bare:focus-within { outline: none; }
        headerbar.canvas-bar { background: none; box-shadow: none; border: none; min-height: 48px; }
        .canvas-dim { background: alpha(black, 0.42); }
        .canvas-segments { border-radius: 11px; padding: 2px; background: alpha(currentColor, 0.08); }
        .canvas-segments > button { background: none; border: none; border-radius: 9px; font-weight: 600;
            min-height: 30px; padding: 0 8px; box-shadow: none; }
        .canvas-segments > button:checked { background: @canvas_segment; box-shadow: 0 1px 3px alpha(black, 0.2); }
        popover.canvas-menu > contents { padding: 6px; border-radius: 14px; }
        button.canvas-menu-item { background: none; border: none; box-shadow: none; min-height: 40px; padding: 0 12px;
            border-radius: 9px; font-weight: normal; }
        button.canvas-menu-item:hover, button.canvas-menu-item:focus { background: alpha(currentColor, 0.08); }
        progressbar.canvas-progress > trough, progressbar.canvas-progress > trough > progress
            { min-height: 6px; border-radius: 3px; }
        switch { min-width: 48px; }
        window.solid-csd { padding: 0; margin: 0; border: none; box-shadow: none; border-radius: 0; }
        scrolledwindow undershoot, scrolledwindow overshoot { background: none; box-shadow: none; }

        """
}

/// The generated classes of one widget.
final class WidgetStyle {
    private var current: [String] = []

    /// Replaces the classes by those of the given blocks of declarations.
    func apply(_ declarations: [String], to widget: Widget) {
        let next = declarations.filter { !$0.isEmpty }.map(StyleSheet.shared.name)
        guard next != current else { return }
        for name in current where !next.contains(name) { gtk_widget_remove_css_class(widget, name) }
        for name in next where !current.contains(name) { gtk_widget_add_css_class(widget, name) }
        current = next
    }
}
