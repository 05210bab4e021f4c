// SPDX-License-Identifier: MIT
internal import CGTK
internal import Dispatch

/// Lists and menus that stand open over a part of the window: surfaces of their own.
///
/// GDK asks for the monitor below what a popover points at, and takes none for one: what is not on the screen, because its page
/// has slid away or its list is scrolled, may neither open a popover nor keep one.
enum Popovers {
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
    static func close(below widget: Widget) {
        if isPopover(widget) { return gtk_popover_popdown(cast(widget)) }
        var child = gtk_widget_get_first_child(widget)
        while let current = child {
            child = gtk_widget_get_next_sibling(current)
            close(below: current)
        }
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
