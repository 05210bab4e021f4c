// SPDX-License-Identifier: MIT
internal import CGTK

/// A haptic feedback of the device.
nonisolated package struct SensoryFeedback: Equatable, Sendable {
    /// The event name of the freedesktop sound naming specification and of feedbackd.
    let event: String

    package static let success = SensoryFeedback(event: "message-new-instant")
    package static let warning = SensoryFeedback(event: "dialog-warning")
    package static let error = SensoryFeedback(event: "bell-terminal")
    package static let selection = SensoryFeedback(event: "button-pressed")
}

extension View {
    /// Gives haptic feedback when a value changes.
    ///
    /// On Linux phones feedbackd drives the motor. Where it does not run, only an error beeps.
    package func sensoryFeedback<Trigger: Equatable>(
        _ feedback: SensoryFeedback, trigger: Trigger
    ) -> some View { onChange(of: trigger) { Feedback.give(feedback) } }

    /// Gives feedback only for the changes that return one.
    package func sensoryFeedback<Trigger: Equatable>(
        _ feedback: SensoryFeedback, trigger: Trigger,
        condition: @escaping (_ oldValue: Trigger, _ newValue: Trigger) -> Bool
    ) -> some View {
        onChange(of: trigger) { old, new in
            if condition(old, new) { Feedback.give(feedback) }
        }
    }
}

/// The connection to the motor. <https://source.puri.sm/Librem5/feedbackd>
private enum Feedback {
    private static let name = "org.sigxcpu.Feedback"

    static func give(_ feedback: SensoryFeedback) {
        guard let bus = ProgramInstance.bus, let entry = g_variant_type_new("{sv}") else { return beep(feedback) }
        defer { g_variant_type_free(entry) }
        var values: [OpaquePointer?] = [
            g_variant_new_string(ProgramIdentity.current.identifier), g_variant_new_string(feedback.event),
            g_variant_new_array(entry, nil, 0), g_variant_new_int32(-1),
        ]
        let words = g_variant_new_tuple(&values, gsize(values.count))
        let done: GAsyncReadyCallback = { source, result, _ in
            var error: UnsafeMutablePointer<GError>?
            let reply = g_dbus_connection_call_finish(source.map { OpaquePointer($0) }, result, &error)
            if let reply { g_variant_unref(reply) }
            g_clear_error(&error)
        }
        // feedbackd is not started for this: where it does not run there is no motor.
        g_dbus_connection_call(
            bus, name, "/org/sigxcpu/Feedback", name, "TriggerFeedback", words, nil, G_DBUS_CALL_FLAGS_NO_AUTO_START,
            1_000, nil, done, nil)
        beep(feedback)
    }

    private static func beep(_ feedback: SensoryFeedback) {
        guard feedback == .error, let window = ProgramWindow.shared.widget,
            let native = gtk_widget_get_native(window), let surface = gtk_native_get_surface(native)
        else { return }
        gdk_surface_beep(surface)
    }
}
