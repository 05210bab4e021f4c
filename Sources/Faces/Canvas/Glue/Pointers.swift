// SPDX-License-Identifier: MIT
internal import CGTK

/// A widget in GTK's API. C: `GtkWidget`, <https://docs.gtk.org/gtk4/class.Widget.html>
typealias Widget = UnsafeMutablePointer<GtkWidget>

/// A GObject as another of its types; GObject's inheritance is a common prefix in memory.
func cast<From, To>(_ pointer: UnsafeMutablePointer<From>, to: To.Type = To.self) -> UnsafeMutablePointer<To> {
    UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: To.self)
}

/// The same object for functions with incomplete C types.
func opaque<Object>(_ pointer: UnsafeMutablePointer<Object>) -> OpaquePointer { OpaquePointer(pointer) }

/// The widget behind an opaque pointer.
func widget(_ pointer: OpaquePointer) -> Widget { UnsafeMutablePointer<GtkWidget>(pointer) }

/// The result of a constructor that fails only when out of memory.
func made<Pointer>(_ pointer: Pointer?) -> Pointer {
    guard let pointer else { preconditionFailure("GTK made no object: memory is exhausted.") }
    return pointer
}

extension Bool {
    /// C: `gboolean`.
    var gboolean: gint { self ? 1 : 0 }
}
