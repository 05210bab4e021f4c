// SPDX-License-Identifier: MIT
internal import CGTK

/// Slides a row of a list aside under a finger or pointer, and shows its actions behind it.
final class RowSwipe {
    let offset = SwipeOffset()
    private(set) var tray: Host?

    private unowned let row: Host
    private let actions: RowActions
    private let environment: () -> EnvironmentValues?
    private var isWatching = false
    private var isMoving = false
    private var isGoingBack = false
    private var start = 0.0
    private var gesture: OpaquePointer?
    private var animation: UnsafeMutablePointer<AdwAnimation>?

    /// The row that is open; only one at a time.
    private static weak var open: RowSwipe?

    /// The movement of a finger that starts a swipe, and the width of an action, in points.
    private static let threshold = 18.0
    private static let actionWidth = 88.0
    /// Beyond this share of the row the first action runs.
    private static let fullSwipe = 0.6
    /// In milliseconds.
    private static let settling: guint = 200

    init(_ row: Host, _ actions: RowActions, _ environment: @escaping () -> EnvironmentValues?) {
        self.row = row
        self.actions = actions
        self.environment = environment
    }

    func watch() {
        guard !isWatching else { return }
        isWatching = true
        let drag = made(gtk_gesture_drag_new())
        gtk_event_controller_set_propagation_phase(drag, GTK_PHASE_CAPTURE)
        onMove(drag, "drag-begin") { [weak self] _ in self?.began() }
        onMove(drag, "drag-update") { [weak self] distance in self?.moved(distance) }
        onMove(drag, "drag-end") { [weak self] _ in self?.ended() }
        gtk_widget_add_controller(row.widget, drag)
        gesture = drag
    }

    /// Closes the row immediately.
    func close() {
        finish(at: 0)
    }

    private var isMirrored: Bool { gtk_widget_get_direction(row.widget) == GTK_TEXT_DIR_RTL }
    private var width: Double { Double(gtk_widget_get_width(row.widget)) }

    private func began() {
        isMoving = false
        start = offset.points
    }

    private func moved(_ distance: CGPoint) {
        let across = isMirrored ? -distance.x : distance.x
        if !isMoving {
            guard abs(across) > Self.threshold, abs(across) > 2 * abs(distance.y) else { return }
            guard start != 0 || !items(across < 0).isEmpty else { return }
            isMoving = true
            if let gesture { gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED) }
            if Self.open !== self { Self.open?.settle(at: 0) }
            Self.open = self
        }
        move(to: start + across)
    }

    private func ended() {
        guard isMoving else { return }
        isMoving = false
        let items = items(offset.points < 0)
        if abs(offset.points) > width * Self.fullSwipe, actions.allowsFullSwipe(isTrailing: offset.points < 0),
            let first = items.first, first.isEnabled
        {
            settle(at: 0)
            first.action()
            return
        }
        let rest = Double(items.count) * Self.actionWidth
        settle(at: abs(offset.points) < rest / 2 ? 0 : offset.points < 0 ? -rest : rest)
    }

    private func items(_ isTrailing: Bool) -> [ActionItem] { isTrailing ? actions.trailing() : actions.leading() }

    private func move(to points: Double) {
        if isMoving { isGoingBack = false }
        let items = items(points < 0)
        let next = items.isEmpty ? 0 : min(max(points, -width), width)
        if next != 0, tray == nil || (next < 0) != (offset.points < 0) { showTray(items) }
        offset.points = next
        gtk_widget_queue_allocate(row.widget)
    }

    private func showTray(_ items: [ActionItem]) {
        guard var looks = environment() else { return }
        looks = looks.detached()
        let tray = tray ?? Host(alignment: .center, role: GTK_ACCESSIBLE_ROLE_GROUP)
        tray.unmount()
        tray.mount(
            _SwipeTray(actions: items) { [weak self] in self?.putBack() ?? false }, parent: nil, environment: looks)
        gtk_widget_set_overflow(tray.widget, GTK_OVERFLOW_HIDDEN)
        if self.tray == nil {
            self.tray = tray
            row.structureChanged()
        }
        StyleSheet.shared.flush()
    }

    /// - Returns: false if the row is already closing, so that an action behind it runs once.
    private func putBack() -> Bool {
        guard tray != nil, !isGoingBack else { return false }
        settle(at: 0)
        return true
    }

    /// Animates to a position; immediate where the desktop disables animations.
    private func settle(at points: Double) {
        stop()
        isGoingBack = points == 0
        let target = adw_callback_animation_target_new(
            { value, data in
                guard let data else { return }
                Unmanaged<RowSwipe>.fromOpaque(data).takeUnretainedValue().move(to: value)
            }, Unmanaged.passRetained(self).toOpaque(),
            { data in
                guard let data else { return }
                Unmanaged<RowSwipe>.fromOpaque(data).release()
            })
        guard let target,
            let animation = adw_timed_animation_new(row.widget, offset.points, points, Self.settling, target)
        else { return finish(at: points) }
        self.animation = animation
        onSignal(animation, "done") { [weak self] in self?.finish(at: points) }
        adw_animation_play(animation)
    }

    private func stop() {
        guard let animation else { return }
        self.animation = nil
        adw_animation_pause(animation)
        g_object_unref(UnsafeMutableRawPointer(animation))
    }

    private func finish(at points: Double) {
        stop()
        offset.points = points
        guard points == 0, let tray else { return }
        self.tray = nil
        if Self.open === self { Self.open = nil }
        beforeNextFrame { [weak row] in
            tray.unmount()
            row?.structureChanged()
        }
    }
}

/// The actions behind a row, side by side.
struct _SwipeTray: View {
    let actions: [ActionItem]
    /// Closes the row; false if it is already closing.
    let putBack: () -> Bool

    private struct Entry: Identifiable {
        let id: Int
        let item: ActionItem
    }
    private var entries: [Entry] { actions.enumerated().map { Entry(id: $0.offset, item: $0.element) } }

    var body: some View {
        HStack(spacing: 0) {
            ForEach(entries) { entry in
                Button {
                    if putBack() { entry.item.action() }
                } label: {
                    VStack(spacing: 4) {
                        if let symbol = entry.item.symbol { Image(systemName: symbol).accessibilityHidden(true) }
                        Text(entry.item.title).font(.footnote).fontWeight(.semibold).lineLimit(1)
                    }
                    .foregroundStyle(Color.white).frame(maxWidth: .infinity, maxHeight: .infinity)
                    .background(
                        entry.item.role == .destructive ? Color.destructiveFill : entry.item.tint ?? .accentFill)
                }
                .buttonStyle(.plain).disabled(!entry.item.isEnabled)
            }
        }
    }
}
