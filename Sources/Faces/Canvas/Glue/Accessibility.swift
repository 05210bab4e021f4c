// SPDX-License-Identifier: MIT
internal import CGTK

/// Sets the accessibility attributes of a widget. The usual C functions are variadic, so these use the array forms.
enum Accessibility {
    static func setLabel(_ widget: Widget, _ text: String) { set(widget, GTK_ACCESSIBLE_PROPERTY_LABEL, text) }
    static func setDescription(_ widget: Widget, _ text: String) {
        set(widget, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text)
    }
    static func setValue(_ widget: Widget, _ text: String) { set(widget, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text) }
    static func setPlaceholder(_ widget: Widget, _ text: String) {
        set(widget, GTK_ACCESSIBLE_PROPERTY_PLACEHOLDER, text)
    }

    /// Whether a tab or option is selected.
    static func setSelected(_ widget: Widget, _ isSelected: Bool) {
        // A state that may also be undefined is passed as an integer.
        var state = GTK_ACCESSIBLE_STATE_SELECTED
        var value = GValue()
        g_value_init(&value, .int)
        g_value_set_int(&value, isSelected.gboolean)
        gtk_accessible_update_state_value(opaque(widget), 1, &state, &value)
        g_value_unset(&value)
    }
    /// The widget's builder id, which GTK passes to tools; GTK 4.8 exposes only the name on the accessibility bus. C:
    /// `GtkBuildableIface.set_id`
    static func setIdentifier(_ widget: Widget, _ identifier: String) {
        gtk_widget_set_name(widget, identifier)
        let object = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GTypeInstance.self)
        let table = g_type_interface_peek(object.pointee.g_class, gtk_buildable_get_type())
        guard let table = table?.assumingMemoryBound(to: GtkBuildableIface.self) else { return }
        table.pointee.set_id?(OpaquePointer(widget), identifier)
    }

    /// The first widget at or below this one with the identifier.
    static func first(_ identifier: String, below widget: Widget) -> Widget? {
        let own = gtk_buildable_get_buildable_id(OpaquePointer(widget)).map { String(cString: $0) }
        if own == identifier { return widget }
        var child = gtk_widget_get_first_child(widget)
        while let current = child {
            if let found = first(identifier, below: current) { return found }
            child = gtk_widget_get_next_sibling(current)
        }
        return nil
    }

    /// Removes a widget and its descendants from the tree of screen readers.
    static func setHidden(_ widget: Widget, _ isHidden: Bool) { set(widget, GTK_ACCESSIBLE_STATE_HIDDEN, isHidden) }

    private static func set(_ widget: Widget, _ property: GtkAccessibleProperty, _ text: String) {
        var property = property
        var value = GValue()
        g_value_init(&value, .string)
        g_value_set_string(&value, text)
        gtk_accessible_update_property_value(opaque(widget), 1, &property, &value)
        g_value_unset(&value)
    }

    private static func set(_ widget: Widget, _ state: GtkAccessibleState, _ flag: Bool) {
        var state = state
        var value = GValue()
        g_value_init(&value, .boolean)
        g_value_set_boolean(&value, flag.gboolean)
        gtk_accessible_update_state_value(opaque(widget), 1, &state, &value)
        g_value_unset(&value)
    }
}
