// SPDX-License-Identifier: MIT
internal import CGTK

/// A task that ends with its view.
private final class ViewTask {
    var task: Task<Void, Never>?
    var id: AnyHashable?
    init(_ task: Task<Void, Never>, _ id: AnyHashable?) {
        self.task = task
        self.id = id
    }
}

/// A value that is compared with the next one.
private final class PreviousValue<Value> {
    var value: Value
    init(_ value: Value) { self.value = value }
}

extension View {
    package func onAppear(perform action: (() -> Void)? = nil) -> some View {
        _HookView(content: self, onMount: { _ in action?() })
    }
    package func onDisappear(perform action: (() -> Void)? = nil) -> some View {
        _HookView(content: self, onUnmount: { _ in action?() })
    }

    package func task(_ action: @escaping @MainActor () async -> Void) -> some View {
        _HookView(
            content: self, onMount: { node in node.kept = ViewTask(Task { await action() }, nil) },
            onUnmount: { node in (node.kept as? ViewTask)?.task?.cancel() })
    }

    package func task<ID: Hashable>(id: ID, _ action: @escaping @MainActor () async -> Void) -> some View {
        _HookView(
            content: self,
            onUpdate: { node in
                let previous = node.kept as? ViewTask
                guard previous == nil || previous?.id != AnyHashable(id) else { return }
                previous?.task?.cancel()
                node.kept = ViewTask(Task { await action() }, AnyHashable(id))
            }, onUnmount: { node in (node.kept as? ViewTask)?.task?.cancel() })
    }

    package func onChange<Value: Equatable>(
        of value: Value, initial: Bool = false, _ action: @escaping (_ old: Value, _ new: Value) -> Void
    ) -> some View {
        _HookView(
            content: self,
            onUpdate: { node in
                guard let previous = node.kept as? PreviousValue<Value> else {
                    node.kept = PreviousValue(value)
                    if initial { action(value, value) }
                    return
                }
                guard previous.value != value else { return }
                let old = previous.value
                previous.value = value
                action(old, value)
            })
    }
    package func onChange<Value: Equatable>(
        of value: Value, initial: Bool = false, _ action: @escaping () -> Void
    ) -> some View { onChange(of: value, initial: initial) { _, _ in action() } }

    package func onSubmit(_ action: @escaping () -> Void) -> some View {
        _environment { values in
            let outer = values.context.submit
            values.context.submit = {
                action()
                outer?()
            }
        }
    }
    package func refreshable(action: @escaping @MainActor () async -> Void) -> some View {
        _environment { $0.context.refresh = RefreshAction(run: action) }
    }
    package func tag<Value: Hashable>(_ tag: Value) -> some View { _TagView(content: self, tag: AnyHashable(tag)) }

    package func focused(_ condition: FocusState<Bool>.Binding) -> some View {
        FocusLink.view(self, condition.cell, true, false)
    }
    package func focused<Value: Hashable>(_ binding: FocusState<Value?>.Binding, equals value: Value) -> some View {
        FocusLink.view(self, binding.cell, value, nil)
    }

    /// Runs the button's or the view's first action from anywhere in the window.
    package func keyboardShortcut(_ key: KeyEquivalent, modifiers: EventModifiers = .command) -> some View {
        _HookView(
            content: self,
            onMount: { node in
                guard let widget = node.widgets.last else { return }
                let controller = made(gtk_shortcut_controller_new())
                gtk_shortcut_controller_set_scope(controller, GTK_SHORTCUT_SCOPE_GLOBAL)
                let trigger = gtk_keyval_trigger_new(key.code, modifiers.mask)
                let shortcut = gtk_shortcut_new(
                    trigger,
                    gtk_activate_action_get().map { action in
                        g_object_ref(UnsafeMutableRawPointer(action))
                        return action
                    })
                gtk_shortcut_controller_add_shortcut(controller, shortcut)
                gtk_widget_add_controller(widget, controller)
            })
    }
    package func keyboardShortcut(_ shortcut: KeyboardShortcut) -> some View {
        keyboardShortcut(shortcut.key, modifiers: shortcut.modifiers)
    }
}

/// A key of the keyboard.
nonisolated package struct KeyEquivalent: ExpressibleByExtendedGraphemeClusterLiteral, Sendable {
    let code: UInt32
    package init(_ character: Character) { code = character.unicodeScalars.first?.value ?? 0 }
    package init(extendedGraphemeClusterLiteral character: Character) { self.init(character) }
    private init(code: UInt32) { self.code = code }
    package static let `return` = KeyEquivalent(code: UInt32(GDK_KEY_Return))
    package static let escape = KeyEquivalent(code: UInt32(GDK_KEY_Escape))
    package static let delete = KeyEquivalent(code: UInt32(GDK_KEY_BackSpace))
}

/// Modifier keys; the command key is Control on Linux.
nonisolated package struct EventModifiers: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }
    package static let shift = EventModifiers(rawValue: 2)
    package static let control = EventModifiers(rawValue: 4)
    package static let option = EventModifiers(rawValue: 8)
    package static let command = EventModifiers(rawValue: 16)

    var mask: GdkModifierType {
        var mask: UInt32 = 0
        if contains(.shift) { mask |= GDK_SHIFT_MASK.rawValue }
        if contains(.control) || contains(.command) { mask |= GDK_CONTROL_MASK.rawValue }
        if contains(.option) { mask |= GDK_ALT_MASK.rawValue }
        return GdkModifierType(rawValue: mask)
    }
}

/// A key with its modifiers.
nonisolated package struct KeyboardShortcut: Sendable {
    let key: KeyEquivalent
    let modifiers: EventModifiers
    package init(_ key: KeyEquivalent, modifiers: EventModifiers = .command) {
        self.key = key
        self.modifiers = modifiers
    }
    package static let defaultAction = KeyboardShortcut(.return, modifiers: [])
    package static let cancelAction = KeyboardShortcut(.escape, modifiers: [])
}

/// Connects a field with a focus state, both ways.
private final class FocusLink<Value: Hashable>: FocusFollowing {
    private let cell: FocusCell<Value>
    private let own: Value
    private let none: Value
    private let widget: Widget

    init(_ cell: FocusCell<Value>, _ own: Value, _ none: Value, _ widget: Widget) {
        self.cell = cell
        self.own = own
        self.none = none
        self.widget = widget
        cell.add(self)
        let controller = made(gtk_event_controller_focus_new())
        onSignal(controller, "enter") { [weak self] in if let self { self.cell.value = self.own } }
        onSignal(controller, "leave") { [weak self] in
            if let self, self.cell.value == self.own { self.cell.value = self.none }
        }
        gtk_widget_add_controller(widget, controller)
        if cell.value == own { beforeNextFrame { [weak self] in self?.focusChanged() } }
    }

    func focusChanged() {
        if cell.value == own, !hasFocus { gtk_widget_grab_focus(widget) }
    }

    private var hasFocus: Bool { gtk_widget_has_focus(widget) != 0 || gtk_widget_get_focus_child(widget) != nil }

    func leave() { cell.remove(self) }

    static func view<Content: View>(
        _ content: Content, _ cell: FocusCell<Value>, _ own: Value, _ none: Value
    ) -> some View {
        _HookView(
            content: content,
            onMount: { node in
                guard let widget = node.widgets.last else { return }
                node.kept = FocusLink(cell, own, none, widget)
            }, onUnmount: { node in (node.kept as? FocusLink)?.leave() })
    }
}
