// SPDX-License-Identifier: MIT
internal import CGTK

/// The program's window: its content and its layers.
package final class ProgramWindow {
    package static let shared = ProgramWindow()
    private(set) var widget: Widget?
    // Created when a window opens, because a program may set its identity and answer --help before GTK is ready.
    private lazy var overlay = WidgetReference(gtk_overlay_new())
    private lazy var host = Host(alignment: .top)
    private let style = WidgetStyle()
    private lazy var layers = WindowLayers(overlay.widget, host)
    private var render: (EnvironmentValues) -> Void = { _ in }
    private var width = 0.0
    /// The size that the window's surface had at the last layout.
    private var laidOut = CGSize.zero
    var onClose: () -> Void = {}
    /// Called when the system is short of memory, so that the program can free caches.
    package var onMemoryPressure: () -> Void = {} {
        didSet { pressure = pressure ?? MemoryPressure { [weak self] in self?.onMemoryPressure() } }
    }
    private var pressure: MemoryPressure?
    /// Called at each key, click and touch, from which an automatic lock measures its time.
    package var onInput: () -> Void = {}
    /// Called when the window becomes active.
    package var onActive: () -> Void = {}
    /// Receives a link of a later start of the program.
    package var onOpen: (String) -> Void = { _ in }

    /// From this width on a sidebar is shown, in points.
    private static let wideWidth = 700.0
    /// The resolution of the default text size, in dots per inch.
    private static let usualResolution = 96.0

    private init() {}

    /// Initializes GTK; false without a display. One call is enough.
    package static func prepare() -> Bool {
        let identity = ProgramIdentity.current
        g_set_prgname(identity.identifier)
        g_set_application_name(identity.name)
        guard gtk_init_check() != 0 else { return false }
        adw_init()
        StyleSheet.shared.install()
        Popovers.install()
        return true
    }

    /// Replaces the shown view, for tests.
    package func show<V: View>(_ view: V) {
        guard widget != nil else { return open(view) }
        host.unmount()
        render = { [host] environment in host.show(view, parent: nil, environment: environment) }
        refresh()
    }

    /// Runs GTK's pending work until it is idle; for tests, which have no loop.
    package func settle() {
        while g_main_context_iteration(nil, 0) != 0 {}
    }

    func open<V: View>(_ view: V) {
        let window = made(adw_window_new())
        widget = window
        let identity = ProgramIdentity.current
        gtk_window_set_title(cast(window), identity.name)
        gtk_window_set_icon_name(cast(window), identity.identifier)
        gtk_window_set_default_size(cast(window), gint(identity.size.width), gint(identity.size.height))
        gtk_widget_set_size_request(window, 320, 400)
        gtk_overlay_set_child(opaque(overlay.widget), host.widget)
        adw_window_set_content(cast(window), overlay.widget)
        width = identity.size.width
        render = { [host] environment in host.show(view, parent: nil, environment: environment) }
        host.onAllocate = { [weak self] size in self?.resized(size) }
        onSignal1(made(adw_style_manager_get_default()), "notify::dark") { [weak self] _ in self?.refresh() }
        if let settings = gtk_settings_get_default() {
            for name in ["gtk-xft-dpi", "gtk-enable-animations", "gtk-decoration-layout"] {
                onSignal1(settings, "notify::\(name)") { [weak self] _ in self?.refresh() }
            }
        }
        onQuestion(OpaquePointer(window), "close-request") { [weak self] in
            self?.onClose()
            return false
        }
        onSignal1(OpaquePointer(window), "notify::is-active") { [weak self] _ in
            if self?.isActive == true { self?.onActive() }
        }
        // On the window, because the focus may be nowhere, or in a layer that is gone.
        onKey(window) { [weak self] press in press.key == UInt32(GDK_KEY_Escape) && self?.closeTop() == true }
        // A closed menu may still have the focus, and GTK's own handler of Escape would close it again. Only then this
        // handler runs first: otherwise an input method may use Escape for the word being composed.
        onKey(window, capture: true) { [weak self] press in
            guard press.key == UInt32(GDK_KEY_Escape), let focus = gtk_window_get_focus(cast(window)),
                gtk_widget_get_mapped(focus) == 0
            else { return false }
            return self?.closeTop() == true
        }
        onKey(window, capture: true) { press in
            guard press.opensMenu, let focus = gtk_window_get_focus(cast(window)) else { return false }
            return Popovers.scrollToText(focus, in: window)
        }
        Canvas.onInput(window) { [weak self] in self?.onInput() }
        refresh()
        gtk_window_present(cast(window))
        if let surface = gtk_native_get_surface(opaque(window)) {
            for side in ["width", "height"] {
                onSignal1(surface, "notify::\(side)") { [overlay] _ in Popovers.close(below: overlay.widget) }
            }
            onLayout(surface) { [weak self] size in self?.laidOut = size }
        }
    }

    /// Whether a widget with this identifier is on the screen; for tests.
    package func shows(identifier: String) -> Bool {
        widget.flatMap { Accessibility.first(identifier, below: $0) } != nil
    }

    /// Brings the window to the front.
    func present() {
        if let widget { gtk_window_present(cast(widget)) }
    }

    /// Removes all content, for tests.
    package func clear() {
        render = { _ in }
        host.unmount()
        host.structureChanged()
    }

    /// Closes the topmost menu or list, else the topmost layer.
    private func closeTop() -> Bool {
        guard let widget else { return false }
        return Popovers.closeTop(below: widget) || layers.cancelTop()
    }

    /// Whether the window's layout matches its surface, which gets a new size before the content is laid out for it.
    var isLaidOut: Bool {
        guard let widget, let surface = gtk_native_get_surface(opaque(widget)) else { return false }
        return Double(gdk_surface_get_width(surface)) == laidOut.width
            && Double(gdk_surface_get_height(surface)) == laidOut.height
    }

    private func resized(_ size: CGSize) {
        let wasWide = width >= Self.wideWidth
        width = size.width
        layers.resized(size)
        if wasWide != (width >= Self.wideWidth) { beforeNextFrame { [weak self] in self?.refresh() } }
    }

    private var environment: EnvironmentValues {
        var values = EnvironmentValues()
        let manager = made(adw_style_manager_get_default())
        values.context.colorScheme = adw_style_manager_get_dark(manager) != 0 ? .dark : .light
        values.context.layers = layers
        values.context.hasWindowButtons = true
        values.context.sizeClass = width >= Self.wideWidth ? .regular : .compact
        values.context.layoutDirection =
            gtk_widget_get_default_direction() == GTK_TEXT_DIR_RTL ? .rightToLeft : .leftToRight
        if let settings = gtk_settings_get_default() {
            values.context.reduceMotion = !booleanProperty(settings, "gtk-enable-animations")
        }
        let resolution = pango_cairo_context_get_resolution(gtk_widget_get_pango_context(host.widget))
        if resolution > 0 { values.context.systemTextScale = resolution / Self.usualResolution }
        return values
    }

    private func refresh() {
        guard let widget else { return }
        let values = environment
        let background = Color("Background").resolved(values.colorScheme).css
        let text = Color.primary.resolved(values.colorScheme).css
        let accent = Color.accentColor.resolved(values.colorScheme).css
        let fill = Color.accentFill.resolved(values.colorScheme).css
        style.apply(["background-color: \(background); color: \(text);"], to: widget)
        StyleSheet.shared.setAccent(
            color: accent, fill: fill, segment: values.colorScheme == .dark ? "rgba(255,255,255,0.2)" : "white")
        render(values)
        layers.restyle(values)
        StyleSheet.shared.flush()
    }
}

extension View {
    /// Light, dark, or the system's choice (nil), for the whole program.
    package func preferredColorScheme(_ scheme: ColorScheme?) -> some View {
        _HookView(
            content: self,
            onUpdate: { _ in
                let wanted =
                    switch scheme {
                    case nil: ADW_COLOR_SCHEME_DEFAULT
                    case .light?: ADW_COLOR_SCHEME_FORCE_LIGHT
                    case .dark?: ADW_COLOR_SCHEME_FORCE_DARK
                    }
                let manager = adw_style_manager_get_default()
                guard adw_style_manager_get_color_scheme(manager) != wanted else { return }
                beforeNextFrame { adw_style_manager_set_color_scheme(manager, wanted) }
            })
    }
}
