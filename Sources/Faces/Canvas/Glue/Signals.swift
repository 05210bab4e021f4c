// SPDX-License-Identifier: MIT
internal import CGTK

/// A closure kept by C: retained when it is connected, released by the destroy notice of the object.
private final class Receiver<Arguments, Answer> {
    let run: (Arguments) -> Answer
    init(_ run: @escaping (Arguments) -> Answer) { self.run = run }

    var retained: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }
    static func at(_ data: UnsafeMutableRawPointer?) -> Receiver {
        guard let data else { preconditionFailure("A signal came without its receiver.") }
        return Unmanaged<Receiver>.fromOpaque(data).takeUnretainedValue()
    }
}

private let release: GClosureNotify = { data, _ in
    guard let data else { return }
    Unmanaged<AnyObject>.fromOpaque(data).release()
}

private func attach(
    _ object: UnsafeMutableRawPointer, _ signal: String, _ call: GCallback?, _ data: UnsafeMutableRawPointer
) {
    g_signal_connect_data(object, signal, call, data, release, GConnectFlags(0))
}

/// Connects a signal without arguments except its sender.
func onSignal<Object>(_ object: UnsafeMutablePointer<Object>, _ name: String, _ body: @escaping () -> Void) {
    let call: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void = { _, data in
        Receiver<Void, Void>.at(data).run(())
    }
    attach(
        UnsafeMutableRawPointer(object), name, unsafeBitCast(call, to: GCallback.self),
        Receiver<Void, Void>({ _ in body() }).retained)
}

/// Connects a signal of an object with an incomplete C type.
func onSignal(_ object: OpaquePointer, _ name: String, _ body: @escaping () -> Void) {
    onSignal(widget(object), name, body)
}

/// Connects a signal with one pointer, such as `notify::…` with its property description.
func onSignal1(_ object: OpaquePointer, _ name: String, _ body: @escaping (OpaquePointer?) -> Void) {
    let call: @convention(c) (OpaquePointer?, OpaquePointer?, UnsafeMutableRawPointer?) -> Void = { _, value, data in
        Receiver<OpaquePointer?, Void>.at(data).run(value)
    }
    attach(
        UnsafeMutableRawPointer(object), name, unsafeBitCast(call, to: GCallback.self),
        Receiver<OpaquePointer?, Void>(body).retained)
}

/// Connects a signal with an integer, such as `edge-overshot`.
func onSignalInt(_ object: OpaquePointer, _ name: String, _ body: @escaping (Int) -> Void) {
    let call: @convention(c) (OpaquePointer?, gint, UnsafeMutableRawPointer?) -> Void = { _, value, data in
        Receiver<Int, Void>.at(data).run(Int(value))
    }
    attach(
        UnsafeMutableRawPointer(object), name, unsafeBitCast(call, to: GCallback.self),
        Receiver<Int, Void>(body).retained)
}

/// Connects `close-request` and similar signals, whose handler returns whether to stop.
func onQuestion(_ object: OpaquePointer, _ name: String, _ body: @escaping () -> Bool) {
    let call: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> gint = { _, data in
        Receiver<Void, Bool>.at(data).run(()).gboolean
    }
    attach(
        UnsafeMutableRawPointer(object), name, unsafeBitCast(call, to: GCallback.self),
        Receiver<Void, Bool>({ _ in body() }).retained)
}

/// A key event. C: `GDK_KEY_…`, `GdkModifierType`.
struct KeyPress {
    let key: UInt32
    let modifiers: UInt32
    var isControl: Bool { modifiers & GDK_CONTROL_MASK.rawValue != 0 }
    var isShift: Bool { modifiers & GDK_SHIFT_MASK.rawValue != 0 }
    var isAlt: Bool { modifiers & GDK_ALT_MASK.rawValue != 0 }
    /// Whether GTK responds to it with the menu of the focused text, or with its emoji list.
    var opensMenu: Bool {
        switch key {
        case UInt32(GDK_KEY_Menu): true
        case UInt32(GDK_KEY_F10): isShift
        case UInt32(GDK_KEY_period), UInt32(GDK_KEY_semicolon): isControl
        default: false
        }
    }
}

/// Observes the keys of a widget and its descendants; the body returns whether it consumed the key.
func onKey(_ target: Widget, capture: Bool = false, _ body: @escaping (KeyPress) -> Bool) {
    let controller = made(gtk_event_controller_key_new())
    let call: @convention(c) (OpaquePointer?, guint, guint, UInt32, UnsafeMutableRawPointer?) -> gint = {
        _, key, _, modifiers, data in
        Receiver<KeyPress, Bool>.at(data).run(KeyPress(key: key, modifiers: modifiers)).gboolean
    }
    if capture { gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE) }
    attach(
        UnsafeMutableRawPointer(controller), "key-pressed", unsafeBitCast(call, to: GCallback.self),
        Receiver<KeyPress, Bool>(body).retained)
    gtk_widget_add_controller(target, controller)
}

/// Connects a gesture's signal with a count and a position (`pressed`, `released`).
func onPress(_ gesture: OpaquePointer, _ name: String, _ body: @escaping (CGPoint) -> Void) {
    let call: @convention(c) (OpaquePointer?, gint, Double, Double, UnsafeMutableRawPointer?) -> Void = {
        _, _, x, y, data in
        Receiver<CGPoint, Void>.at(data).run(CGPoint(x: x, y: y))
    }
    attach(
        UnsafeMutableRawPointer(gesture), name, unsafeBitCast(call, to: GCallback.self),
        Receiver<CGPoint, Void>(body).retained)
}

/// Connects such a signal with its count: the second of two quick presses has 2.
func onPresses(_ gesture: OpaquePointer, _ name: String, _ body: @escaping (_ count: Int, CGPoint) -> Void) {
    let call: @convention(c) (OpaquePointer?, gint, Double, Double, UnsafeMutableRawPointer?) -> Void = {
        _, count, x, y, data in
        Receiver<(Int, CGPoint), Void>.at(data).run((Int(count), CGPoint(x: x, y: y)))
    }
    attach(
        UnsafeMutableRawPointer(gesture), name, unsafeBitCast(call, to: GCallback.self),
        Receiver<(Int, CGPoint), Void>({ body($0.0, $0.1) }).retained)
}

/// Connects a gesture's signal with a number (`scale-changed`).
func onNumber(_ gesture: OpaquePointer, _ name: String, _ body: @escaping (Double) -> Void) {
    let call: @convention(c) (OpaquePointer?, Double, UnsafeMutableRawPointer?) -> Void = { _, value, data in
        Receiver<Double, Void>.at(data).run(value)
    }
    attach(
        UnsafeMutableRawPointer(gesture), name, unsafeBitCast(call, to: GCallback.self),
        Receiver<Double, Void>(body).retained)
}

/// Connects `layout` of a surface, with its size; GTK has laid out its content by then.
func onLayout(_ surface: OpaquePointer, _ body: @escaping (CGSize) -> Void) {
    let call: @convention(c) (OpaquePointer?, gint, gint, UnsafeMutableRawPointer?) -> Void = {
        _, width, height, data in
        Receiver<CGSize, Void>.at(data).run(CGSize(width: Double(width), height: Double(height)))
    }
    attach(
        UnsafeMutableRawPointer(surface), "layout", unsafeBitCast(call, to: GCallback.self),
        Receiver<CGSize, Void>(body).retained)
}

/// Connects a gesture's signal with a position or an offset (`drag-update`, long press).
func onMove(_ gesture: OpaquePointer, _ name: String, _ body: @escaping (CGPoint) -> Void) {
    let call: @convention(c) (OpaquePointer?, Double, Double, UnsafeMutableRawPointer?) -> Void = { _, x, y, data in
        Receiver<CGPoint, Void>.at(data).run(CGPoint(x: x, y: y))
    }
    attach(
        UnsafeMutableRawPointer(gesture), name, unsafeBitCast(call, to: GCallback.self),
        Receiver<CGPoint, Void>(body).retained)
}

/// Runs a closure once, after input events and before GTK measures and paints the frame.
func beforeNextFrame(_ body: @escaping () -> Void) {
    let data = Receiver<Void, Void>({ _ in body() }).retained
    g_idle_add_full(
        G_PRIORITY_HIGH_IDLE,
        { data in
            Receiver<Void, Void>.at(data).run(())
            return 0
        }, data, { data in Unmanaged<AnyObject>.fromOpaque(made(data)).release() })
}

/// Observes all user input in a window, without consuming it.
func onInput(_ target: Widget, _ body: @escaping () -> Void) {
    let controller = made(gtk_event_controller_legacy_new())
    gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
    let call: @convention(c) (OpaquePointer?, OpaquePointer?, UnsafeMutableRawPointer?) -> gint = { _, event, data in
        let kinds = [GDK_BUTTON_PRESS, GDK_KEY_PRESS, GDK_TOUCH_BEGIN, GDK_SCROLL]
        if let event, kinds.contains(gdk_event_get_event_type(event)) { Receiver<Void, Void>.at(data).run(()) }
        return 0
    }
    attach(
        UnsafeMutableRawPointer(controller), "event", unsafeBitCast(call, to: GCallback.self),
        Receiver<Void, Void>({ _ in body() }).retained)
    gtk_widget_add_controller(target, controller)
}

/// Connects `open` of an application, with files, which are passed on as links.
func onOpen(_ application: UnsafeMutablePointer<GApplication>, _ body: @escaping ([String]) -> Void) {
    let call:
        @convention(c) (
            OpaquePointer?, UnsafeMutablePointer<OpaquePointer?>?, gint, UnsafePointer<CChar>?, UnsafeMutableRawPointer?
        ) -> Void = { _, files, count, _, data in
            let links = (0..<Int(count)).compactMap { index -> String? in
                guard let file = files?[index], let text = g_file_get_uri(file) else { return nil }
                defer { g_free(text) }
                return String(cString: text)
            }
            Receiver<[String], Void>.at(data).run(links)
        }
    attach(
        UnsafeMutableRawPointer(application), "open", unsafeBitCast(call, to: GCallback.self),
        Receiver<[String], Void>(body).retained)
}

/// Connects a gesture's signal with a touch sequence (`end`, `cancel`).
func onTouch(_ gesture: OpaquePointer, _ name: String, _ body: @escaping () -> Void) {
    onSignal1(gesture, name) { _ in body() }
}
