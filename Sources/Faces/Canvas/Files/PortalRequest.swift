// SPDX-License-Identifier: MIT
internal import CGTK

/// One question to the desktop's portal, which answers with a signal.
/// <https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.Request.html>
final class PortalRequest {
    let token: String
    private let bus: OpaquePointer
    private let path: String
    private var subscription: guint = 0
    private var watch: guint = 0
    private var answer: ((DesktopChooser.Answer) -> Void)?

    private static let interface = "org.freedesktop.portal.Request"

    /// - Returns: nil for a connection without a name.
    init?(_ bus: OpaquePointer, number: Int) {
        guard let own = g_dbus_connection_get_unique_name(bus) else { return nil }
        self.bus = bus
        token = "satchel\(number)"
        let sender = String(cString: own).dropFirst().map { $0 == "." ? "_" : String($0) }.joined()
        path = "\(DesktopChooser.place)/request/\(sender)/\(token)"
    }

    /// Listens to the portal alone, before the call, because the answer may be quicker than the call's own return.
    func wait(_ answer: @escaping (DesktopChooser.Answer) -> Void) {
        self.answer = answer
        subscription = g_dbus_connection_signal_subscribe(
            bus, DesktopChooser.name, Self.interface, "Response", path, nil, G_DBUS_SIGNAL_FLAGS_NONE,
            { _, _, _, _, _, words, data in
                guard let data else { return }
                let request = Unmanaged<PortalRequest>.fromOpaque(data).takeUnretainedValue()
                MainActor.assumeIsolated { request.end(PortalRequest.answer(in: words)) }
            }, Unmanaged.passRetained(self).toOpaque(), Self.release)
    }

    /// The portal has said whether its dialog opens. From here on it must stay.
    func begun(_ isOpen: Bool) {
        guard isOpen else { return end(.failed) }
        guard answer != nil else { return }
        watch = g_bus_watch_name_on_connection(
            bus, DesktopChooser.name, G_BUS_NAME_WATCHER_FLAGS_NONE, nil,
            { _, _, data in
                guard let data else { return }
                let request = Unmanaged<PortalRequest>.fromOpaque(data).takeUnretainedValue()
                MainActor.assumeIsolated { request.end(.failed) }
            }, Unmanaged.passRetained(self).toOpaque(), Self.release)
    }

    /// Has the portal close its dialog.
    func close() {
        guard answer != nil else { return }
        answer = nil
        stop()
        g_dbus_connection_call(
            bus, DesktopChooser.name, path, Self.interface, "Close", nil, nil, G_DBUS_CALL_FLAGS_NO_AUTO_START, -1, nil,
            nil, nil)
    }

    /// Gives the answer once, and listens no more.
    private func end(_ response: DesktopChooser.Answer) {
        let answer = self.answer
        self.answer = nil
        stop()
        answer?(response)
    }

    private func stop() {
        if subscription != 0 { g_dbus_connection_signal_unsubscribe(bus, subscription) }
        if watch != 0 { g_bus_unwatch_name(watch) }
        (subscription, watch) = (0, 0)
    }

    private static let release: GDestroyNotify = { data in
        if let data { Unmanaged<PortalRequest>.fromOpaque(data).release() }
    }

    /// `(ua{sv})`: 0 for a choice, 1 for a cancelled dialog, 2 for any other end.
    private static func answer(in words: OpaquePointer?) -> DesktopChooser.Answer {
        guard let words, g_variant_is_of_type(words, type) != 0, let first = g_variant_get_child_value(words, 0),
            let table = g_variant_get_child_value(words, 1)
        else { return .failed }
        defer {
            g_variant_unref(first)
            g_variant_unref(table)
        }
        switch g_variant_get_uint32(first) {
        case 0:
            let paths = strings(g_variant_lookup_value(table, "uris", nil)).compactMap(path)
            return paths.isEmpty ? .failed : .chosen(paths)
        case 1: return .cancelled
        default: return .failed
        }
    }

    private static let type: OpaquePointer? = g_variant_type_new("(ua{sv})")

    /// Nil for a file that is not on this machine.
    private static func path(_ uri: String) -> String? {
        guard let path = g_filename_from_uri(uri, nil, nil) else { return nil }
        defer { g_free(path) }
        return String(cString: path)
    }

    /// The texts of an array, which is released.
    static func strings(_ array: OpaquePointer?) -> [String] {
        guard let array else { return [] }
        defer { g_variant_unref(array) }
        return (0..<g_variant_n_children(array)).compactMap { index in
            guard let child = g_variant_get_child_value(array, index) else { return nil }
            defer { g_variant_unref(child) }
            // A text of any of its three types; anything else is none.
            guard g_variant_classify(child) == G_VARIANT_CLASS_STRING else { return nil }
            return g_variant_get_string(child, nil).map { String(cString: $0) }
        }
    }
}
