// SPDX-License-Identifier: MIT
internal import CGTK

/// A page of a stack: its bar, its title, its search field and its content.
final class NavigationPage {
    let box = WidgetReference(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    let host = Host(alignment: .top)
    let isRoot: Bool
    var value: AnyHashable?
    var onPop: () -> Void = {}
    var render: (EnvironmentValues) -> Void = { _ in }

    private let bar = made(adw_header_bar_new())
    private let windowButtons = WindowButtons()
    private let heading = WidgetReference(adw_window_title_new("", nil))
    private let large = Host(alignment: .leading)
    private let search = Host(alignment: .leading)
    private var environment = EnvironmentValues()
    private var title = ""
    private var mode = NavigationBarItem.TitleDisplayMode.automatic
    private var items: [Host] = []
    private var placements: [ToolbarItemPlacement] = []
    private weak var controller: NavigationController?
    private var back: Widget?

    init(isRoot: Bool, controller: NavigationController) {
        self.isRoot = isRoot
        self.controller = controller
        gtk_widget_add_css_class(bar, "canvas-bar")
        adw_header_bar_set_show_end_title_buttons(opaque(bar), 0)
        adw_header_bar_set_show_start_title_buttons(opaque(bar), 0)
        adw_header_bar_set_title_widget(opaque(bar), heading.widget)
        // First, so that they are outermost.
        adw_header_bar_pack_start(opaque(bar), windowButtons.leading.widget)
        adw_header_bar_pack_end(opaque(bar), windowButtons.trailing.widget)
        large.setMargins(EdgeInsets(top: 0, leading: 20, bottom: 12, trailing: 20))
        search.setMargins(EdgeInsets(top: 0, leading: 16, bottom: 12, trailing: 16))
        gtk_widget_set_visible(search.widget, 0)
        // A page uses the available space; if it needs more, it scrolls instead of making the window higher than the
        // screen.
        let room = made(gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(opaque(room), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        let port = made(gtk_viewport_new(nil, nil))
        gtk_viewport_set_scroll_to_focus(opaque(port), 1)
        gtk_viewport_set_child(opaque(port), host.widget)
        gtk_scrolled_window_set_child(opaque(room), port)
        Popovers.follow(room, host)
        gtk_widget_set_vexpand(room, 1)
        gtk_widget_set_hexpand(room, 1)
        for part in [bar, large.widget, search.widget, room] { gtk_box_append(cast(box.widget), part) }
        if !isRoot { addBack() }
    }

    private func addBack() {
        let button = made(gtk_button_new_from_icon_name("go-previous-symbolic"))
        gtk_widget_add_css_class(button, "flat")
        Accessibility.setLabel(button, CanvasTexts.current.back)
        onSignal(button, "clicked") { [weak self] in self?.leave() }
        adw_header_bar_pack_start(opaque(bar), button)
        back = button
        onKey(box.widget) { [weak self] press in
            guard press.isAlt, press.key == UInt32(GDK_KEY_Left) else { return false }
            self?.leave()
            return true
        }
    }

    private func leave() { controller?.leave(self) }

    func setTitle(_ next: String) {
        guard next != title else { return }
        title = next
        showTitle()
    }

    func setMode(_ next: NavigationBarItem.TitleDisplayMode) {
        guard next != mode else { return }
        mode = next
        showTitle()
    }

    private func showTitle() {
        let isLarge = mode == .large || (mode == .automatic && isRoot)
        adw_window_title_set_title(opaque(heading.widget), isLarge ? "" : title)
        // A screen reader would speak an empty label's class.
        gtk_widget_set_visible(heading.widget, (!isLarge && !title.isEmpty).gboolean)
        setVisible(large, isLarge && !title.isEmpty)
        if isLarge { large.show(Text(title).font(titleFont), parent: nil, environment: environment) }
        Accessibility.setLabel(box.widget, title)
    }

    /// Limited so that the longest word fits into the narrowest window, in which a title has 280 points.
    private var titleFont: Font {
        let longest = title.split { $0 == " " || $0 == "-" }.map { word in
            word.unicodeScalars.reduce(0.0) { $0 + ($1.value < 0x2E80 ? 0.6 : 1.05) }
        }
        let limit = 280 / max(longest.max() ?? 1, 1)
        var font = Font.largeTitle
        while environment.horizontalSizeClass != .regular, font.size > 12, font.size(at: environment.textScale) > limit
        {
            font.size -= 1
        }
        return font
    }

    func restyle(_ next: EnvironmentValues) {
        environment = next
        windowButtons.show(next.context.hasWindowButtons)
        showTitle()
        render(next)
    }

    func setToolbar(_ list: [_ToolbarEntry], _ node: Node) {
        let next = list.map(\.placement)
        if next == placements {
            for (host, entry) in zip(items, list) {
                host.show(entry.content, parent: node, environment: node.environment)
            }
            return
        }
        clearToolbar()
        placements = next
        for entry in list {
            let item = Host()
            item.setMargins(EdgeInsets(.horizontal, 8))
            item.mount(entry.content, parent: node, environment: node.environment)
            switch entry.placement {
            case .topBarLeading, .cancellationAction: adw_header_bar_pack_start(opaque(bar), item.widget)
            case .principal: adw_header_bar_set_title_widget(opaque(bar), item.widget)
            default: adw_header_bar_pack_end(opaque(bar), item.widget)
            }
            items.append(item)
        }
    }

    func clearToolbar() {
        for (item, placement) in zip(items, placements) {
            item.unmount()
            if placement == .principal {
                adw_header_bar_set_title_widget(opaque(bar), heading.widget)
            } else {
                adw_header_bar_remove(opaque(bar), item.widget)
            }
        }
        items = []
        placements = []
    }

    func setSearch(_ text: Binding<String>, _ prompt: String, _ node: Node) {
        setVisible(search, true)
        search.show(_SearchField(text: text, prompt: prompt), parent: node, environment: environment)
    }

    func clearSearch() {
        setVisible(search, false)
        search.unmount()
    }

    /// Shows or hides a part above the content, which moves by its height.
    private func setVisible(_ part: Host, _ isVisible: Bool) {
        guard (gtk_widget_get_visible(part.widget) != 0) != isVisible else { return }
        Popovers.close(below: host.widget)
        gtk_widget_set_visible(part.widget, isVisible.gboolean)
    }

    func hideBack() { if let back { gtk_widget_set_visible(back, 0) } }

    /// Moves the keyboard focus to the new page.
    func takeFocus() {
        guard let root = gtk_widget_get_root(box.widget), gtk_widget_get_mapped(box.widget) != 0 else { return }
        let focus = gtk_root_get_focus(root)
        if let focus, gtk_widget_is_ancestor(focus, box.widget) != 0 { return }
        gtk_widget_child_focus(host.widget, GTK_DIR_TAB_FORWARD)
    }

    func tearDown() {
        clearToolbar()
        large.unmount()
        search.unmount()
        host.unmount()
        environment = EnvironmentValues()
        render = { _ in }
        onPop = {}
    }
}

extension NavigationPage: Equatable {
    nonisolated static func == (left: NavigationPage, right: NavigationPage) -> Bool { left === right }
}

/// The field of `.searchable`.
struct _SearchField: View {
    let text: Binding<String>
    let prompt: String

    var body: some View {
        HStack(spacing: 8) {
            Image(systemName: "magnifyingglass").font(.callout).foregroundStyle(Color.secondary)
            TextField(prompt, text: text).textFieldStyle(.plain)
            if !text.wrappedValue.isEmpty {
                Button {
                    text.wrappedValue = ""
                } label: {
                    Image(systemName: "xmark.circle.fill").foregroundStyle(Color.secondary)
                }
                .buttonStyle(.plain).accessibilityLabel(CanvasTexts.current.clear)
            }
        }
        .padding(.horizontal, 12).padding(.vertical, 9).frame(maxWidth: .infinity)
        .background(Color.gray.opacity(0.14), in: RoundedRectangle(cornerRadius: 12))
    }
}
