// SPDX-License-Identifier: MIT
internal import CGTK

/// Desktop notifications of the program. <https://docs.gtk.org/gio/class.Notification.html>
extension ProgramWindow {
    /// Whether the window has the keyboard focus.
    package var isActive: Bool { widget.map { gtk_window_is_active(cast($0)) != 0 } ?? false }

    /// Shows a notification; a later one with the same identifier replaces it. Clicking it opens the window.
    ///
    /// Nothing is sent to a desktop without notifications.
    package func show(notice identifier: String, title: String, body: String?) {
        guard Self.hasNotices, let speaker = ProgramInstance.speaker, let notice = g_notification_new(title) else {
            return
        }
        if let body { g_notification_set_body(notice, body) }
        if let icon = g_themed_icon_new(ProgramIdentity.current.identifier) {
            g_notification_set_icon(notice, icon)
            g_object_unref(UnsafeMutableRawPointer(icon))
        }
        g_application_send_notification(speaker, identifier, notice)
        g_object_unref(UnsafeMutableRawPointer(notice))
    }

    /// Withdraws a notification that may still be shown.
    package func withdraw(notice identifier: String) {
        if let speaker = ProgramInstance.speaker { g_application_withdraw_notification(speaker, identifier) }
    }

    /// Owns a name on the session bus from now on, or gives it up, so that other programs know what this one does.
    package func own(_ name: String, _ isOwned: Bool) {
        if let held = Self.names.removeValue(forKey: name) { g_bus_unown_name(held) }
        guard isOwned, let bus = ProgramInstance.bus else { return }
        Self.names[name] = g_bus_own_name_on_connection(
            bus, name, G_BUS_NAME_OWNER_FLAGS_NONE, nil, nil, nil, nil)
    }

    private static var names: [String: guint] = [:]

    /// Whether a notification service runs or can be started; without one GLib prints warnings.
    private static var hasNotices: Bool {
        guard let bus = ProgramInstance.bus else { return false }
        return ["ListNames", "ListActivatableNames"].contains { question in
            guard
                let answer = g_dbus_connection_call_sync(
                    bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", question, nil, nil,
                    G_DBUS_CALL_FLAGS_NONE, -1, nil, nil)
            else { return false }
            defer { g_variant_unref(answer) }
            let list = g_variant_get_child_value(answer, 0)
            defer { g_variant_unref(list) }
            return (0..<g_variant_n_children(list)).contains { index in
                let item = g_variant_get_child_value(list, index)
                defer { g_variant_unref(item) }
                let name = g_variant_get_string(item, nil).map { String(cString: $0) }
                return name == "org.freedesktop.Notifications" || name == "org.gtk.Notifications"
            }
        }
    }
}
