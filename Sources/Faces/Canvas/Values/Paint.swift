// SPDX-License-Identifier: MIT

/// A resolved colour, each component from 0 to 1.
nonisolated package struct ResolvedColor: Hashable, Sendable {
    var red: Double
    var green: Double
    var blue: Double
    var alpha: Double

    init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// From `0xRRGGBB`.
    init(hex: UInt32) {
        func part(_ shift: UInt32) -> Double { Double(hex >> shift & 0xff) / 255 }
        self.init(red: part(16), green: part(8), blue: part(0))
    }

    var css: String {
        func part(_ value: Double) -> Int { Int((min(max(value, 0), 1) * 255).rounded()) }
        return "rgba(\(part(red)),\(part(green)),\(part(blue)),\(alpha))"
    }
}

/// A resolved fill of an area.
nonisolated package enum Paint: Sendable {
    case color(ResolvedColor)
    case gradient([ResolvedColor], from: UnitPoint, to: UnitPoint)

    /// The CSS declarations that fill a widget's background.
    var backgroundCSS: String {
        switch self {
        case .color(let color): return "background-color: \(color.css);"
        case .gradient(let colors, let start, let end):
            let direction = Self.side(end.x - start.x, "right", "left") + Self.side(end.y - start.y, "bottom", "top")
            let stops = colors.map(\.css).joined(separator: ", ")
            return "background-image: linear-gradient(to\(direction.isEmpty ? " bottom" : direction), \(stops));"
        }
    }

    /// The first colour, where only one can be shown: text, borders.
    var color: ResolvedColor {
        switch self {
        case .color(let color): color
        case .gradient(let colors, _, _): colors.first ?? ResolvedColor(hex: 0)
        }
    }

    private static func side(_ difference: Double, _ positive: String, _ negative: String) -> String {
        difference == 0 ? "" : difference > 0 ? " \(positive)" : " \(negative)"
    }
}

/// A style with which areas, lines and text can be filled.
package protocol ShapeStyle {
    func _paint(_ environment: EnvironmentValues) -> Paint
}
