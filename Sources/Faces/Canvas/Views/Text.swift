// SPDX-License-Identifier: MIT
internal import CGTK

/// A text literal. The screens have their own translation tables and pass plain strings.
nonisolated package struct LocalizedStringKey: ExpressibleByStringInterpolation, Equatable, Sendable {
    let value: String
    package init(_ value: String) { self.value = value }
    package init(stringLiteral value: String) { self.value = value }
}

/// Text on the screen.
nonisolated package struct Text: Equatable, Sendable {
    /// The omitted part of a line that is too long.
    package enum TruncationMode: Sendable { case head, middle, tail }

    let string: String
    private(set) var font: Font?
    private(set) var weight: Font.Weight?
    private(set) var decoration = TextDecoration()

    package init(_ key: LocalizedStringKey) { string = key.value }
    package init(verbatim content: String) { string = content }
    @_disfavoredOverload package init<Content: StringProtocol>(_ content: Content) { string = String(content) }

    package func font(_ font: Font?) -> Text {
        var text = self
        text.font = font
        return text
    }
    package func fontWeight(_ weight: Font.Weight?) -> Text {
        var text = self
        text.weight = weight
        return text
    }
    package func bold() -> Text { fontWeight(.bold) }
    package func italic() -> Text {
        var text = self
        text.decoration.isItalic = true
        return text
    }
    package func underline() -> Text {
        var text = self
        text.decoration.isUnderlined = true
        return text
    }
    package func strikethrough() -> Text {
        var text = self
        text.decoration.isStruck = true
        return text
    }
    func joined(_ other: TextDecoration) -> TextDecoration {
        TextDecoration(
            isItalic: decoration.isItalic || other.isItalic,
            isUnderlined: decoration.isUnderlined || other.isUnderlined,
            isStruck: decoration.isStruck || other.isStruck)
    }
}

extension Text: PrimitiveView {
    package static func _makeNode(_ view: Text, _ place: NodePlace) -> Node { TextNode(view, place) }
}

final class TextNode: ViewNode<Text> {
    private lazy var rolling = environment.context.rollsNumbers ? RollingLabel() : nil
    private lazy var reference = rolling?.stack ?? WidgetReference(gtk_label_new(""))
    private let style = WidgetStyle()
    private var shown: Appearance?

    /// The properties whose change makes GTK lay out the text again.
    private struct Appearance: Equatable {
        var string: String
        var font: Font
        var scale: Double
        var decoration: TextDecoration
        var lineLimit: Int?
        var alignment: TextAlignment
        var truncation: Text.TruncationMode
        var isSelectable: Bool
    }

    override var spokenText: String { view.string }
    override func items() -> [LayoutItem] { [LeafItem(WidgetLeaf(reference.widget))] }

    override func apply() {
        let next = Appearance(
            string: view.string, font: environment.resolvedFont(view.font, view.weight),
            scale: environment.textScale, decoration: view.joined(environment.context.decoration),
            lineLimit: environment.lineLimit, alignment: environment.multilineTextAlignment,
            truncation: environment.context.truncation, isSelectable: environment.context.isSelectable)
        if next != shown {
            if let rolling {
                if let shown, shown.string != next.string { rolling.turn(from: shown.string, to: next.string) }
                for label in rolling.labels {
                    show(next, on: opaque(label.widget), keepingText: label !== rolling.front)
                }
            } else {
                show(next, on: opaque(reference.widget))
            }
            shown = next
        }
        style.apply([environment.textColorCSS], to: reference.widget)
        gtk_widget_set_opacity(reference.widget, environment.opacity * (environment.isEnabled ? 1 : 0.6))
    }

    /// Words are broken only if they fit no line, such as an address.
    private static func breaksWords(_ text: String) -> Bool {
        let longestWord = 16
        return text.split { $0 == " " || $0 == "\n" }.contains { $0.count > longestWord }
    }

    /// Whether it is an address or a transaction id, in which a hyphen at the line end would look like a part of it.
    private static func holdsMarks(_ text: String) -> Bool { breaksWords(text) && text.contains { $0.isNumber } }

    /// The end of a text in a script without spaces, in bytes of UTF-8, so that no single letter is left in the last
    /// line.
    private static func unbrokenEnd(of text: String) -> Range<Int>? {
        let count = text.count
        let kept = count < 9 ? 3 : 4
        // U+3000: from here on are the scripts with line breaks between any two letters.
        guard count > 5, let last = text.unicodeScalars.last, last.value >= 0x3000 else { return nil }
        let length = text.utf8.count
        return (length - text.suffix(kept).utf8.count)..<length
    }

    private func show(_ next: Appearance, on label: OpaquePointer, keepingText: Bool = false) {
        if !keepingText, next.string != shown?.string { gtk_label_set_text(label, next.string) }
        let attributes = next.font.attributes(scale: next.scale, next.decoration)
        if Self.holdsMarks(next.string) { pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0)) }
        if let end = Self.unbrokenEnd(of: next.string), let whole = pango_attr_allow_breaks_new(0) {
            (whole.pointee.start_index, whole.pointee.end_index) = (guint(end.lowerBound), guint(end.upperBound))
            pango_attr_list_insert(attributes, whole)
        }
        gtk_label_set_attributes(label, attributes)
        pango_attr_list_unref(attributes)
        gtk_label_set_xalign(label, Float(next.alignment.fraction))
        gtk_label_set_justify(
            label,
            next.alignment == .leading
                ? GTK_JUSTIFY_LEFT : next.alignment == .center ? GTK_JUSTIFY_CENTER : GTK_JUSTIFY_RIGHT)
        let ellipsis =
            switch next.truncation {
            case .head: PANGO_ELLIPSIZE_START
            case .middle: PANGO_ELLIPSIZE_MIDDLE
            case .tail: PANGO_ELLIPSIZE_END
            }
        gtk_label_set_ellipsize(label, next.lineLimit == nil ? PANGO_ELLIPSIZE_NONE : ellipsis)
        gtk_label_set_wrap(label, (next.lineLimit != 1).gboolean)
        gtk_label_set_wrap_mode(label, Self.breaksWords(next.string) ? PANGO_WRAP_WORD_CHAR : PANGO_WRAP_WORD)
        gtk_label_set_lines(label, next.lineLimit.map { $0 > 1 ? gint($0) : -1 } ?? -1)
        gtk_label_set_selectable(label, next.isSelectable.gboolean)
    }
}
