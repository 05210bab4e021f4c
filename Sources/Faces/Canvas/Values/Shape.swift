// SPDX-License-Identifier: MIT

/// An outline that adapts to any size.
package protocol Shape: View {
    /// The outline within a rectangle.
    func path(in rect: CGRect) -> Path
    /// How GTK can draw the outline by itself.
    var _outline: Outline { get }
}

/// Outlines that GTK draws itself, and those that need a path.
nonisolated package enum Outline: Sendable {
    case square
    case rounded(Double)
    case capsule
    case circle
    case drawn

    var radiusCSS: String {
        switch self {
        case .square, .drawn: "0"
        case .rounded(let radius): "\(radius)px"
        case .capsule, .circle: "9999px"
        }
    }
}

extension Shape {
    package var body: Never { fatalError("A shape is drawn by Canvas and has no body.") }
    package var _outline: Outline { .drawn }

    package static func _makeNode(_ view: Self, _ place: NodePlace) -> Node {
        makeShapeNode(view, place) { view, environment in
            Fill(
                style: environment.foreground ?? Color.primary, outline: view._outline,
                path: { view.path(in: $0) })
        }
    }

    package func fill<Style: ShapeStyle>(_ style: Style) -> some View {
        _FilledShape(shape: self, style: style, stroke: nil)
    }
    package func stroke<Style: ShapeStyle>(_ style: Style, lineWidth: Double = 1) -> some View {
        _FilledShape(shape: self, style: style, stroke: StrokeStyle(lineWidth: lineWidth))
    }
    package func stroke<Style: ShapeStyle>(_ style: Style, style stroke: StrokeStyle) -> some View {
        _FilledShape(shape: self, style: style, stroke: stroke)
    }
}

/// An outline that can be drawn within its own edge.
package protocol InsettableShape: Shape {}

extension InsettableShape {
    package func strokeBorder<Style: ShapeStyle>(_ style: Style, lineWidth: Double = 1) -> some View {
        _FilledShape(shape: self, style: style, stroke: StrokeStyle(lineWidth: lineWidth))
    }
}

/// A rectangle with sharp corners.
package struct Rectangle: InsettableShape {
    package init() {}
    package func path(in rect: CGRect) -> Path { Path { $0.addRect(rect) } }
    package var _outline: Outline { .square }
}

/// The curve of a corner; both are drawn as a quarter circle.
nonisolated package enum RoundedCornerStyle: Sendable { case circular, continuous }

/// A rectangle with round corners.
package struct RoundedRectangle: InsettableShape {
    private let radius: Double
    package init(cornerRadius: Double, style: RoundedCornerStyle = .continuous) { radius = cornerRadius }
    package func path(in rect: CGRect) -> Path {
        Path { $0.addRoundedRect(in: rect, cornerSize: CGSize(width: radius, height: radius)) }
    }
    package var _outline: Outline { .rounded(radius) }
}

/// A rectangle whose shorter sides are half circles.
package struct Capsule: InsettableShape {
    package init(style: RoundedCornerStyle = .continuous) {}
    package func path(in rect: CGRect) -> Path {
        let radius = min(rect.width, rect.height) / 2
        return Path { $0.addRoundedRect(in: rect, cornerSize: CGSize(width: radius, height: radius)) }
    }
    package var _outline: Outline { .capsule }
}

/// The largest circle that fits, in the middle.
package struct Circle: InsettableShape {
    package init() {}
    package func path(in rect: CGRect) -> Path {
        let side = min(rect.width, rect.height)
        return Path { $0.addEllipse(in: rect.placing(CGSize(width: side, height: side), .center)) }
    }
    package var _outline: Outline { .circle }
}

/// A shape with a fill or a stroke.
package struct _FilledShape<Outlined: Shape, Style: ShapeStyle>: PrimitiveView {
    let shape: Outlined
    let style: Style
    let stroke: StrokeStyle?

    package static func _makeNode(_ view: Self, _ place: NodePlace) -> Node {
        makeShapeNode(view, place) { view, _ in
            Fill(
                style: view.style, outline: view.shape._outline, path: { view.shape.path(in: $0) },
                stroke: view.stroke)
        }
    }
}

/// Chooses between GTK's own boxes and a drawing.
private func makeShapeNode<V: View>(
    _ view: V, _ place: NodePlace, _ fill: @escaping (V, EnvironmentValues) -> Fill
) -> Node {
    let first = fill(view, place.environment)
    if case .drawn = first.outline { return DrawnShapeNode(view, place, fill) }
    if first.stroke?.dash.isEmpty == false { return DrawnShapeNode(view, place, fill) }
    return FillNode(view, place, fill)
}
