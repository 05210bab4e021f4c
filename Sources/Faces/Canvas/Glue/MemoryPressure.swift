// SPDX-License-Identifier: MIT
internal import CGTK
internal import Glibc

/// Reports low memory, from the system's monitor where one runs, and from the kernel's pressure information.
///
/// C: `GMemoryMonitor`; Documentation/accounting/psi.rst of the kernel
final class MemoryPressure {
    private var descriptor: Int32 = -1
    private var source: guint = 0
    private let tell: () -> Void

    /// Some tasks stalled for a fifth of two seconds; shorter windows need privileges.
    private static let trigger = "some 400000 2000000"

    init(_ tell: @escaping () -> Void) {
        self.tell = tell
        if let monitor = g_memory_monitor_dup_default() {
            // The process's monitor lives as long as the process.
            onWarning(monitor) { tell() }
        }
        watchKernel()
    }

    private func watchKernel() {
        descriptor = Glibc.open("/proc/pressure/memory", O_RDWR | O_NONBLOCK | O_CLOEXEC)
        // The kernel lacks the interface, or access to it is denied.
        guard descriptor >= 0 else { return }
        let words = Array(Self.trigger.utf8CString)
        guard write(descriptor, words, words.count) == words.count else {
            close(descriptor)
            descriptor = -1
            return
        }
        source = g_unix_fd_add_full(
            G_PRIORITY_DEFAULT, descriptor, GIOCondition(rawValue: G_IO_PRI.rawValue | G_IO_ERR.rawValue),
            { _, condition, data in
                guard let data, condition.rawValue & G_IO_ERR.rawValue == 0 else { return 0 }
                Unmanaged<MemoryPressure>.fromOpaque(data).takeUnretainedValue().tell()
                return 1
            }, Unmanaged.passUnretained(self).toOpaque(), nil)
    }

    isolated deinit {
        if source != 0 { g_source_remove(source) }
        if descriptor >= 0 { close(descriptor) }
    }
}

/// Connects the monitor's warning, which carries its level.
private func onWarning(_ monitor: OpaquePointer, _ body: @escaping () -> Void) {
    onSignalInt(monitor, "low-memory-warning") { _ in body() }
}
