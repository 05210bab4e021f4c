// SPDX-License-Identifier: MIT
internal import CGTK
internal import Glibc

// libdispatch's functions for integration with another loop; Apple's CFRunLoop uses the same two on Linux.
@_silgen_name("_dispatch_get_main_queue_port_4CF") nonisolated private func mainQueueDescriptor() -> Int32
@_silgen_name("_dispatch_main_queue_callback_4CF") nonisolated private func drainMainQueue(
    _ message: UnsafeMutableRawPointer?)

/// Runs the main actor inside GTK's loop.
enum MainLoop {
    /// Lets GLib watch the descriptor of libdispatch's main queue, so that main-actor tasks run in GTK's loop without
    /// polling.
    static func join() {
        g_unix_fd_add(
            mainQueueDescriptor(), G_IO_IN,
            { descriptor, _, _ in
                var count: UInt64 = 0
                _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
                drainMainQueue(nil)
                return 1
            }, nil)
    }
}
