// SPDX-License-Identifier: MIT
internal import CGTK
internal import Dispatch

/// Open lists and menus over a part of the window, which are surfaces of their own.
///
/// GDK looks up the monitor at a popover's anchor, and fails where there is none. A widget outside the window, because
/// its page has slid away or its list was scrolled, must therefore neither open a popover nor keep one. GTK moves a
/// popover during the layout, once for each ancestor that moves, so a popover must be hidden before that.
enum Popovers {
    /// The popovers that were shown and may still be open, including GTK's own.
    private static var shown: [WidgetReference] = []

    /// Seconds until a scroll animation ends.
    private static let scrolling = 0.3

    /// Observes every popover that GTK shows from now on, including the menus that it opens itself.
    static func install() {
        let type = gtk_widget_get_type()
        // A signal has an id only once its class exists.
        g_type_class_unref(g_type_class_ref(type))
        g_signal_add_emission_hook(
            g_signal_lookup("show", type), 0,
            { _, count, values, _ in
                guard count > 0, let values, let object = g_value_get_object(values) else { return 1 }
                let widget = object.assumingMemoryBound(to: GtkWidget.self)
                if Popovers.isPopover(widget) { Popovers.remember(widget) }
                return 1
            }, nil, nil)
    }

    private static func remember(_ popover: Widget) {
        shown.removeAll { gtk_widget_get_mapped($0.widget) == 0 }
        guard staysInSight(popover) else { return gtk_widget_set_visible(popover, 0) }
        if !shown.contains(where: { $0.widget == popover }) { shown.append(WidgetReference(popover)) }
    }

    /// Opens a popover over a widget, after scrolling to it if necessary.
    ///
    /// - Returns: false where the widget cannot be used now.
    @discardableResult
    static func open(_ popover: WidgetReference, over anchor: Widget, scrolls: Bool = true) -> Bool {
        guard isUsable(anchor) else { return false }
        if staysInSight(popover.widget) {
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

    /// Scrolls to the focused text if GTK's own menu of it would open out of sight.
    ///
    /// - Returns: whether the key is consumed; false if the text is in sight, or another widget has the focus.
    static func scrollToText(_ focus: Widget, in window: Widget) -> Bool {
        let isText = [gtk_text_get_type(), gtk_text_view_get_type(), gtk_label_get_type()]
            .contains { g_type_check_instance_is_a(cast(focus), $0) != 0 }
        guard isText else { return false }
        // A text that has left the screen must neither open a menu nor regain the focus, because GTK reads its frame
        // clock.
        guard isUsable(focus) else { return true }
        if staysInSight(cursor(in: focus), of: focus) { return false }
        // A scroll view scrolls to the focused widget.
        let root = opaque(window)
        gtk_root_set_focus(root, nil)
        gtk_root_set_focus(root, focus)
        return true
    }

    /// Hides all popovers of a widget and its descendants.
    ///
    /// They are not popped down, because that would also close the popover below each, and GTK's own menu of a text has
    /// no popover below it.
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

    /// Hides the popovers whose anchor leaves the window when a widget moves within its parent.
    static func leave(_ widget: Widget, goingTo place: CGPoint) {
        guard !shown.isEmpty else { return }
        shown.removeAll { gtk_widget_get_mapped($0.widget) == 0 }
        for popover in shown
        where gtk_widget_is_ancestor(popover.widget, widget) != 0
            && !staysInSight(popover.widget, moving: widget, to: place)
        {
            gtk_widget_set_visible(popover.widget, 0)
        }
    }

    /// Hides the popovers whose anchor in a scrolled window is scrolled out of sight.
    static func follow(_ scrolled: Widget, _ content: Host) {
        let window = opaque(scrolled)
        for adjustment in [gtk_scrolled_window_get_hadjustment(window), gtk_scrolled_window_get_vadjustment(window)] {
            onSignal(made(adjustment), "value-changed") { [weak content] in
                guard let content, let place = scrolledPlace(of: content.widget) else { return }
                leave(content.widget, goingTo: place)
            }
        }
    }

    /// Closes the topmost open popover at or below a widget.
    ///
    /// - Returns: false if none is open.
    static func closeTop(below widget: Widget) -> Bool {
        guard let top = top(below: widget) else { return false }
        gtk_popover_popdown(cast(top))
        return true
    }

    /// A popover opened later is deeper, or belongs to a later widget.
    private static func top(below widget: Widget) -> Widget? {
        guard gtk_widget_get_mapped(widget) != 0 else { return nil }
        var child = gtk_widget_get_last_child(widget)
        while let current = child {
            if let found = top(below: current) { return found }
            child = gtk_widget_get_prev_sibling(current)
        }
        return isPopover(widget) ? widget : nil
    }

    /// The popover that contains a widget; nil where the widget is in the window itself.
    static func around(_ widget: Widget) -> Widget? {
        var part: Widget? = widget
        while let current = part {
            if isPopover(current) { return current }
            part = gtk_widget_get_parent(current)
        }
        return nil
    }

    /// Whether a widget is a surface over its parent instead of a part of it.
    static func isPopover(_ widget: Widget) -> Bool {
        g_type_check_instance_is_a(cast(widget), gtk_popover_get_type()) != 0
    }

    /// The anchor of a popover, in the coordinates of its parent widget.
    private static func target(of popover: Widget) -> CGRect {
        var rect = GdkRectangle()
        if gtk_popover_get_pointing_to(cast(popover), &rect) != 0 { return CGRect(rect) }
        return gtk_widget_get_parent(popover).map(bounds) ?? CGRect(GdkRectangle())
    }

    /// The place where GTK opens a text's menu for the keyboard: at the text, or at the cursor of a text with several
    /// lines.
    private static func cursor(in text: Widget) -> CGRect {
        guard g_type_check_instance_is_a(cast(text), gtk_text_view_get_type()) != 0 else { return bounds(of: text) }
        let view: UnsafeMutablePointer<GtkTextView> = cast(text)
        let buffer = gtk_text_view_get_buffer(view)
        var (iterator, rect) = (GtkTextIter(), GdkRectangle())
        gtk_text_buffer_get_iter_at_mark(buffer, &iterator, gtk_text_buffer_get_insert(buffer))
        gtk_text_view_get_iter_location(view, &iterator, &rect)
        gtk_text_view_buffer_to_window_coords(view, GTK_TEXT_WINDOW_WIDGET, rect.x, rect.y, &rect.x, &rect.y)
        return CGRect(rect)
    }

    private static func bounds(of widget: Widget) -> CGRect {
        CGRect(
            x: 0, y: 0, width: Double(gtk_widget_get_width(widget)), height: Double(gtk_widget_get_height(widget)))
    }

    private static func staysInSight(_ popover: Widget, moving: Widget? = nil, to place: CGPoint = .zero) -> Bool {
        guard let anchor = gtk_widget_get_parent(popover) else { return false }
        return staysInSight(target(of: popover), of: anchor, moving: moving, to: place)
    }

    /// Whether a part of an area in a widget is inside the window, now and at each step of the coming layout.
    ///
    /// A view that was scrolled or is being placed has not moved yet. Its ancestors move first.
    private static func staysInSight(
        _ place: CGRect, of widget: Widget, moving: Widget? = nil, to next: CGPoint = .zero
    ) -> Bool {
        guard ProgramWindow.shared.isLaidOut, let root = gtk_widget_get_root(widget) else { return false }
        let window = UnsafeMutablePointer<GtkWidget>(root)
        var (place, part) = (place, widget)
        var moves: [CGPoint] = []
        while part != window, let parent = gtk_widget_get_parent(part) {
            let now = position(of: part, in: parent)
            place = place.moved(by: now)
            let then = part == moving ? next : scrolledPlace(of: part) ?? now
            if then != now { moves.append(CGPoint(x: then.x - now.x, y: then.y - now.y)) }
            part = parent
        }
        let size = CGSize(width: Double(gtk_widget_get_width(window)), height: Double(gtk_widget_get_height(window)))
        guard place.isSeen(in: size) else { return false }
        return moves.reversed().allSatisfy { move in
            place = place.moved(by: move)
            return place.isSeen(in: size)
        }
    }

    private static func position(of widget: Widget, in parent: Widget) -> CGPoint {
        var (x, y) = (0.0, 0.0)
        gtk_widget_translate_coordinates(widget, parent, 0, 0, &x, &y)
        return CGPoint(x: x, y: y)
    }

    /// The position of a scrolled window's content after the next layout; nil for any other widget.
    private static func scrolledPlace(of content: Widget) -> CGPoint? {
        guard let port = gtk_widget_get_parent(content),
            g_type_check_instance_is_a(cast(port), gtk_viewport_get_type()) != 0
        else { return nil }
        return CGPoint(
            x: -gtk_adjustment_get_value(gtk_scrollable_get_hadjustment(opaque(port))).rounded(.down),
            y: -gtk_adjustment_get_value(gtk_scrollable_get_vadjustment(opaque(port))).rounded(.down))
    }
}

extension CGRect {
    /// Whether at least a point of it lies within a size.
    fileprivate func isSeen(in size: CGSize) -> Bool {
        minX + max(width, 1) >= 1 && minY + max(height, 1) >= 1 && minX <= size.width - 1 && minY <= size.height - 1
    }

    fileprivate func moved(by distance: CGPoint) -> CGRect {
        CGRect(x: minX + distance.x, y: minY + distance.y, width: width, height: height)
    }

    fileprivate init(_ rect: GdkRectangle) {
        self.init(x: Double(rect.x), y: Double(rect.y), width: Double(rect.width), height: Double(rect.height))
    }
}
