// SPDX-License-Identifier: MIT

/// A colour that may differ between light and dark.
nonisolated package struct Color: Hashable, Sendable {
    private enum Source: Hashable {
        case fixed(ResolvedColor)
        case pair(light: UInt32, dark: UInt32)
        case asset(String)
    }

    private let source: Source
    private var factor = 1.0

    package init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
        source = .fixed(ResolvedColor(red: red, green: green, blue: blue, alpha: opacity))
    }

    /// A colour set of the program's asset catalogue.
    package init(_ name: String) { source = .asset(name) }

    init(light: UInt32, dark: UInt32) { source = .pair(light: light, dark: dark) }

    package func opacity(_ opacity: Double) -> Color {
        var color = self
        color.factor *= opacity
        return color
    }

    @MainActor func resolved(_ scheme: ColorScheme) -> ResolvedColor {
        var color =
            switch source {
            case .fixed(let color): color
            case .pair(let light, let dark): ResolvedColor(hex: scheme == .dark ? dark : light)
            case .asset(let name): AssetCatalog.shared.color(name, scheme)
            }
        color.alpha *= factor
        return color
    }

    // This project's palette. Each colour has a contrast of at least 4.5 : 1 as text on every background and on its own
    // tint, in light and in dark; ContrastTests measures it.
    package static let red = Color(light: 0xbb_231a, dark: 0xff_7b72)
    package static let orange = Color(light: 0x9a_4b00, dark: 0xff_b454)
    package static let yellow = Color(light: 0x75_5c00, dark: 0xff_d95a)
    package static let green = Color(light: 0x16_7032, dark: 0x4a_dc80)
    package static let mint = Color(light: 0x0b_6f5f, dark: 0x5c_dcc6)
    package static let teal = Color(light: 0x0b_6b7d, dark: 0x5a_d1e5)
    package static let cyan = Color(light: 0x06_6a94, dark: 0x62_c9f5)
    package static let blue = Color(light: 0x0a_57cc, dark: 0x74_b0ff)
    package static let indigo = Color(light: 0x4f_46e5, dark: 0xa8_a2ff)
    package static let purple = Color(light: 0x82_31ba, dark: 0xd2_94ff)
    package static let pink = Color(light: 0xbb_1f58, dark: 0xff_7ba0)
    package static let brown = Color(light: 0x7a_5230, dark: 0xd3_ad88)
    package static let gray = Color(light: 0x63_636b, dark: 0xa2_a2ab)
    package static let white = Color(light: 0xff_ffff, dark: 0xff_ffff)
    package static let black = Color(light: 0, dark: 0)
    package static let clear = Color(light: 0, dark: 0).opacity(0)
    package static let primary = Color(light: 0x15_151a, dark: 0xf5_f5f7)
    package static let secondary = Color(light: 0x5d_5d66, dark: 0xa8_a8b2)
    package static let accentColor = indigo

    // Filled areas with white text on them.
    static let accentFill = Color(light: 0x4f_46e5, dark: 0x5f_57ee)
    static let destructiveFill = Color(light: 0xc8_2a20, dark: 0xc9_352b)
}

extension Color: ShapeStyle {
    @MainActor package func _paint(_ environment: EnvironmentValues) -> Paint {
        .color(resolved(environment.colorScheme))
    }
}

extension Color: PrimitiveView {
    package static func _makeNode(_ view: Color, _ place: NodePlace) -> Node {
        FillNode(view, place) { color, _ in Fill(style: color, outline: .square) }
    }
}

extension ShapeStyle where Self == Color {
    package static var red: Color { Color.red }
    package static var orange: Color { Color.orange }
    package static var yellow: Color { Color.yellow }
    package static var green: Color { Color.green }
    package static var mint: Color { Color.mint }
    package static var teal: Color { Color.teal }
    package static var cyan: Color { Color.cyan }
    package static var blue: Color { Color.blue }
    package static var indigo: Color { Color.indigo }
    package static var purple: Color { Color.purple }
    package static var pink: Color { Color.pink }
    package static var brown: Color { Color.brown }
    package static var gray: Color { Color.gray }
    package static var white: Color { Color.white }
    package static var black: Color { Color.black }
    package static var clear: Color { Color.clear }
    package static var primary: Color { Color.primary }
    package static var secondary: Color { Color.secondary }
    package static var tint: TintShapeStyle { TintShapeStyle() }
}

/// The colour of controls in the view's context.
package struct TintShapeStyle: ShapeStyle {
    package init() {}
    package func _paint(_ environment: EnvironmentValues) -> Paint {
        .color((environment.tint ?? .accentColor).resolved(environment.colorScheme))
    }
}

/// Light or dark.
nonisolated package enum ColorScheme: Sendable { case light, dark }

/// Colours that blend along a line.
package struct LinearGradient: ShapeStyle, PrimitiveView {
    private let colors: [Color]
    private let start: UnitPoint
    private let end: UnitPoint

    package init(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) {
        self.colors = colors
        start = startPoint
        end = endPoint
    }

    package func _paint(_ environment: EnvironmentValues) -> Paint {
        .gradient(colors.map { $0.resolved(environment.colorScheme) }, from: start, to: end)
    }

    package static func _makeNode(_ view: LinearGradient, _ place: NodePlace) -> Node {
        FillNode(view, place) { gradient, _ in Fill(style: gradient, outline: .square) }
    }
}
