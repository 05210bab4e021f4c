// SPDX-License-Identifier: MIT
internal import CGTK

/// Draws this project's symbols, because Apple's licence restricts its artwork of the same names to Apple's systems.
///
/// A drawing is written on a square of 24 by 24: `S` begins lines, `F` fills, `K` cuts lines out of what is there; `M x
/// y`, `L x y`, `C x y x y x y` and `Z` as in SVG, `A x y radius from to` an arc in degrees, `O x y radius` a circle,
/// `R x y width height radius` a rectangle with round corners.
enum SymbolDrawing {
    /// Whether a symbol points in reading direction and is mirrored for languages from the right.
    static func follows(_ name: String) -> Bool {
        ["forward", "backward", "chevron.right", "chevron.left", "paperplane"].contains { name.contains($0) }
    }

    static func draw(
        _ name: String, on context: OpaquePointer, in size: CGSize, _ color: ResolvedColor, isBold: Bool,
        isMirrored: Bool
    ) {
        let side = min(size.width, size.height)
        cairo_translate(context, (size.width - side) / 2, (size.height - side) / 2)
        cairo_scale(context, side / 24, side / 24)
        if isMirrored {
            cairo_translate(context, 24, 0)
            cairo_scale(context, -1, 1)
        }
        cairo_set_line_width(context, isBold ? 2.3 : 1.8)
        cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
        cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        let strokes = drawings[name] ?? parse(unknown)
        // Cutting out uses a separate layer, otherwise it would cut into the page.
        cairo_push_group(context)
        cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
        for stroke in strokes {
            stroke.path.trace(context)
            switch stroke.mode {
            case .line: cairo_stroke(context)
            case .fill: cairo_fill(context)
            case .cut:
                cairo_set_operator(context, CAIRO_OPERATOR_CLEAR)
                cairo_set_line_width(context, 2)
                cairo_stroke(context)
                cairo_set_operator(context, CAIRO_OPERATOR_OVER)
            }
        }
        cairo_pop_group_to_source(context)
        cairo_paint(context)
    }

    private enum Mode { case line, fill, cut }
    private struct Stroke {
        let mode: Mode
        let path: Path
    }

    private static let drawings = SymbolTable.all.mapValues { parse($0) }
    /// A crossed box marks a name without a drawing; a test checks that no screen uses one.
    private static let unknown = "S R 4 4 16 16 3 M 9 9 L 15 15 M 15 9 L 9 15"

    private static func parse(_ text: String) -> [Stroke] {
        var words = text.split(separator: " ")[...]
        var strokes: [Stroke] = []
        var path = Path()
        var mode = Mode.line
        func finish() {
            if !path.isEmpty { strokes.append(Stroke(mode: mode, path: path)) }
            path = Path()
        }
        func number() -> Double { words.popFirst().flatMap { Double($0) } ?? 0 }
        func point() -> CGPoint {
            let x = number()
            return CGPoint(x: x, y: number())
        }
        while let word = words.popFirst() {
            switch word {
            case "S", "F", "K":
                finish()
                mode = word == "S" ? .line : word == "F" ? .fill : .cut
            case "M": path.move(to: point())
            case "L": path.addLine(to: point())
            case "C":
                let one = point()
                let two = point()
                path.addCurve(to: point(), control1: one, control2: two)
            case "Z": path.closeSubpath()
            case "A":
                let center = point()
                let radius = number()
                let start = number() * .pi / 180
                path.addArc(center: center, radius: radius, from: start, to: number() * .pi / 180)
            case "O":
                let center = point()
                let radius = number()
                path.addEllipse(
                    in: CGRect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius))
            case "R":
                let origin = point()
                let size = CGSize(width: number(), height: number())
                let radius = number()
                path.addRoundedRect(
                    in: CGRect(x: origin.x, y: origin.y, width: size.width, height: size.height),
                    cornerSize: CGSize(width: radius, height: radius))
            default: break
            }
        }
        finish()
        return strokes
    }
}

extension Path {
    /// Starts a new line with an arc, angles clockwise from the right.
    mutating func addArc(center: CGPoint, radius: Double, from start: Double, to end: Double) {
        move(
            to: CGPoint(x: center.x + radius * Angle.cosine(start), y: center.y + radius * Angle.sine(start)))
        append(.arc(center, radius: radius, from: start, to: end, clockwise: true))
    }
}
