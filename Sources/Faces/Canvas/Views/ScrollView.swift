// SPDX-License-Identifier: MIT
internal import CGTK
internal import Dispatch

/// The scroll state that lazy columns use.
final class ScrollContext {
    /// The scroll offset and the visible length of the content, in points; zero before the first layout.
    private(set) var top = 0.0
    private(set) var height = 0.0
    private var isTelling = false
    private var columns: [ObjectIdentifier: () -> Void] = [:]
    private let adjustment: UnsafeMutablePointer<GtkAdjustment>

    init(_ window: WidgetReference) {
        adjustment = made(gtk_scrolled_window_get_vadjustment(opaque(window.widget)))
        onSignal(adjustment, "value-changed") { [weak self] in self?.moved() }
        onSignal(adjustment, "changed") { [weak self] in self?.moved() }
    }

    func follow(_ owner: AnyObject, _ body: @escaping () -> Void) { columns[ObjectIdentifier(owner)] = body }
    func leave(_ owner: AnyObject) { columns[ObjectIdentifier(owner)] = nil }

    /// Scrolls without moving the visible content, when rows above turned out higher than estimated.
    func shift(by distance: Double) {
        gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + distance)
    }

    private func moved() {
        let next = (gtk_adjustment_get_value(adjustment), gtk_adjustment_get_page_size(adjustment))
        guard next != (top, height) else { return }
        (top, height) = next
        guard !columns.isEmpty, !isTelling else { return }
        isTelling = true
        // The signal may come while GTK allocates, when nothing may change.
        beforeNextFrame { [weak self] in
            guard let self else { return }
            isTelling = false
            for column in columns.values { column() }
        }
    }
}

/// Content larger than its place.
package struct ScrollView<Content: View>: PrimitiveView {
    fileprivate let axes: Axis.Set
    fileprivate let content: Content

    package init(_ axes: Axis.Set = .vertical, showsIndicators: Bool = true, @ViewBuilder content: () -> Content) {
        self.axes = axes
        self.content = content()
    }

    package static func _makeNode(_ view: Self, _ place: NodePlace) -> Node { ScrollNode(view, place) }
}

final class ScrollNode<Content: View>: ViewNode<ScrollView<Content>> {
    private let window = WidgetReference(gtk_scrolled_window_new())
    private lazy var inner = Host(alignment: view.axes.contains(.horizontal) ? .topLeading : .top)
    private lazy var context = ScrollContext(window)
    private var spinner: Node?
    private var panner: Panner?
    private var isRefreshing = false

    override var children: [Node] { inner.root.map { [$0] } ?? [] }
    override func items() -> [LayoutItem] {
        // Content that scrolls only horizontally determines the height.
        [LeafItem(WidgetLeaf(window.widget, view.axes.contains(.vertical) ? .filling : .wide))]
    }

    override func setUp() {
        let scrolled = opaque(window.widget)
        gtk_scrolled_window_set_policy(
            scrolled, view.axes.contains(.horizontal) ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER,
            view.axes.contains(.vertical) ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER)
        let viewport = made(gtk_viewport_new(nil, nil))
        gtk_viewport_set_scroll_to_focus(opaque(viewport), 1)
        inner.scrolled = view.axes
        if view.axes.contains(.horizontal) { gtk_scrollable_set_hscroll_policy(opaque(viewport), GTK_SCROLL_NATURAL) }
        if view.axes.contains(.vertical) { gtk_scrollable_set_vscroll_policy(opaque(viewport), GTK_SCROLL_NATURAL) }
        gtk_viewport_set_child(opaque(viewport), inner.widget)
        gtk_scrolled_window_set_child(scrolled, viewport)
        Popovers.follow(window.widget, inner)
        if view.axes == [.horizontal, .vertical] { panner = Panner(window) }
        onSignalInt(scrolled, "edge-overshot") { [weak self] edge in
            if edge == Int(GTK_POS_TOP.rawValue) { self?.refresh() }
        }
        onKey(window.widget) { [weak self] press in
            guard let self, environment.refresh != nil else { return false }
            let isR = press.isControl && (press.key == UInt32(GDK_KEY_r))
            guard press.key == UInt32(GDK_KEY_F5) || isR else { return false }
            refresh()
            return true
        }
        apply()
    }

    override func apply() {
        var inside = environment
        if view.axes.contains(.vertical) { inside.context.scroll = context }
        inner.show(view.content, parent: self, environment: inside)
    }

    private func refresh() {
        guard let action = environment.refresh, !isRefreshing else { return }
        isRefreshing = true
        Task { [weak self] in
            await action()
            self?.isRefreshing = false
        }
    }

    override func unmount() {
        super.unmount()
        inner.unmount()
    }
}

/// A view that scrolls in both directions is a map or a photo: the pointer drags it, and its centre stays while it
/// grows.
private final class Panner {
    private let across: UnsafeMutablePointer<GtkAdjustment>
    private let down: UnsafeMutablePointer<GtkAdjustment>
    private var start = CGPoint.zero

    init(_ window: WidgetReference) {
        across = made(gtk_scrolled_window_get_hadjustment(opaque(window.widget)))
        down = made(gtk_scrolled_window_get_vadjustment(opaque(window.widget)))
        let drag = made(gtk_gesture_drag_new())
        onMove(drag, "drag-begin") { [weak self] _ in self?.began() }
        onMove(drag, "drag-update") { [weak self] distance in self?.moved(distance) }
        gtk_widget_add_controller(window.widget, drag)
        for adjustment in [across, down] { Self.keepMiddle(of: adjustment) }
    }

    private func began() {
        start = CGPoint(x: gtk_adjustment_get_value(across), y: gtk_adjustment_get_value(down))
    }

    private func moved(_ distance: CGPoint) {
        gtk_adjustment_set_value(across, start.x - distance.x)
        gtk_adjustment_set_value(down, start.y - distance.y)
    }

    private static func keepMiddle(of adjustment: UnsafeMutablePointer<GtkAdjustment>) {
        let known = Length()
        onSignal(adjustment, "changed") {
            let upper = gtk_adjustment_get_upper(adjustment)
            let page = gtk_adjustment_get_page_size(adjustment)
            defer { known.upper = upper }
            guard known.upper > 0, upper != known.upper else { return }
            let middle = (gtk_adjustment_get_value(adjustment) + page / 2) / known.upper
            // The signal comes while GTK allocates, when nothing may change. Until the handler runs, its view may be
            // destroyed, and the adjustment with it.
            g_object_ref(UnsafeMutableRawPointer(adjustment))
            beforeNextFrame {
                gtk_adjustment_set_value(adjustment, middle * upper - page / 2)
                g_object_unref(UnsafeMutableRawPointer(adjustment))
            }
        }
    }

    private final class Length { var upper = 0.0 }
}
