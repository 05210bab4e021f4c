// SPDX-License-Identifier: MIT
internal import CGTK

/// A leaf of the layout that is a widget.
@MainActor protocol WidgetBox: LayoutLeaf {
    var widget: Widget { get }
}

/// A widget as a leaf of the layout.
final class WidgetLeaf: WidgetBox {
    enum Measure {
        /// Never wider than its natural width, with the height for that width.
        case natural
        /// Takes any width, with the height for it.
        case wide
        /// Takes all available space.
        case filling
        /// A button or a clipped view: proposals go directly to the layout inside.
        case nested(Host)
    }

    let widget: Widget
    var measure: Measure

    init(_ widget: Widget, _ measure: Measure = .natural) {
        self.widget = widget
        self.measure = measure
    }

    func measure(_ proposal: ProposedViewSize) -> CGSize {
        switch measure {
        case .nested(let host): return host.content.size(proposal)
        case .natural:
            let lengths = lengths(GTK_ORIENTATION_HORIZONTAL, -1)
            let width = proposal.width.map { min(max($0, lengths.least), lengths.natural) } ?? lengths.natural
            return height(width, filling: nil)
        case .wide:
            let lengths = lengths(GTK_ORIENTATION_HORIZONTAL, -1)
            return height(proposal.width.map { max($0, lengths.least) } ?? lengths.natural, filling: nil)
        case .filling:
            let lengths = lengths(GTK_ORIENTATION_HORIZONTAL, -1)
            return height(
                proposal.width.map { max($0, lengths.least) } ?? lengths.natural, filling: .some(proposal.height))
        }
    }

    func place(_ rect: CGRect) {
        let least = lengths(GTK_ORIENTATION_HORIZONTAL, -1).least
        let width = max(rect.width.rounded(), least)
        let low = lengths(GTK_ORIENTATION_VERTICAL, gint(width)).least
        var allocation = GtkAllocation(
            x: gint(rect.minX.rounded()), y: gint(rect.minY.rounded()), width: gint(width),
            height: gint(max(rect.height.rounded(), low)))
        Popovers.leave(widget, goingTo: CGPoint(x: rect.minX, y: rect.minY))
        gtk_widget_size_allocate(widget, &allocation, -1)
    }

    func baseline(in size: CGSize) -> Double {
        if case .nested(let host) = measure { return host.content.baseline(in: size) }
        var baseline: gint = -1
        gtk_widget_measure(widget, GTK_ORIENTATION_VERTICAL, gint(size.width), nil, nil, nil, &baseline)
        return baseline >= 0 ? Double(baseline) : size.height
    }

    private func height(_ width: Double, filling: Double??) -> CGSize {
        let width = width.isFinite ? width.rounded(.up) : width
        let lengths = lengths(GTK_ORIENTATION_VERTICAL, width.isFinite ? gint(width) : -1)
        guard let offered = filling else { return CGSize(width: width, height: lengths.natural) }
        return CGSize(width: width, height: offered.map { max($0, lengths.least) } ?? lengths.natural)
    }

    private func lengths(_ orientation: GtkOrientation, _ other: gint) -> (least: Double, natural: Double) {
        var least: gint = 0
        var natural: gint = 0
        gtk_widget_measure(widget, orientation, other, &least, &natural, nil, nil)
        return (Double(least), Double(natural))
    }
}
