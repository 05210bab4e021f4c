// SPDX-License-Identifier: MIT
internal import CGTK

/// One of the screens of a tab view.
final class TabPage {
    let host = Host(alignment: .top)
    var isMounted = false
}

/// The label and the value of a tab.
struct TabDescription {
    var tag: AnyHashable?
    var label: AnyView?
    var badge = 0

    /// The text that a screen reader speaks for the tab.
    var name: String {
        let title = (label?.content as? Label<Text, Image>)?.title.string ?? ""
        return badge > 0 ? "\(title), \(badge)" : title
    }
}

/// A view that describes its tab.
protocol TabDescribing {
    func _describe(_ tab: inout TabDescription)
}

extension _TagView: TabDescribing {
    func _describe(_ tab: inout TabDescription) {
        tab.tag = tag
        (content as? any TabDescribing)?._describe(&tab)
    }
}
extension _EnvironmentView: TabDescribing {
    func _describe(_ tab: inout TabDescription) { (content as? any TabDescribing)?._describe(&tab) }
}
extension _HookView: TabDescribing {
    func _describe(_ tab: inout TabDescription) { (content as? any TabDescribing)?._describe(&tab) }
}

/// Content with the label of its tab.
package struct _TabItemView<Content: View>: View, TabDescribing {
    let content: Content
    let label: AnyView?
    let badge: Int
    package var body: some View { content }

    func _describe(_ tab: inout TabDescription) {
        (content as? any TabDescribing)?._describe(&tab)
        if let label { tab.label = label }
        tab.badge += badge
    }
}

extension View {
    package func tabItem<Caption: View>(@ViewBuilder _ label: () -> Caption) -> some View {
        _TabItemView(content: self, label: AnyView(label()), badge: 0)
    }
    /// A number on the tab; none for zero.
    package func badge(_ count: Int) -> some View { _TabItemView(content: self, label: nil, badge: count) }
}

/// Several screens, one at a time: with a tab bar below them, or a sidebar in a wide window.
package struct TabView<Selection: Hashable, Content: View>: PrimitiveView {
    fileprivate let selection: Binding<Selection>?
    fileprivate let content: Content

    package init(selection: Binding<Selection>?, @ViewBuilder content: () -> Content) {
        self.selection = selection
        self.content = content()
    }

    package static func _makeNode(_ view: Self, _ place: NodePlace) -> Node { TabNode(view, place) }
}

extension TabView where Selection == Int {
    package init(@ViewBuilder content: () -> Content) {
        selection = nil
        self.content = content()
    }
}

final class TabNode<Selection: Hashable, Content: View>: ViewNode<TabView<Selection, Content>> {
    private struct Tab: Identifiable {
        let id: Int
        let page: TabPage
        var description: TabDescription
        var tag: AnyHashable { description.tag ?? AnyHashable(id) }
    }
    private let box = WidgetReference(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    private let stack = made(gtk_stack_new())
    private let bar = Host(alignment: .top, role: GTK_ACCESSIBLE_ROLE_TAB_LIST)
    private let style = WidgetStyle()
    private var tabs: [Tab] = []
    private var current = AnyHashable(0)

    private static var sidebarWidth: Double { 220 }

    override var children: [Node] { tabs.compactMap(\.page.host.root) + [bar.root].compactMap { $0 } }
    override func items() -> [LayoutItem] { [LeafItem(WidgetLeaf(box.widget, .filling))] }

    override func setUp() {
        gtk_widget_set_vexpand(stack, 1)
        gtk_widget_set_hexpand(stack, 1)
        gtk_stack_set_transition_type(opaque(stack), GTK_STACK_TRANSITION_TYPE_CROSSFADE)
        gtk_stack_set_transition_duration(opaque(stack), 120)
        gtk_stack_set_hhomogeneous(opaque(stack), 0)
        gtk_stack_set_vhomogeneous(opaque(stack), 0)
        gtk_box_append(cast(box.widget), stack)
        gtk_box_append(cast(box.widget), bar.widget)
        Accessibility.setLabel(bar.widget, ProgramIdentity.current.name)
        apply()
    }

    override func apply() {
        let rows = RowSource.of(view.content, [])
        var views: [any View] = []
        for index in 0..<rows.count {
            let row = rows.row(index)
            views.append(row.view)
            var description = TabDescription()
            (row.view as? any TabDescribing)?._describe(&description)
            if index < tabs.count {
                tabs[index].description = description
            } else {
                let page = TabPage()
                gtk_stack_add_named(opaque(stack), page.host.widget, "\(index)")
                tabs.append(Tab(id: index, page: page, description: description))
            }
        }
        if let selection = view.selection { current = AnyHashable(observe { selection.wrappedValue }) }
        let chosen = tabs.firstIndex { $0.tag == current } ?? 0
        for (index, tab) in tabs.enumerated() {
            if index == chosen { tab.page.isMounted = true }
            if tab.page.isMounted { open(views[index], tab.page) }
            Accessibility.setHidden(tab.page.host.widget, index != chosen)
            // It is visible until it has faded, but cannot be used any more.
            gtk_widget_set_can_target(tab.page.host.widget, (index == chosen).gboolean)
            if index != chosen, tab.page.isMounted { Popovers.close(below: tab.page.host.widget) }
        }
        gtk_stack_set_visible_child_name(opaque(stack), "\(chosen)")
        showBar(chosen)
    }

    private func open<V: View>(_ content: V, _ page: TabPage) {
        var inside = environment
        inside.context.tab = page
        page.host.show(content, parent: self, environment: inside)
    }

    private func select(_ tag: AnyHashable) {
        if let selection = view.selection, let value = tag.base as? Selection {
            selection.wrappedValue = value
        } else {
            current = tag
            apply()
        }
    }

    private func showBar(_ chosen: Int) {
        let isWide = environment.horizontalSizeClass == .regular
        let orientation = isWide ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL
        if gtk_orientable_get_orientation(opaque(box.widget)) != orientation {
            // The pages move before they are laid out for less space.
            Popovers.close(below: stack)
            gtk_orientable_set_orientation(opaque(box.widget), orientation)
        }
        gtk_box_reorder_child_after(cast(box.widget), stack, isWide ? bar.widget : nil)
        gtk_widget_set_size_request(bar.widget, isWide ? gint(Self.sidebarWidth) : -1, -1)
        let fill = Color("Bar").resolved(environment.colorScheme).css
        let line = Color.gray.opacity(0.22).resolved(environment.colorScheme).css
        style.apply(
            ["background-color: \(fill); border-\(isWide ? "right" : "top"): 1px solid \(line);"], to: bar.widget)
        var inside = environment.detached()
        // As on Apple's systems, the text below five symbols does not grow, because there is no space.
        if !isWide { inside.context.keepTextUsual() }
        bar.show(barView(chosen, isWide), parent: self, environment: inside)
    }

    @ViewBuilder private func barView(_ chosen: Int, _ isWide: Bool) -> some View {
        if isWide {
            VStack(spacing: 4) {
                ForEach(tabs) { tab in
                    self.button(tab, tab.id == chosen) {
                        _TabLabel(label: tab.description.label, badge: tab.description.badge, isWide: true)
                            .foregroundStyle(tab.id == chosen ? Color.accentColor : Color.primary)
                            .padding(.horizontal, 14).padding(.vertical, 11)
                            .frame(maxWidth: .infinity, alignment: .leading)
                            .background(
                                tab.id == chosen ? Color.accentColor.opacity(0.12) : Color.clear,
                                in: RoundedRectangle(cornerRadius: 11))
                    }
                }
            }
            .padding(10).padding(.top, 44)
        } else {
            // A long name takes the space that short ones leave, so that nothing is cut or shrunk.
            HStack(spacing: 0) {
                ForEach(tabs) { tab in
                    Spacer(minLength: 0)
                    self.button(tab, tab.id == chosen) {
                        _TabLabel(label: tab.description.label, badge: tab.description.badge, isWide: false)
                            .foregroundStyle(tab.id == chosen ? Color.accentColor : Color.secondary)
                            .frame(minWidth: 44).padding(.horizontal, 2).padding(.top, 9).padding(.bottom, 12)
                    }
                }
                Spacer(minLength: 0)
            }
        }
    }

    private func button<Caption: View>(
        _ tab: Tab, _ isChosen: Bool, @ViewBuilder label: () -> Caption
    ) -> some View {
        let tag = tab.tag
        return _TabButton(
            name: tab.description.name, isChosen: isChosen, action: { [weak self] in self?.select(tag) }, label: label()
        )
    }

    override func unmount() {
        super.unmount()
        for tab in tabs { tab.page.host.unmount() }
        bar.unmount()
    }
}

/// A button with a tab's role, which exposes whether it is selected.
struct _TabButton<Caption: View>: PrimitiveView {
    let name: String
    let isChosen: Bool
    let action: () -> Void
    let label: Caption
    static func _makeNode(_ view: Self, _ place: NodePlace) -> Node { TabButtonNode(view, place) }
}

final class TabButtonNode<Caption: View>: PressNode<_TabButton<Caption>> {
    override func makeReference() -> WidgetReference {
        WidgetReference(makeWidget(gtk_button_get_type(), role: GTK_ACCESSIBLE_ROLE_TAB))
    }
    override var label: AnyView { AnyView(view.label) }
    override func apply() {
        super.apply()
        Accessibility.setSelected(reference.widget, view.isChosen)
    }
    override var spokenText: String { view.name }
    override func pressed() { view.action() }
}

/// A tab's symbol and text, below or beside each other.
struct _TabLabel: View {
    let label: AnyView?
    let badge: Int
    let isWide: Bool

    var body: some View {
        if let label = label?.content as? Label<Text, Image> {
            if isWide {
                HStack(spacing: 12) {
                    label.icon.font(.system(size: 18))
                    label.title.font(.system(size: 15, weight: .medium)).lineLimit(1)
                    mark
                }
            } else {
                VStack(spacing: 4) {
                    label.icon.font(.system(size: 19)).overlay(alignment: .topTrailing) { mark.offset(x: 9, y: -5) }
                    label.title.font(.system(size: 11, weight: .medium)).lineLimit(1)
                }
            }
        } else if let label {
            label
        }
    }

    @ViewBuilder private var mark: some View {
        if badge > 0 {
            Text("\(badge)").font(.system(size: 10, weight: .bold)).foregroundStyle(Color.white)
                .padding(.horizontal, 5).background(Color.destructiveFill, in: Capsule())
        }
    }
}
