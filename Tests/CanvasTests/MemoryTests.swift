// SPDX-License-Identifier: MIT
import CGTK
import Canvas
import Testing

extension OnADisplay {
    @MainActor @Suite struct MemoryTests {
        /// What GLib does when the system's monitor tells that memory runs short.
        private func warn() {
            let monitor = UnsafeMutableRawPointer(g_memory_monitor_dup_default())
            defer { g_object_unref(monitor) }
            var values = [GValue(), GValue()]
            g_value_init(&values[0], g_memory_monitor_get_type())
            g_value_set_object(&values[0], monitor)
            g_value_init(&values[1], g_memory_monitor_warning_level_get_type())
            g_value_set_enum(&values[1], gint(G_MEMORY_MONITOR_WARNING_LEVEL_LOW.rawValue))
            g_signal_emitv(
                &values, g_signal_lookup("low-memory-warning", g_memory_monitor_get_type()), 0, nil)
            g_value_unset(&values[0])
        }

        @Test func aWarningOfTheSystemReachesWhoeverCanLetSomethingGo() {
            var told: [String] = []
            ProgramWindow.shared.onMemoryPressure = { told.append("first") }
            warn()
            // Whoever comes later takes the place of the one before, and is told once.
            ProgramWindow.shared.onMemoryPressure = { told.append("second") }
            warn()
            ProgramWindow.shared.onMemoryPressure = {}
            #expect(told == ["first", "second"])
        }
    }
}
