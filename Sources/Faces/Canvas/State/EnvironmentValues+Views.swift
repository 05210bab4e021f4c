// SPDX-License-Identifier: MIT

/// The environment of Canvas's own views, as one value, so that passing it needs no table.
struct ViewContext {
    var font: Font?
    var fontWeight: Font.Weight?
    var decoration = TextDecoration()
    var foreground: (any ShapeStyle)?
    var tint: Color?
    var colorScheme = ColorScheme.light
    var opacity = 1.0
    var shadowCSS = ""
    var isEnabled = true
    var lineLimit: Int?
    var textAlignment = TextAlignment.leading
    var truncation = Text.TruncationMode.tail
    var isSelectable = false
    /// Whether a changing number rolls to the next.
    var rollsNumbers = false
    var dynamicTypeSize = DynamicTypeSize.large
    /// The system's text scale, in addition to the size chosen in the program.
    var systemTextScale = 1.0
    /// The user's text size in the program, in percent.
    var textPercent = 100
    var layoutDirection = LayoutDirection.leftToRight
    var sizeClass: UserInterfaceSizeClass?
    var reduceMotion = false
    var buttonKind = ButtonKind.automatic
    var fieldKind = FieldKind.automatic
    var pickerKind = PickerKind.menu
    var labelKind = LabelKind.titleAndIcon
    var hidesLabels = false
    var keyboard = UIKeyboardType.default
    var submit: (() -> Void)?
    var dismiss = DismissAction {}
    var refresh: RefreshAction?
    /// Whether the view is the whole row of a list, and whether it is anywhere in one.
    var isRow = false
    var isInList = false
    var rowActions: RowActions?
    var controller: NavigationController?
    var page: NavigationPage?
    var tab: TabPage?
    var layers: WindowLayers?
    /// Whether pages show the window's buttons: those of the window itself, not those of sheets.
    var hasWindowButtons = false
    var scroll: ScrollContext?

    /// Resets the text size to the design's, whatever was chosen.
    mutating func keepTextUsual() {
        textPercent = 100
        systemTextScale = 1
        dynamicTypeSize = .large
    }
}

/// The alignment of lines of text.
nonisolated package enum TextAlignment: Sendable {
    case leading, center, trailing
    var fraction: Double { self == .leading ? 0 : self == .center ? 0.5 : 1 }
}

/// Whether a language is written from the left or from the right.
nonisolated package enum LayoutDirection: Sendable { case leftToRight, rightToLeft }

/// Whether there is space for two columns.
nonisolated package enum UserInterfaceSizeClass: Sendable { case compact, regular }

/// The keyboard for a field. On Linux only `numberPad`, `decimalPad` and similar have an effect: on a phone's on-screen
/// keyboard.
nonisolated package enum UIKeyboardType: Sendable {
    case `default`, decimalPad, numberPad, emailAddress, URL, asciiCapable
}

enum ButtonKind { case automatic, plain, borderless, bordered, borderedProminent }
enum FieldKind { case automatic, plain, roundedBorder }
enum PickerKind { case menu, segmented, inline }
enum LabelKind { case titleAndIcon, titleOnly, iconOnly }

/// Leaves the view's screen: pops its page or closes its sheet.
package struct DismissAction {
    let run: () -> Void
    package func callAsFunction() { run() }
}

/// Runs the action of `.refreshable`.
package struct RefreshAction {
    let run: @MainActor () async -> Void
    package func callAsFunction() async { await run() }
}

extension EnvironmentValues {
    package var font: Font? {
        get { context.font }
        set { context.font = newValue }
    }
    package var colorScheme: ColorScheme {
        get { context.colorScheme }
        set { context.colorScheme = newValue }
    }
    package var isEnabled: Bool {
        get { context.isEnabled }
        set { context.isEnabled = newValue }
    }
    package var lineLimit: Int? {
        get { context.lineLimit }
        set { context.lineLimit = newValue }
    }
    package var multilineTextAlignment: TextAlignment {
        get { context.textAlignment }
        set { context.textAlignment = newValue }
    }
    package var dynamicTypeSize: DynamicTypeSize {
        get {
            guard context.textPercent != 100 else { return context.dynamicTypeSize }
            // A percentage is reported as the nearest size, so that views can adapt.
            let wanted = context.dynamicTypeSize.scale * Double(context.textPercent) / 100
            return DynamicTypeSize.allCases.last { $0.scale <= wanted + 0.01 } ?? .xSmall
        }
        set { context.dynamicTypeSize = newValue }
    }
    package var layoutDirection: LayoutDirection {
        get { context.layoutDirection }
        set { context.layoutDirection = newValue }
    }
    package var horizontalSizeClass: UserInterfaceSizeClass? {
        get { context.sizeClass }
        set { context.sizeClass = newValue }
    }
    package var accessibilityReduceMotion: Bool { context.reduceMotion }
    package var dismiss: DismissAction { context.dismiss }
    package var refresh: RefreshAction? { context.refresh }

    var foreground: (any ShapeStyle)? { context.foreground }
    var tint: Color? { context.tint }
    var shadowCSS: String { context.shadowCSS }
    var opacity: Double { context.opacity }

    /// The scale of every font here.
    var textScale: Double {
        context.dynamicTypeSize.scale * context.systemTextScale * Double(context.textPercent) / 100
    }

    /// The font of text without its own.
    func resolvedFont(_ own: Font? = nil, _ weight: Font.Weight? = nil) -> Font {
        var font = own ?? context.font ?? .body
        if let weight = weight ?? (own == nil ? context.fontWeight : nil) ?? context.fontWeight { font.weight = weight }
        return font
    }

    var textColorCSS: String { "color: \((foreground ?? Color.primary)._paint(self).color.css);" }

    /// The environment of a new page, sheet or menu: the program's look, without the context of its opener.
    func detached() -> EnvironmentValues {
        var values = self
        let old = context
        values.context = ViewContext()
        values.context.colorScheme = old.colorScheme
        values.context.tint = old.tint
        values.context.dynamicTypeSize = old.dynamicTypeSize
        values.context.systemTextScale = old.systemTextScale
        values.context.textPercent = old.textPercent
        values.context.layoutDirection = old.layoutDirection
        values.context.sizeClass = old.sizeClass
        values.context.reduceMotion = old.reduceMotion
        values.context.layers = old.layers
        values.context.hasWindowButtons = old.hasWindowButtons
        return values
    }
}
