// SPDX-License-Identifier: MIT
internal import CGTK

/// An area to fill or to stroke.
struct Fill {
    var style: any ShapeStyle
    var outline: Outline
    var path: (CGRect) -> Path = { rect in Path { $0.addRect(rect) } }
    var stroke: StrokeStyle?
}

/// A filled box in CSS; takes the proposed size.
final class FillNode<V: View>: ViewNode<V> {
    private let reference = WidgetReference(makeWidget(Host.type, role: GTK_ACCESSIBLE_ROLE_PRESENTATION))
    private let style = WidgetStyle()
    private let fill: (V, EnvironmentValues) -> Fill
    private lazy var leaf = FillLeaf(reference.widget)

    init(_ view: V, _ place: NodePlace, _ fill: @escaping (V, EnvironmentValues) -> Fill) {
        self.fill = fill
        super.init(view, place)
    }

    override func setUp() {
        gtk_widget_set_can_target(reference.widget, 0)
        apply()
    }

    override func apply() {
        let fill = fill(view, environment)
        let paint = fill.style._paint(environment)
        let filled =
            fill.stroke.map { "border: \($0.lineWidth)px solid \(paint.color.css);" } ?? paint.backgroundCSS
        if case .circle = fill.outline { leaf.isSquare = true }
        style.apply(
            ["\(filled) border-radius: \(fill.outline.radiusCSS); \(environment.shadowCSS)"], to: reference.widget)
        gtk_widget_set_opacity(reference.widget, environment.opacity)
    }

    override func items() -> [LayoutItem] { [LeafItem(leaf)] }
}

/// The layout of a filled box; a circle is centred in it.
final class FillLeaf: WidgetBox {
    let widget: Widget
    var isSquare = false
    init(_ widget: Widget) { self.widget = widget }

    func measure(_ proposal: ProposedViewSize) -> CGSize {
        CGSize(width: proposal.width ?? 10, height: proposal.height ?? 10)
    }
    func place(_ rect: CGRect) {
        let side = min(rect.width, rect.height)
        let room = isSquare ? rect.placing(CGSize(width: side, height: side), .center) : rect
        gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, nil, nil, nil, nil)
        var allocation = GtkAllocation(
            x: gint(room.minX.rounded()), y: gint(room.minY.rounded()), width: gint(room.width.rounded()),
            height: gint(room.height.rounded()))
        gtk_widget_size_allocate(widget, &allocation, -1)
    }
    func baseline(in size: CGSize) -> Double { size.height }
}

/// A shape that only cairo can draw.
final class DrawnShapeNode<V: View>: ViewNode<V> {
    private let area = DrawingArea()
    private let fill: (V, EnvironmentValues) -> Fill

    init(_ view: V, _ place: NodePlace, _ fill: @escaping (V, EnvironmentValues) -> Fill) {
        self.fill = fill
        super.init(view, place)
    }

    override func setUp() {
        area.hideFromReaders()
        apply()
    }

    override func apply() {
        let fill = fill(view, environment)
        let paint = fill.style._paint(environment)
        gtk_widget_set_opacity(area.widget, environment.opacity)
        area.draw = { context, size in
            let rect = CGRect(x: 0, y: 0, width: size.width, height: size.height)
            fill.path(rect).trace(context)
            Self.setSource(paint, size, context)
            if let stroke = fill.stroke {
                cairo_set_line_width(context, stroke.lineWidth)
                cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
                cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
                cairo_set_dash(context, stroke.dash, gint(stroke.dash.count), 0)
                cairo_stroke(context)
            } else {
                cairo_fill(context)
            }
        }
        gtk_widget_queue_draw(area.widget)
    }

    private static func setSource(_ paint: Paint, _ size: CGSize, _ context: OpaquePointer) {
        switch paint {
        case .color(let color): cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
        case .gradient(let colors, let start, let end):
            let pattern = cairo_pattern_create_linear(
                start.x * size.width, start.y * size.height, end.x * size.width, end.y * size.height)
            for (index, color) in colors.enumerated() {
                cairo_pattern_add_color_stop_rgba(
                    pattern, Double(index) / Double(max(colors.count - 1, 1)), color.red, color.green, color.blue,
                    color.alpha)
            }
            cairo_set_source(context, pattern)
            cairo_pattern_destroy(pattern)
        }
    }

    override func items() -> [LayoutItem] { [LeafItem(WidgetLeaf(area.widget, .filling))] }
}

/// A custom-drawn widget. C: `GtkDrawingArea`
final class DrawingArea {
    private let reference = WidgetReference(makeWidget(gtk_drawing_area_get_type(), role: GTK_ACCESSIBLE_ROLE_IMG))
    var widget: Widget { reference.widget }
    var draw: (_ context: OpaquePointer, _ size: CGSize) -> Void = { _, _ in }

    init() {
        gtk_widget_set_can_target(widget, 0)
        let area: UnsafeMutablePointer<GtkDrawingArea> = cast(widget)
        gtk_drawing_area_set_draw_func(
            area,
            { _, context, width, height, data in
                guard let context, let data else { return }
                let area = Unmanaged<WeakArea>.fromOpaque(data).takeUnretainedValue().area
                area?.draw(context, CGSize(width: Double(width), height: Double(height)))
            }, Unmanaged.passRetained(WeakArea(self)).toOpaque(),
            { data in
                guard let data else { return }
                Unmanaged<AnyObject>.fromOpaque(data).release()
            })
    }

    func setSide(_ side: Double) {
        let area: UnsafeMutablePointer<GtkDrawingArea> = cast(widget)
        gtk_drawing_area_set_content_width(area, gint(side))
        gtk_drawing_area_set_content_height(area, gint(side))
    }

    /// Decoration is hidden from screen readers.
    func hideFromReaders() { Accessibility.setHidden(widget, true) }

    private final class WeakArea {
        weak var area: DrawingArea?
        init(_ area: DrawingArea) { self.area = area }
    }
}
