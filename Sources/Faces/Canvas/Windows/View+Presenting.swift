// SPDX-License-Identifier: MIT

/// The layer that a modifier has opened.
private final class PresentedLayer {
    var layer: WindowLayers.Layer?
    var value: AnyHashable?
    init() {}
}

extension View {
    package func sheet<Content: View>(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
    ) -> some View {
        presenting(.sheet, "", isPresented, onDismiss) { AnyView(content()) }
    }

    package func sheet<Item: Identifiable, Content: View>(
        item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View { presenting(.sheet, item, onDismiss, content) }

    /// A sheet over the whole window.
    package func fullScreenCover<Content: View>(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
    ) -> some View {
        presenting(.cover, "", isPresented, onDismiss) { AnyView(content()) }
    }

    package func fullScreenCover<Item: Identifiable, Content: View>(
        item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View { presenting(.cover, item, onDismiss, content) }

    private func presenting<Item: Identifiable, Content: View>(
        _ kind: WindowLayers.Kind, _ item: Binding<Item?>, _ onDismiss: (() -> Void)?,
        _ content: @escaping (Item) -> Content
    ) -> some View {
        let isPresented = Binding(
            get: { item.wrappedValue != nil }, set: { if !$0 { item.wrappedValue = nil } })
        return presenting(kind, "", isPresented, onDismiss) {
            AnyView(item.wrappedValue.map { value in _Keyed(key: AnyHashable(value.id), content: content(value)) })
        }
    }

    package func alert<Title: StringProtocol, Actions: View, Message: View>(
        _ title: Title, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> Actions,
        @ViewBuilder message: @escaping () -> Message
    ) -> some View {
        presenting(.alert, String(title), isPresented, nil) {
            AnyView(
                _AlertCard(
                    title: String(title), message: message(), isColumn: false,
                    actions: { environment in
                        listActions(actions(), environment)
                    }, isOpen: isPresented))
        }
    }
    package func alert<Title: StringProtocol, Actions: View>(
        _ title: Title, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> Actions
    ) -> some View { alert(title, isPresented: isPresented, actions: actions, message: { EmptyView() }) }

    package func confirmationDialog<Title: StringProtocol, Actions: View, Message: View>(
        _ title: Title, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> Actions,
        @ViewBuilder message: @escaping () -> Message
    ) -> some View {
        presenting(.dialog, String(title), isPresented, nil) {
            AnyView(
                _AlertCard(
                    title: String(title), message: message(), isColumn: true,
                    actions: { environment in
                        listActions(actions(), environment)
                    }, isOpen: isPresented))
        }
    }
    package func confirmationDialog<Title: StringProtocol, Actions: View>(
        _ title: Title, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> Actions
    ) -> some View { confirmationDialog(title, isPresented: isPresented, actions: actions, message: { EmptyView() }) }

    private func presenting(
        _ kind: WindowLayers.Kind, _ title: String, _ isPresented: Binding<Bool>, _ onDismiss: (() -> Void)?,
        _ content: @escaping () -> AnyView
    ) -> some View {
        _HookView(
            content: self,
            onUpdate: { node in
                let presented = node.kept as? PresentedLayer ?? PresentedLayer()
                node.kept = presented
                let layers = node.environment.context.layers
                if node.observe({ isPresented.wrappedValue }) {
                    let view = node.observe { content() }
                    if let layer = presented.layer {
                        layers?.update(layer, view, from: node)
                    } else {
                        presented.layer = layers?.present(view, as: kind, title: title, from: node) {
                            isPresented.wrappedValue = false
                        }
                    }
                } else if let layer = presented.layer {
                    presented.layer = nil
                    layers?.close(layer)
                    onDismiss?()
                }
            },
            onUnmount: { node in
                guard let presented = node.kept as? PresentedLayer, let layer = presented.layer else { return }
                presented.layer = nil
                node.environment.context.layers?.close(layer)
            })
    }
}

/// Content that is recreated when its key changes.
struct _Keyed<Content: View>: PrimitiveView {
    let key: AnyHashable
    let content: Content
    static func _makeNode(_ view: Self, _ place: NodePlace) -> Node {
        SwitchNode(view, place) { view in (view.key, view.content) }
    }
}

/// The content of an alert or a dialog: a question and its answers.
struct _AlertCard<Message: View>: View {
    let title: String
    let message: Message
    let isColumn: Bool
    let actions: (EnvironmentValues) -> [ActionItem]
    let isOpen: Binding<Bool>

    private struct Answer: Identifiable {
        let id: Int
        let item: ActionItem
    }

    private var answers: [Answer] {
        var items = actions(EnvironmentValues())
        if items.isEmpty || (isColumn && !items.contains { $0.role == .cancel }) {
            items.append(
                ActionItem(
                    title: items.isEmpty ? CanvasTexts.current.close : CanvasTexts.current.cancel, symbol: nil,
                    role: .cancel,
                    tint: nil, isEnabled: true, action: {}))
        }
        return items.enumerated().map { Answer(id: $0.offset, item: $0.element) }
    }

    var body: some View {
        VStack(spacing: 20) {
            VStack(spacing: 8) {
                if !title.isEmpty { Text(title).font(.title3).fontWeight(.bold) }
                message.font(.callout).foregroundStyle(Color.secondary)
            }
            .multilineTextAlignment(.center).frame(maxWidth: .infinity)
            if isColumn || answers.count > 2 {
                VStack(spacing: 10) { ForEach(answers) { button($0.item) } }
            } else {
                HStack(spacing: 10) { ForEach(answers) { button($0.item) } }
            }
        }
        .padding(20)
    }

    private func button(_ item: ActionItem) -> some View {
        let isCancel = item.role == .cancel
        let isDestructive = item.role == .destructive
        let tint = isDestructive ? Color.red : .accentColor
        // In a dialog all answers are equal; in an alert one is preferred.
        let strong = isDestructive ? Color.destructiveFill : .accentFill
        let fill = isCancel ? Color.gray.opacity(0.18) : isColumn ? tint.opacity(0.13) : strong
        let words = isCancel ? Color.primary : isColumn ? tint : .white
        return Button {
            // If it is pressed twice before it closes, the answer is given once.
            guard isOpen.wrappedValue else { return }
            isOpen.wrappedValue = false
            item.action()
        } label: {
            Text(item.title).font(.headline).foregroundStyle(words)
                .frame(maxWidth: .infinity).padding(.vertical, 13).padding(.horizontal, 8)
                .background(fill, in: RoundedRectangle(cornerRadius: 13))
        }
        .buttonStyle(.plain).disabled(!item.isEnabled)
    }
}
