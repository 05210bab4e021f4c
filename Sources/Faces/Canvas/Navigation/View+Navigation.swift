// SPDX-License-Identifier: MIT

/// How a page shows its title.
nonisolated package enum NavigationBarItem {
    package enum TitleDisplayMode: Sendable { case automatic, inline, large }
}

/// The page that a modifier has pushed.
private final class PushedPage {
    var page: NavigationPage?
    var value: AnyHashable?
    init() {}
}

extension View {
    package func navigationTitle<Title: StringProtocol>(_ title: Title) -> some View {
        _HookView(content: self, onUpdate: { $0.environment.context.page?.setTitle(String(title)) })
    }
    package func navigationTitle(_ title: Text) -> some View { navigationTitle(title.string) }
    package func navigationBarTitleDisplayMode(_ mode: NavigationBarItem.TitleDisplayMode) -> some View {
        _HookView(content: self, onUpdate: { $0.environment.context.page?.setMode(mode) })
    }
    package func navigationBarBackButtonHidden(_ hides: Bool = true) -> some View {
        _HookView(content: self, onMount: { if hides { $0.environment.context.page?.hideBack() } })
    }

    package func toolbar<Content: ToolbarContent>(@ToolbarContentBuilder content: () -> Content) -> some View {
        let list = content()._entries
        return _HookView(
            content: self, onUpdate: { $0.environment.context.page?.setToolbar(list, $0) },
            onUnmount: { $0.environment.context.page?.clearToolbar() })
    }

    package func searchable<Prompt: StringProtocol>(text: Binding<String>, prompt: Prompt) -> some View {
        _HookView(
            content: self, onUpdate: { $0.environment.context.page?.setSearch(text, String(prompt), $0) },
            onUnmount: { $0.environment.context.page?.clearSearch() })
    }

    package func navigationDestination<Value: Hashable, Destination: View>(
        for type: Value.Type, @ViewBuilder destination: @escaping (Value) -> Destination
    ) -> some View {
        _HookView(
            content: self,
            onUpdate: { node in
                node.environment.context.controller?.register(type) { AnyView(destination($0)) }
            })
    }

    package func navigationDestination<Destination: View>(
        isPresented: Binding<Bool>, @ViewBuilder destination: @escaping () -> Destination
    ) -> some View {
        _HookView(
            content: self,
            onUpdate: { node in
                let pushed = node.kept as? PushedPage ?? PushedPage()
                node.kept = pushed
                let isShown = node.observe { isPresented.wrappedValue }
                if isShown, pushed.page == nil {
                    pushed.page = node.environment.context.controller?.push(destination(), parent: node) {
                        pushed.page = nil
                        if isPresented.wrappedValue { isPresented.wrappedValue = false }
                    }
                } else if !isShown, let page = pushed.page {
                    pushed.page = nil
                    node.environment.context.controller?.remove(page)
                }
            })
    }

    package func navigationDestination<Item: Hashable, Destination: View>(
        item: Binding<Item?>, @ViewBuilder destination: @escaping (Item) -> Destination
    ) -> some View {
        _HookView(
            content: self,
            onUpdate: { node in
                let pushed = node.kept as? PushedPage ?? PushedPage()
                node.kept = pushed
                let value = node.observe { item.wrappedValue }
                let key = value.map { AnyHashable($0) }
                guard key != pushed.value else { return }
                pushed.value = key
                if let page = pushed.page {
                    pushed.page = nil
                    page.onPop = {}
                    node.environment.context.controller?.remove(page)
                }
                guard let value else { return }
                pushed.page = node.environment.context.controller?.push(destination(value), parent: node) {
                    pushed.page = nil
                    pushed.value = nil
                    if item.wrappedValue != nil { item.wrappedValue = nil }
                }
            })
    }
}
