// SPDX-License-Identifier: MIT
internal import CGTK

/// Lines and curves, from the top left corner in points.
nonisolated package struct Path: Sendable {
    enum Step: Sendable {
        case move(CGPoint)
        case line(CGPoint)
        case curve(CGPoint, CGPoint, CGPoint)
        case arc(CGPoint, radius: Double, from: Double, to: Double, clockwise: Bool)
        case close
    }

    private(set) var steps: [Step] = []

    package init() {}
    mutating func append(_ step: Step) { steps.append(step) }
    package init(_ build: (inout Path) -> Void) { build(&self) }

    package var isEmpty: Bool { steps.isEmpty }
    package mutating func move(to point: CGPoint) { steps.append(.move(point)) }
    package mutating func addLine(to point: CGPoint) { steps.append(.line(point)) }
    package mutating func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
        steps.append(.curve(control1, control2, end))
    }
    package mutating func addLines(_ points: [CGPoint]) {
        guard let first = points.first else { return }
        move(to: first)
        for point in points.dropFirst() { addLine(to: point) }
    }
    package mutating func addRect(_ rect: CGRect) {
        addLines([
            rect.origin, CGPoint(x: rect.maxX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.maxY),
            CGPoint(x: rect.minX, y: rect.maxY),
        ])
        closeSubpath()
    }
    package mutating func addEllipse(in rect: CGRect) {
        // Four curves: with this constant the error of each is within a thousandth of the radius.
        let reach = 0.5522847498
        let (a, b) = (rect.width / 2, rect.height / 2)
        func point(_ x: Double, _ y: Double) -> CGPoint { CGPoint(x: rect.midX + x * a, y: rect.midY + y * b) }
        move(to: point(1, 0))
        addCurve(to: point(0, 1), control1: point(1, reach), control2: point(reach, 1))
        addCurve(to: point(-1, 0), control1: point(-reach, 1), control2: point(-1, reach))
        addCurve(to: point(0, -1), control1: point(-1, -reach), control2: point(-reach, -1))
        addCurve(to: point(1, 0), control1: point(reach, -1), control2: point(1, -reach))
        closeSubpath()
    }
    package mutating func addRoundedRect(in rect: CGRect, cornerSize: CGSize) {
        let radius = min(cornerSize.width, rect.width / 2, rect.height / 2)
        let quarter = Double.pi / 2
        func corner(_ x: Double, _ y: Double, _ start: Double) {
            steps.append(
                .arc(CGPoint(x: x, y: y), radius: radius, from: start, to: start + quarter, clockwise: true))
        }
        move(to: CGPoint(x: rect.minX + radius, y: rect.minY))
        corner(rect.maxX - radius, rect.minY + radius, -quarter)
        corner(rect.maxX - radius, rect.maxY - radius, 0)
        corner(rect.minX + radius, rect.maxY - radius, quarter)
        corner(rect.minX + radius, rect.minY + radius, 2 * quarter)
        closeSubpath()
    }
    package mutating func closeSubpath() { steps.append(.close) }

    /// Passes the path to cairo. C: <https://www.cairographics.org/manual/cairo-Paths.html>
    @MainActor func trace(_ context: OpaquePointer) {
        cairo_new_path(context)
        for step in steps {
            switch step {
            case .move(let point): cairo_move_to(context, point.x, point.y)
            case .line(let point): cairo_line_to(context, point.x, point.y)
            case .curve(let one, let two, let end):
                cairo_curve_to(context, one.x, one.y, two.x, two.y, end.x, end.y)
            case .arc(let center, let radius, let start, let end, let clockwise):
                if clockwise {
                    cairo_arc(context, center.x, center.y, radius, start, end)
                } else {
                    cairo_arc_negative(context, center.x, center.y, radius, start, end)
                }
            case .close: cairo_close_path(context)
            }
        }
    }
}

/// How a line is drawn.
nonisolated package struct StrokeStyle: Equatable, Sendable {
    package var lineWidth: Double
    package var dash: [Double]
    package init(lineWidth: Double = 1, dash: [Double] = []) {
        self.lineWidth = lineWidth
        self.dash = dash
    }
}
