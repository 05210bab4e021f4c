// SPDX-License-Identifier: MIT
internal import CGTK

/// A field for a line of text, or for several lines that grow downwards.
package struct TextField: PrimitiveView {
    fileprivate let title: String
    fileprivate let text: Binding<String>
    fileprivate var isSecure = false
    fileprivate var axis = Axis.horizontal

    package init(_ title: LocalizedStringKey, text: Binding<String>) {
        self.init(field: title.value, text, .horizontal)
    }
    @_disfavoredOverload package init<Title: StringProtocol>(_ title: Title, text: Binding<String>) {
        self.init(field: String(title), text, .horizontal)
    }
    @_disfavoredOverload package init<Title: StringProtocol>(_ title: Title, text: Binding<String>, axis: Axis) {
        self.init(field: String(title), text, axis)
    }

    fileprivate init(field title: String, _ text: Binding<String>, _ axis: Axis, isSecure: Bool = false) {
        self.title = title
        self.text = text
        self.axis = axis
        self.isSecure = isSecure
    }

    package static func _makeNode(_ view: TextField, _ place: NodePlace) -> Node {
        view.axis == .vertical
            ? TextEditorNode(view, place, title: view.title, text: view.text) : FieldNode(view, place)
    }
}

/// A field with hidden text.
package struct SecureField: View {
    private let title: String
    private let text: Binding<String>

    package init(_ title: LocalizedStringKey, text: Binding<String>) {
        self.title = title.value
        self.text = text
    }
    @_disfavoredOverload package init<Title: StringProtocol>(_ title: Title, text: Binding<String>) {
        self.title = String(title)
        self.text = text
    }

    package var body: some View { TextField(field: title, text, .horizontal, isSecure: true) }
}

/// A field for text of any length.
package struct TextEditor: PrimitiveView {
    fileprivate let text: Binding<String>
    package init(text: Binding<String>) { self.text = text }
    package static func _makeNode(_ view: TextEditor, _ place: NodePlace) -> Node {
        TextEditorNode(view, place, title: "", text: view.text)
    }
}

/// The look that lines and editors share.
enum FieldLooks {
    static func css(_ environment: EnvironmentValues) -> String {
        let caret = (environment.tint ?? .accentColor).resolved(environment.colorScheme).css
        let font = environment.resolvedFont().css(scale: environment.textScale)
        return "\(font) \(environment.textColorCSS) caret-color: \(caret);"
    }

    static func apply(_ environment: EnvironmentValues, _ style: WidgetStyle, _ widget: Widget) {
        let box = box(environment)
        style.apply([css(environment), box], to: widget)
        if box.isEmpty {
            gtk_widget_add_css_class(widget, "canvas-bare")
        } else {
            gtk_widget_remove_css_class(widget, "canvas-bare")
        }
    }

    /// The box of a separate field; none in the row of a list.
    static func box(_ environment: EnvironmentValues) -> String {
        guard !environment.context.isInList, environment.context.fieldKind != .plain else { return "" }
        let fill = Color("Field")
        let line = Color.gray.opacity(0.85)
        return "background: \(fill.resolved(environment.colorScheme).css); border-radius: 12px; padding: 0 12px;"
            + " min-height: 46px; border: 1px solid \(line.resolved(environment.colorScheme).css);"
    }
}

final class FieldNode: ViewNode<TextField> {
    private lazy var reference = WidgetReference(view.isSecure ? gtk_password_entry_new() : gtk_entry_new())
    private let style = WidgetStyle()
    private var isEchoing = false

    override func items() -> [LayoutItem] { [LeafItem(WidgetLeaf(reference.widget, .wide))] }

    override func setUp() {
        let editable = opaque(reference.widget)
        gtk_editable_set_width_chars(editable, 2)
        onSignal(reference.widget, "changed") { [weak self] in
            guard let self, !isEchoing else { return }
            view.text.wrappedValue = text
        }
        onSignal(reference.widget, "activate") { [weak self] in self?.environment.context.submit?() }
        if view.isSecure {
            gtk_password_entry_set_show_peek_icon(editable, 1)
        }
        gtk_widget_add_css_class(reference.widget, "canvas-plain")
        apply()
    }

    override func unmount() {
        super.unmount()
        if view.isSecure { Self.stopListening(reference.widget) }
    }

    isolated deinit { if view.isSecure { Self.stopListening(reference.widget) } }

    /// GtkPasswordEntry (4.8) observes its inner text's focus and the keyboard, and may not disconnect when it is
    /// destroyed; the next change would access freed memory.
    private static func stopListening(_ entry: Widget) {
        let seat = gdk_display_get_default().flatMap { gdk_display_get_default_seat($0) }
        let told = [gtk_editable_get_delegate(opaque(entry)), seat.flatMap { gdk_seat_get_keyboard($0) }]
        for source in told.compactMap(\.self) {
            g_signal_handlers_disconnect_matched(
                UnsafeMutableRawPointer(source), G_SIGNAL_MATCH_DATA, 0, 0, nil, nil, UnsafeMutableRawPointer(entry))
        }
    }

    private var text: String { String(cString: gtk_editable_get_text(opaque(reference.widget))) }

    override func apply() {
        let value = observe { view.text.wrappedValue }
        if text != value {
            isEchoing = true
            gtk_editable_set_text(opaque(reference.widget), value)
            gtk_editable_set_position(opaque(reference.widget), -1)
            isEchoing = false
        }
        if !view.isSecure {
            let entry: UnsafeMutablePointer<GtkEntry> = cast(reference.widget)
            gtk_entry_set_placeholder_text(entry, view.title)
            gtk_entry_set_input_purpose(entry, purpose)
            gtk_entry_set_alignment(entry, Float(environment.multilineTextAlignment.fraction))
        } else {
            setText("placeholder-text", view.title)
        }
        Accessibility.setLabel(reference.widget, view.title)
        FieldLooks.apply(environment, style, reference.widget)
        gtk_widget_set_sensitive(reference.widget, environment.isEnabled.gboolean)
    }

    private var purpose: GtkInputPurpose {
        switch environment.context.keyboard {
        case .decimalPad: GTK_INPUT_PURPOSE_NUMBER
        case .numberPad: GTK_INPUT_PURPOSE_DIGITS
        case .emailAddress: GTK_INPUT_PURPOSE_EMAIL
        case .URL: GTK_INPUT_PURPOSE_URL
        case .default, .asciiCapable: GTK_INPUT_PURPOSE_FREE_FORM
        }
    }

    private func setText(_ property: String, _ text: String) {
        var value = GValue()
        g_value_init(&value, .string)
        g_value_set_string(&value, text)
        g_object_set_property(UnsafeMutablePointer<GObject>(opaque(reference.widget)), property, &value)
        g_value_unset(&value)
    }
}

/// Several lines; grows with its text. C: `GtkTextView`
final class TextEditorNode<V: View>: ViewNode<V> {
    private let reference = WidgetReference(gtk_text_view_new())
    private let style = WidgetStyle()
    private let title: String
    private var text: Binding<String>
    private var isEchoing = false
    private var buffer: UnsafeMutablePointer<GtkTextBuffer> {
        made(gtk_text_view_get_buffer(cast(reference.widget)))
    }

    init(_ view: V, _ place: NodePlace, title: String, text: Binding<String>) {
        self.title = title
        self.text = text
        super.init(view, place)
    }

    override func items() -> [LayoutItem] { [LeafItem(WidgetLeaf(reference.widget, .wide))] }

    override func setUp() {
        gtk_text_view_set_wrap_mode(cast(reference.widget), GTK_WRAP_WORD_CHAR)
        gtk_text_view_set_accepts_tab(cast(reference.widget), 0)
        gtk_widget_add_css_class(reference.widget, "canvas-plain")
        onSignal(buffer, "changed") { [weak self] in
            guard let self, !isEchoing else { return }
            text.wrappedValue = current
        }
        apply()
    }

    private var current: String {
        var start = GtkTextIter()
        var end = GtkTextIter()
        gtk_text_buffer_get_bounds(buffer, &start, &end)
        guard let text = gtk_text_buffer_get_text(buffer, &start, &end, 0) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }

    override func apply() {
        if let field = view as? TextField { text = field.text }
        if let editor = view as? TextEditor { text = editor.text }
        let value = observe { text.wrappedValue }
        if current != value {
            isEchoing = true
            gtk_text_buffer_set_text(buffer, value, gint(value.utf8.count))
            isEchoing = false
        }
        Accessibility.setLabel(reference.widget, title)
        if !title.isEmpty { Accessibility.setPlaceholder(reference.widget, title) }
        FieldLooks.apply(environment, style, reference.widget)
        gtk_widget_set_sensitive(reference.widget, environment.isEnabled.gboolean)
    }
}
