// SPDX-License-Identifier: MIT
internal import CGTK

/// Owns one strong reference to a widget.
///
/// A constructor of GTK returns a floating reference; sinking takes ownership, so that the widget survives removal from
/// its parent and is destroyed with the node. C: `g_object_ref_sink`
final class WidgetReference {
    let widget: Widget

    init(_ widget: Widget?) {
        self.widget = made(widget)
        g_object_ref_sink(UnsafeMutableRawPointer(self.widget))
    }

    isolated deinit { g_object_unref(UnsafeMutableRawPointer(widget)) }
}

/// Whether the user could use a widget now: its page is on top, no sheet covers it, and it is in the window.
func isUsable(_ widget: Widget) -> Bool {
    guard gtk_widget_get_mapped(widget) != 0 else { return false }
    var part: Widget? = widget
    while let current = part {
        guard gtk_widget_get_can_target(current) != 0 else { return false }
        part = gtk_widget_get_parent(current)
    }
    return true
}

/// Creates a widget with another accessible role than its class's; the role can only be set at creation.
func makeWidget(_ type: GType, role: GtkAccessibleRole? = nil) -> Widget {
    guard let role else { return cast(made(g_object_new_with_properties(type, 0, nil, nil))) }
    var value = GValue()
    g_value_init(&value, gtk_accessible_role_get_type())
    g_value_set_enum(&value, gint(role.rawValue))
    defer { g_value_unset(&value) }
    return "accessible-role".withCString { name in
        var names: [UnsafePointer<CChar>?] = [name]
        return cast(made(g_object_new_with_properties(type, 1, &names, &value)))
    }
}

extension GType {
    /// C: `G_TYPE_BOOLEAN`, `G_TYPE_INT`, `G_TYPE_STRING`, which are macros.
    static let boolean = GType(5 << 2)
    static let int = GType(6 << 2)
    static let double = GType(15 << 2)
    static let string = GType(16 << 2)
}

/// A boolean property of an object; false where there is none.
func booleanProperty(_ object: OpaquePointer, _ name: String) -> Bool {
    var value = GValue()
    g_value_init(&value, .boolean)
    defer { g_value_unset(&value) }
    g_object_get_property(UnsafeMutablePointer<GObject>(object), name, &value)
    return g_value_get_boolean(&value) != 0
}

/// Sets a boolean property of an object.
func setBooleanProperty(_ object: OpaquePointer, _ name: String, _ flag: Bool) {
    var value = GValue()
    g_value_init(&value, .boolean)
    defer { g_value_unset(&value) }
    g_value_set_boolean(&value, flag.gboolean)
    g_object_set_property(UnsafeMutablePointer<GObject>(object), name, &value)
}
