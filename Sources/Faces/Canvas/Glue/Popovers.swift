// SPDX-License-Identifier: MIT
internal import CGTK
internal import Dispatch

/// Lists and menus that stand open over a part of the window: surfaces of their own.
///
/// GDK asks for the monitor below what a popover points at, and takes none for one: what is not on the screen, because its page
/// has slid away or its list is scrolled, may neither open a popover nor keep one.
enum Popovers {
    /// Those that were opened and may still stand open.
    private static var shown: [WidgetReference] = []

    /// Seconds until a view that was scrolled to stands still.
    private static let scrolling = 0.3

    /// Opens one over a widget, if need be after scrolling there.
    ///
    /// - Returns: false where the widget cannot be used now.
    @discardableResult
    static func open(_ popover: WidgetReference, over anchor: Widget, scrolls: Bool = true) -> Bool {
        guard isUsable(anchor) else { return false }
        if isInSight(anchor) {
            gtk_popover_popup(cast(popover.widget))
            if !shown.contains(where: { $0 === popover }) { shown.append(popover) }
            return true
        }
        guard scrolls, gtk_widget_grab_focus(anchor) != 0 else { return false }
        let anchor = WidgetReference(anchor)
        DispatchQueue.main.asyncAfter(deadline: .now() + scrolling) {
            MainActor.assumeIsolated {
                guard gtk_widget_get_parent(popover.widget) != nil else { return }
                _ = open(popover, over: anchor.widget, scrolls: false)
            }
        }
        return false
    }

    /// Closes all that belong to a widget or to anything inside it.
    ///
    /// They are hidden rather than popped down: that would close what each stands over as well, and the menu that GTK itself
    /// opens over a text stands over no popover.
    static func close(below widget: Widget) {
        if isPopover(widget) {
            if gtk_widget_get_mapped(widget) != 0 { gtk_widget_set_visible(widget, 0) }
            return
        }
        var child = gtk_widget_get_first_child(widget)
        while let current = child {
            child = gtk_widget_get_next_sibling(current)
            close(below: current)
        }
    }

    /// Closes what belongs to a widget, or to anything inside it, that is about to stand out of sight.
    ///
    /// GTK puts a popover in its new place while it lays its widget out, so before the next frame would be too late.
    static func leave(_ widget: Widget, goingTo place: CGRect) {
        guard !shown.isEmpty else { return }
        shown.removeAll { gtk_widget_get_mapped($0.widget) == 0 }
        for popover in shown where gtk_widget_is_ancestor(popover.widget, widget) != 0 {
            guard let parent = gtk_widget_get_parent(widget), let root = gtk_widget_get_root(widget) else { continue }
            let window = UnsafeMutablePointer<GtkWidget>(root)
            var (x, y) = (0.0, 0.0)
            gtk_widget_translate_coordinates(parent, window, place.minX, place.minY, &x, &y)
            let isOut =
                x + place.width <= 0 || y + place.height <= 0 || x >= Double(gtk_widget_get_width(window))
                || y >= Double(gtk_widget_get_height(window))
            if isOut { gtk_popover_popdown(cast(popover.widget)) }
        }
    }

    /// Closes the one on top of all that stand open at or below a widget.
    ///
    /// - Returns: false where none stands open.
    static func closeTop(below widget: Widget) -> Bool {
        guard let top = top(below: widget) else { return false }
        gtk_popover_popdown(cast(top))
        return true
    }

    /// What opened later lies deeper, or belongs to a later widget.
    private static func top(below widget: Widget) -> Widget? {
        guard gtk_widget_get_mapped(widget) != 0 else { return nil }
        var child = gtk_widget_get_last_child(widget)
        while let current = child {
            if let found = top(below: current) { return found }
            child = gtk_widget_get_prev_sibling(current)
        }
        return isPopover(widget) ? widget : nil
    }

    /// The popover that a widget is part of; nil where it is part of the window itself.
    static func around(_ widget: Widget) -> Widget? {
        var part: Widget? = widget
        while let current = part {
            if isPopover(current) { return current }
            part = gtk_widget_get_parent(current)
        }
        return nil
    }

    /// Whether a widget is a surface over its parent rather than a part of it.
    static func isPopover(_ widget: Widget) -> Bool {
        g_type_check_instance_is_a(cast(widget), gtk_popover_get_type()) != 0
    }

    private static func isInSight(_ widget: Widget) -> Bool {
        guard let root = gtk_widget_get_root(widget) else { return false }
        let window = UnsafeMutablePointer<GtkWidget>(root)
        var bounds = graphene_rect_t()
        guard gtk_widget_compute_bounds(widget, window, &bounds) != 0 else { return false }
        let right = Double(bounds.origin.x + bounds.size.width)
        let bottom = Double(bounds.origin.y + bounds.size.height)
        return bounds.size.width > 0 && bounds.size.height > 0 && right > 0 && bottom > 0
            && Double(bounds.origin.x) < Double(gtk_widget_get_width(window))
            && Double(bounds.origin.y) < Double(gtk_widget_get_height(window))
    }
}
