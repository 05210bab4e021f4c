// SPDX-License-Identifier: MIT
internal import CGTK

/// A widget whose children are positioned by a tree of layout items.
final class Host {
    let reference: WidgetReference
    var widget: Widget { reference.widget }
    private(set) var root: Node?
    private let alignment: Alignment
    private var made: LayoutItem?
    /// The directions in which content keeps its ideal length, because it is scrolled.
    var scrolled: Axis.Set = []
    /// Called after each allocation with the host's size.
    var onAllocate: (CGSize) -> Void = { _ in }

    init(alignment: Alignment = .center, role: GtkAccessibleRole? = nil) {
        self.alignment = alignment
        reference = WidgetReference(makeWidget(Host.type, role: role))
        Host.all[UInt(bitPattern: widget)] = WeakHost(host: self)
        gtk_widget_set_layout_manager(
            widget,
            gtk_custom_layout_new(
                { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH },
                { widget, orientation, other, least, natural, _, _ in
                    let (low, high) = Host.at(widget)?.lengths(orientation, Int(other)) ?? (0, 0)
                    least?.pointee = low
                    natural?.pointee = high
                },
                { widget, width, height, _ in Host.at(widget)?.allocate(Double(width), Double(height)) }))
    }

    isolated deinit { Host.all[UInt(bitPattern: widget)] = nil }

    func mount<V: View>(_ view: V, parent: Node?, environment: EnvironmentValues) {
        root = V._makeNode(view, NodePlace(parent: parent, host: self, environment: environment))
        structureChanged()
        adopt()
    }

    /// Shows a view: mounts it the first time, updates it afterwards.
    func show<V: View>(_ view: V, parent: Node?, environment: EnvironmentValues) {
        if let root { root.update(view, environment) } else { mount(view, parent: parent, environment: environment) }
    }

    func unmount() {
        root?.unmount()
        root = nil
        made = nil
    }

    /// Creates the items again and reorders the widgets, once before the next frame.
    func structureChanged() {
        made = nil
        Renderer.shared.hostChanged(self)
        gtk_widget_queue_resize(widget)
    }

    var content: LayoutItem {
        if let made { return made }
        let item = LayoutItem.single(root?.items() ?? [])
        made = item
        return item
    }

    /// Makes the widget's children match the items, in order.
    func adopt() {
        var leaves: [any LayoutLeaf] = []
        content.collectLeaves(into: &leaves)
        let wanted = leaves.compactMap { ($0 as? any WidgetBox)?.widget }
        let kept = Set(wanted)
        var child = gtk_widget_get_first_child(widget)
        while let current = child {
            child = gtk_widget_get_next_sibling(current)
            // A menu over the host is not part of its content; its opener removes it.
            if !kept.contains(current), !Popovers.isPopover(current) { gtk_widget_unparent(current) }
        }
        var previous: Widget?
        for next in wanted {
            let parent = gtk_widget_get_parent(next)
            if parent != widget || gtk_widget_get_prev_sibling(next) != previous {
                if parent != nil, parent != widget { gtk_widget_unparent(next) }
                gtk_widget_insert_after(next, widget, previous)
            }
            previous = next
        }
    }

    func setMargins(_ insets: EdgeInsets) {
        gtk_widget_set_margin_top(widget, gint(insets.top))
        gtk_widget_set_margin_bottom(widget, gint(insets.bottom))
        gtk_widget_set_margin_start(widget, gint(insets.leading))
        gtk_widget_set_margin_end(widget, gint(insets.trailing))
    }

    private func lengths(_ orientation: GtkOrientation, _ other: Int) -> (gint, gint) {
        LayoutPass.run {
            func points(_ length: Double) -> gint { gint(min(max(length.rounded(.up), 0), Self.maximumLength)) }
            let other = other < 0 ? nil : Double(other)
            guard orientation == GTK_ORIENTATION_HORIZONTAL else {
                let natural = points(content.size(ProposedViewSize(width: other, height: nil)).height)
                if scrolled.contains(.vertical) { return (natural, natural) }
                return (min(points(content.size(ProposedViewSize(width: other, height: 0)).height), natural), natural)
            }
            let least = points(content.size(ProposedViewSize(width: 0, height: other)).width)
            return (least, max(least, points(content.size(ProposedViewSize(width: nil, height: other)).width)))
        }
    }

    private func allocate(_ width: Double, _ height: Double) {
        LayoutPass.run {
            let room = CGRect(x: 0, y: 0, width: width, height: height)
            let isMirrored = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
            let offered = ProposedViewSize(
                width: scrolled.contains(.horizontal) ? nil : width, height: scrolled.contains(.vertical) ? nil : height
            )
            content.place(
                room.placing(content.size(offered), alignment),
                on: LayoutSurface(width: width, isMirrored: isMirrored))
            onAllocate(room.size)
        }
    }

    /// As long as a hundred thousand rows; a larger value would overflow a C integer.
    nonisolated private static let maximumLength = 20_000_000.0

    private struct WeakHost { weak var host: Host? }
    private static var all: [UInt: WeakHost] = [:]
    private static func at(_ widget: Widget?) -> Host? { all[UInt(bitPattern: widget)]?.host }

    /// The GTK class: a widget that releases its children when it is disposed.
    static let type: GType = g_type_register_static_simple(
        gtk_widget_get_type(), "CanvasHost", guint(MemoryLayout<GtkWidgetClass>.size),
        { klass, _ in
            guard let klass else { return }
            klass.assumingMemoryBound(to: GObjectClass.self).pointee.dispose = { object in
                guard let object else { return }
                let widget = UnsafeMutableRawPointer(object).assumingMemoryBound(to: GtkWidget.self)
                while let child = gtk_widget_get_first_child(widget) { gtk_widget_unparent(child) }
                let parent = g_type_class_peek(gtk_widget_get_type())?.assumingMemoryBound(to: GObjectClass.self)
                parent?.pointee.dispose?(object)
            }
            let widgets = klass.assumingMemoryBound(to: GtkWidgetClass.self)
            gtk_widget_class_set_css_name(widgets, "canvas")
            gtk_widget_class_set_accessible_role(widgets, GTK_ACCESSIBLE_ROLE_GROUP)
        }, guint(MemoryLayout<GtkWidget>.size), { _, _ in }, GTypeFlags(rawValue: 0))
}

extension LayoutItem {
    /// Several items are arranged in a column where one is needed, as in SwiftUI.
    static func single(_ items: [LayoutItem]) -> LayoutItem {
        items.count == 1 ? items[0] : StackItem(.vertical, items, spacing: 8, alignment: 0.5)
    }
}
