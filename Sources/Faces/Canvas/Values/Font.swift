// SPDX-License-Identifier: MIT
internal import CGTK

/// A size, a weight and a design of letters.
nonisolated package struct Font: Hashable, Sendable {
    /// The thickness of letters. C: `PangoWeight`
    package enum Weight: Int, Sendable {
        case light = 300
        case regular = 400
        case medium = 500
        case semibold = 600
        case bold = 700
        case heavy = 800
    }

    /// The design of letters; rounded ones are not on every system and fall back to the default.
    package enum Design: Sendable { case `default`, rounded, monospaced, serif }

    var size: Double
    var weight = Weight.regular
    var isMonospaced = false
    var hasEvenDigits = false

    package static let largeTitle = Font(size: 32, weight: .bold)
    package static let title = Font(size: 26)
    package static let title2 = Font(size: 21)
    package static let title3 = Font(size: 19)
    package static let headline = Font(size: 16, weight: .semibold)
    package static let body = Font(size: 16)
    package static let callout = Font(size: 15)
    package static let subheadline = Font(size: 14)
    package static let footnote = Font(size: 13)
    package static let caption = Font(size: 12)
    package static let caption2 = Font(size: 11)

    /// - Parameter size: in points, before the user's text size is applied.
    package static func system(size: Double, weight: Weight? = nil, design: Design? = nil) -> Font {
        Font(size: size, weight: weight ?? .regular, isMonospaced: design == .monospaced)
    }
    package func weight(_ weight: Weight) -> Font {
        var font = self
        font.weight = weight
        return font
    }
    package func bold() -> Font { weight(.bold) }
    package func monospacedDigit() -> Font {
        var font = self
        font.hasEvenDigits = true
        return font
    }
    package func monospaced() -> Font {
        var font = self
        font.isMonospaced = true
        return font
    }

    /// The same in CSS, for controls that take no attributes.
    /// The size at a scale, in points: as on Apple's systems what is large already grows less.
    func size(at scale: Double) -> Double {
        let part = min(1, 17 / size)
        return size * (1 + (scale - 1) * part * part.squareRoot())
    }

    func css(scale: Double) -> String {
        let family = isMonospaced ? " font-family: monospace;" : ""
        let digits = hasEvenDigits ? " font-feature-settings: \"tnum\";" : ""
        return "font-size: \(size(at: scale))px; font-weight: \(weight.rawValue);\(family)\(digits)"
    }

    /// The same as Pango's attributes, which labels accept without recomputing all CSS. The caller owns the list.
    @MainActor func attributes(scale: Double, _ extra: TextDecoration) -> OpaquePointer {
        let list = pango_attr_list_new()
        pango_attr_list_insert(list, pango_attr_size_new_absolute(gint(size(at: scale) * Double(PANGO_SCALE))))
        pango_attr_list_insert(list, pango_attr_weight_new(PangoWeight(UInt32(weight.rawValue))))
        if isMonospaced { pango_attr_list_insert(list, pango_attr_family_new("monospace")) }
        if hasEvenDigits { pango_attr_list_insert(list, pango_attr_font_features_new("tnum=1")) }
        if size >= 24 {
            pango_attr_list_insert(list, pango_attr_letter_spacing_new(gint(-0.02 * size * Double(PANGO_SCALE))))
        }
        if extra.isItalic { pango_attr_list_insert(list, pango_attr_style_new(PANGO_STYLE_ITALIC)) }
        if extra.isUnderlined { pango_attr_list_insert(list, pango_attr_underline_new(PANGO_UNDERLINE_SINGLE)) }
        if extra.isStruck { pango_attr_list_insert(list, pango_attr_strikethrough_new(1)) }
        return made(list)
    }
}

/// Lines and slants of text.
nonisolated struct TextDecoration: Hashable, Sendable {
    var isItalic = false
    var isUnderlined = false
    var isStruck = false
}

/// The user's preferred text size.
nonisolated package enum DynamicTypeSize: Int, CaseIterable, Comparable, Sendable {
    case xSmall, small, medium, large, xLarge, xxLarge, xxxLarge
    case accessibility1, accessibility2, accessibility3, accessibility4, accessibility5

    package static func < (one: DynamicTypeSize, other: DynamicTypeSize) -> Bool { one.rawValue < other.rawValue }
    package var isAccessibilitySize: Bool { self >= .accessibility1 }

    /// The factor of every font; `large` is the default size, as on Apple's systems.
    var scale: Double { [0.82, 0.88, 0.94, 1, 1.12, 1.24, 1.35, 1.6, 1.9, 2.2, 2.6, 3][rawValue] }
}
