// SPDX-License-Identifier: MIT
internal import CGTK

/// The actions of a row besides tapping it.
final class RowActions {
    var leading: () -> [ActionItem] = { [] } { didSet { use() } }
    var trailing: () -> [ActionItem] = { [] } { didSet { use() } }
    var menu: () -> [ActionItem] = { [] } { didSet { use() } }
    /// Called once, at the first action, because a row without actions needs no gestures.
    var onFirstUse: (() -> Void)?
    /// Whether a swipe across the whole row runs the first action.
    var fullSwipes: [HorizontalEdge: Bool] = [:]

    func allowsFullSwipe(isTrailing: Bool) -> Bool { fullSwipes[isTrailing ? .trailing : .leading] ?? false }

    private func use() {
        let first = onFirstUse
        onFirstUse = nil
        first?()
    }

    var all: [ActionItem] { menu() + leading() + trailing() }
}

/// Lists a widget's actions on a secondary click, a long press or the Menu key.
final class RowGestures {
    private let host: Widget
    private let actions: RowActions
    private let environment: () -> EnvironmentValues?
    private var menu: PopoverMenu?
    private var isWatching = false

    init(_ host: Host, _ actions: RowActions, _ environment: @escaping () -> EnvironmentValues?) {
        self.host = host.widget
        self.actions = actions
        self.environment = environment
    }

    init(_ widget: Widget, _ actions: RowActions, _ environment: @escaping () -> EnvironmentValues?) {
        host = widget
        self.actions = actions
        self.environment = environment
    }

    func watch() {
        guard !isWatching else { return }
        isWatching = true
        let click = made(gtk_gesture_click_new())
        gtk_gesture_single_set_button(click, guint(GDK_BUTTON_SECONDARY))
        onPress(click, "pressed") { [weak self] point in self?.open(at: point) }
        gtk_widget_add_controller(host, click)

        let hold = made(gtk_gesture_long_press_new())
        gtk_gesture_single_set_touch_only(hold, 1)
        onMove(hold, "pressed") { [weak self] point in self?.open(at: point) }
        gtk_widget_add_controller(host, hold)

        onKey(host) { [weak self] press in
            let isMenu = press.key == UInt32(GDK_KEY_Menu) || (press.key == UInt32(GDK_KEY_F10) && press.isShift)
            guard isMenu, let self, !actions.all.isEmpty else { return false }
            open(at: nil)
            return true
        }
    }

    func close() {
        menu?.close()
        menu = nil
    }

    private func open(at point: CGPoint?) { show(actions.all, at: point) }

    private func show(_ items: [ActionItem], at point: CGPoint?) {
        guard !items.isEmpty, let environment = environment() else { return }
        let menu = menu ?? PopoverMenu(on: host)
        self.menu = menu
        menu.open(items, environment, at: point)
    }
}

extension View {
    /// Actions behind a row, which slides aside. A secondary click and the Menu key list them as well.
    package func swipeActions<Content: View>(
        edge: HorizontalEdge = .trailing, allowsFullSwipe: Bool = true, @ViewBuilder content: @escaping () -> Content
    ) -> some View {
        _HookView(
            content: self,
            onUpdate: { node in
                let environment = node.environment
                let list = { listActions(content(), environment) }
                environment.context.rowActions?.fullSwipes[edge] = allowsFullSwipe
                if edge == .leading {
                    environment.context.rowActions?.leading = list
                } else {
                    environment.context.rowActions?.trailing = list
                }
            })
    }

    package func contextMenu<Content: View>(@ViewBuilder menuItems: @escaping () -> Content) -> some View {
        _HookView(
            content: self,
            onMount: { node in
                guard node.environment.context.rowActions == nil, let widget = node.widgets.last else { return }
                let actions = RowActions()
                let gestures = RowGestures(widget, actions) { [weak node] in node?.environment }
                gestures.watch()
                node.kept = ContextMenuState(actions, gestures)
            },
            onUpdate: { node in
                let environment = node.environment
                let actions = environment.context.rowActions ?? (node.kept as? ContextMenuState)?.actions
                actions?.menu = { listActions(menuItems(), environment) }
            }, onUnmount: { node in (node.kept as? ContextMenuState)?.gestures.close() })
    }
}

private final class ContextMenuState {
    let actions: RowActions
    let gestures: RowGestures
    init(_ actions: RowActions, _ gestures: RowGestures) {
        self.actions = actions
        self.gestures = gestures
    }
}
