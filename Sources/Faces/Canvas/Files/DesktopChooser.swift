// SPDX-License-Identifier: MIT
internal import CGTK
internal import Observation

/// The desktop's own chooser of files, through its portal. Our sheet is the fallback.
///
///     idle ──ask──▶ asked ──the portal has begun──▶ open ──answered, cancelled──▶ idle
///                     └─────────────────────────────┴──no answer, the portal has gone──▶ unavailable
///
/// <https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.FileChooser.html>
@Observable final class DesktopChooser {
    enum Answer {
        case chosen([String])
        case cancelled
        /// The portal did not do its work, so our sheet asks.
        case failed
    }

    static let shared = DesktopChooser()
    static let name = "org.freedesktop.portal.Desktop"
    static let place = "/org/freedesktop/portal/desktop"

    /// Whether the desktop is asked. It becomes false for good with the first failure.
    private(set) var isAvailable: Bool
    @ObservationIgnored private let bus: OpaquePointer?
    @ObservationIgnored private var open: PortalRequest?
    @ObservationIgnored private var count = 0

    /// How long the portal may take to say that it has begun, in milliseconds. Its dialog stays as long as the user needs.
    private static let timeout: gint = 10_000

    private init() {
        bus = ProgramInstance.bus
        isAvailable = false
        // GTK's own switch.
        guard let bus, g_getenv("GTK_USE_PORTAL").map({ String(cString: $0) }) != "0" else { return }
        isAvailable = ["ListNames", "ListActivatableNames"].contains { Self.names(bus, $0).contains(Self.name) }
    }

    /// Asks for files, a folder, or a name to save under.
    func ask(
        _ purpose: FileChooserModel.Purpose, _ kinds: [UTType], name: String,
        _ answer: @escaping (Answer) -> Void
    ) {
        guard let bus, let request = PortalRequest(bus, number: count) else { return fail(answer) }
        close()
        count += 1
        open = request
        request.wait { [weak self, weak request] response in
            guard let self, request === self.open else { return }
            self.open = nil
            switch response {
            case .chosen, .cancelled: answer(response)
            case .failed: self.fail(answer)
            }
        }
        let options = Self.options(purpose, kinds, name: name, token: request.token)
        let words = Self.tuple(
            g_variant_new_string(""), g_variant_new_string(purpose.title), options)
        g_dbus_connection_call(
            bus, Self.name, Self.place, "org.freedesktop.portal.FileChooser",
            purpose == .save ? "SaveFile" : "OpenFile", words, nil, G_DBUS_CALL_FLAGS_NONE, Self.timeout, nil,
            { source, result, data in
                guard let data else { return }
                let request = Unmanaged<PortalRequest>.fromOpaque(data).takeRetainedValue()
                let made = g_dbus_connection_call_finish(OpaquePointer(source), result, nil)
                if let made { g_variant_unref(made) }
                MainActor.assumeIsolated { request.begun(made != nil) }
            }, Unmanaged.passRetained(request).toOpaque())
    }

    /// Closes the dialog, because the screen that asked has gone. Nothing is answered.
    func close() {
        let request = open
        open = nil
        request?.close()
    }

    private func fail(_ answer: (Answer) -> Void) {
        isAvailable = false
        answer(.failed)
    }

    private static func options(
        _ purpose: FileChooserModel.Purpose, _ kinds: [UTType], name: String, token: String
    ) -> OpaquePointer? {
        let options = VariantTable()
        options.add("handle_token", g_variant_new_string(token))
        options.add("modal", g_variant_new_boolean(1))
        switch purpose {
        case .open(let several):
            options.add("multiple", g_variant_new_boolean(several.gboolean))
            if let filters = filters(kinds) { options.add("filters", filters) }
        case .folder: options.add("directory", g_variant_new_boolean(1))
        case .save: options.add("current_name", g_variant_new_string(name))
        }
        return options.end()
    }

    /// `a(sa(us))`: one filter with a pattern for each ending; nil where any file will do.
    private static func filters(_ kinds: [UTType]) -> OpaquePointer? {
        let endings = kinds.flatMap(\.endings)
        guard !endings.isEmpty, kinds.allSatisfy({ !$0.endings.isEmpty }) else { return nil }
        var patterns = endings.map { ending -> OpaquePointer? in
            let letters = ending.map { "[\($0)\($0.uppercased())]" }.joined()
            return tuple(g_variant_new_uint32(0), g_variant_new_string("*." + letters))
        }
        let list = g_variant_new_array(nil, &patterns, gsize(patterns.count))
        var filters = [tuple(g_variant_new_string(endings.map { "*.\($0)" }.joined(separator: ", ")), list)]
        return g_variant_new_array(nil, &filters, 1)
    }

    private static func tuple(_ parts: OpaquePointer?...) -> OpaquePointer? {
        var parts = parts
        return g_variant_new_tuple(&parts, gsize(parts.count))
    }

    /// The names on the bus, or those that it can start.
    private static func names(_ bus: OpaquePointer, _ method: String) -> [String] {
        let daemon = "org.freedesktop.DBus"
        guard
            let said = g_dbus_connection_call_sync(
                bus, daemon, "/org/freedesktop/DBus", daemon, method, nil, nil, G_DBUS_CALL_FLAGS_NONE, timeout, nil,
                nil)
        else { return [] }
        defer { g_variant_unref(said) }
        return PortalRequest.strings(g_variant_get_child_value(said, 0))
    }
}

extension FileChooserModel.Purpose {
    /// What the dialog asks for.
    var title: String {
        switch self {
        case .open: CanvasTexts.current.openFile
        case .save: CanvasTexts.current.saveFile
        case .folder: CanvasTexts.current.chooseFolder
        }
    }
}

/// A table of names and values. D-Bus: `a{sv}`
private final class VariantTable {
    private var entries: [OpaquePointer?] = []

    func add(_ name: String, _ value: OpaquePointer?) {
        entries.append(g_variant_new_dict_entry(g_variant_new_string(name), g_variant_new_variant(value)))
    }

    /// A floating reference; the table is empty afterwards.
    func end() -> OpaquePointer? {
        defer { entries = [] }
        return g_variant_new_array(nil, &entries, gsize(entries.count))
    }
}
