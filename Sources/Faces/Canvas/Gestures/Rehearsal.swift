// SPDX-License-Identifier: MIT
internal import CGTK

extension ProgramWindow {
    /// Simulates a pinch gesture on the view with an identifier, because a test display has no touch input.
    package func rehearse(magnification: Double, on identifier: String) {
        guard let widget, let ground = Accessibility.first(identifier, below: widget) else { return }
        let controllers = made(gtk_widget_observe_controllers(ground))
        defer { g_object_unref(UnsafeMutableRawPointer(controllers)) }
        for index in 0..<g_list_model_get_n_items(controllers) {
            guard let controller = g_list_model_get_item(controllers, index) else { continue }
            defer { g_object_unref(controller) }
            guard
                g_type_check_instance_is_a(
                    controller.assumingMemoryBound(to: GTypeInstance.self), gtk_gesture_zoom_get_type()) != 0
            else { continue }
            emit("scale-changed", on: controller, .double) { g_value_set_double(&$0, magnification) }
            emit("end", on: controller, gdk_event_sequence_get_type()) { _ in }
        }
    }

    private func emit(
        _ name: String, on object: UnsafeMutableRawPointer, _ type: GType, _ fill: (inout GValue) -> Void
    ) {
        var values = [GValue(), GValue()]
        g_value_init(&values[0], gtk_gesture_zoom_get_type())
        g_value_set_object(&values[0], object)
        g_value_init(&values[1], type)
        fill(&values[1])
        g_signal_emitv(&values, g_signal_lookup(name, gtk_gesture_zoom_get_type()), 0, nil)
        for index in values.indices { g_value_unset(&values[index]) }
    }
}
