// SPDX-License-Identifier: MIT

/// What Canvas's own views hand down, as one value, so that handing down costs no table.
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
    /// Whether a number that changes rolls to the next.
    var rollsNumbers = false
    var dynamicTypeSize = DynamicTypeSize.large
    /// What the system multiplies all text by, on top of the size chosen in the program.
    var systemTextScale = 1.0
    /// What a person chose in the program itself, in hundredths.
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
    /// Whether the view is the whole row of a list, and whether it stands anywhere in one.
    var isRow = false
    var isInList = false
    var rowActions: RowActions?
    var controller: NavigationController?
    var page: NavigationPage?
    var tab: TabPage?
    var layers: WindowLayers?
    var scroll: ScrollContext?

    /// Text of the size that it is drawn for, whatever was chosen.
    mutating func keepTextUsual() {
        textPercent = 100
        systemTextScale = 1
        dynamicTypeSize = .large
    }
}

/// Where lines of text begin.
nonisolated package enum TextAlignment: Sendable {
    case leading, center, trailing
    var fraction: Double { self == .leading ? 0 : self == .center ? 0.5 : 1 }
}

/// Whether a language runs from the left or from the right.
nonisolated package enum LayoutDirection: Sendable { case leftToRight, rightToLeft }

/// Whether there is room for two columns.
nonisolated package enum UserInterfaceSizeClass: Sendable { case compact, regular }

/// What a field is typed on. Only `numberPad`, `decimalPad` and their like change something on Linux: the keyboard of
/// a phone follows them.
nonisolated package enum UIKeyboardType: Sendable {
    case `default`, decimalPad, numberPad, emailAddress, URL, asciiCapable
}

enum ButtonKind { case automatic, plain, borderless, bordered, borderedProminent }
enum FieldKind { case automatic, plain, roundedBorder }
enum PickerKind { case menu, segmented, inline }
enum LabelKind { case titleAndIcon, titleOnly, iconOnly }

/// Leaves the screen that the view stands on: pops its page or closes its sheet.
package struct DismissAction {
    let run: () -> Void
    package func callAsFunction() { run() }
}

/// Runs what `.refreshable` was given.
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
            // A percentage is told as the size that comes closest, so that views can make room for it.
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

    /// By how much every font grows here.
    var textScale: Double {
        context.dynamicTypeSize.scale * context.systemTextScale * Double(context.textPercent) / 100
    }

    /// The font of text that names none itself.
    func resolvedFont(_ own: Font? = nil, _ weight: Font.Weight? = nil) -> Font {
        var font = own ?? context.font ?? .body
        if let weight = weight ?? (own == nil ? context.fontWeight : nil) ?? context.fontWeight { font.weight = weight }
        return font
    }

    var textColorCSS: String { "color: \((foreground ?? Color.primary)._paint(self).color.css);" }

    /// What a page, sheet or menu begins with: the looks of the program, nothing of the place it is opened from.
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
        return values
    }
}
