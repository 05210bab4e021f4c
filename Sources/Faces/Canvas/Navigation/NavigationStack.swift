// SPDX-License-Identifier: MIT
internal import CGTK

/// A stack of pages, of which the topmost is shown.
package struct NavigationStack<Data, Content: View>: PrimitiveView {
    fileprivate let content: Content
    /// Reads and writes the values of the pages above the first; nil without a path.
    fileprivate let path: Binding<[AnyHashable]>?

    package static func _makeNode(_ view: Self, _ place: NodePlace) -> Node { NavigationNode(view, place) }
}

extension NavigationStack where Data == NavigationPath {
    package init(@ViewBuilder root: () -> Content) {
        content = root()
        path = nil
    }
    package init(path: Binding<NavigationPath>, @ViewBuilder root: () -> Content) {
        content = root()
        self.path = Binding(
            get: { path.wrappedValue.values },
            set: { values in
                var next = NavigationPath()
                next.values = values
                path.wrappedValue = next
            })
    }
}

extension NavigationStack {
    package init<Element: Hashable>(path: Binding<[Element]>, @ViewBuilder root: () -> Content)
    where Data == [Element] {
        content = root()
        self.path = Binding(
            get: { path.wrappedValue.map { AnyHashable($0) } },
            set: { path.wrappedValue = $0.compactMap { $0.base as? Element } })
    }
}

final class NavigationNode<Data, Content: View>: ViewNode<NavigationStack<Data, Content>> {
    private let controller = NavigationController()

    override var children: [Node] { controller.pages.compactMap(\.host.root) }
    override func items() -> [LayoutItem] { [LeafItem(WidgetLeaf(controller.leaflet.widget, .filling))] }

    override func setUp() {
        controller.pathChanged = { [weak self] values in self?.view.path?.wrappedValue = values }
        controller.hasPath = view.path != nil
        controller.environment = environment
        controller.push(view.content, parent: self)
        follow()
    }

    override func apply() {
        controller.environment = environment
        controller.restyle(root: view.content, parent: self)
        follow()
    }

    private func follow() {
        guard let path = view.path else { return }
        controller.show(observe { path.wrappedValue }, parent: self)
    }

    override func unmount() {
        super.unmount()
        controller.tearDown()
    }
}

/// The pages of one stack, on an AdwLeaflet that slides between them.
///
/// The leaflet emits signals during its own work, and buttons during a press. Pages are therefore removed before the
/// next frame and not in a signal, step by step as ``PageStack`` allows.
final class NavigationController {
    let leaflet = WidgetReference(adw_leaflet_new())
    private var stack = PageStack<NavigationPage>()
    var environment = EnvironmentValues()
    var hasPath = false
    var pathChanged: ([AnyHashable]) -> Void = { _ in }
    private var destinations: [ObjectIdentifier: (AnyHashable) -> AnyView?] = [:]
    private var isScheduled = false

    var pages: [NavigationPage] { stack.pages }

    init() {
        adw_leaflet_set_can_unfold(opaque(leaflet.widget), 0)
        adw_leaflet_set_can_navigate_back(opaque(leaflet.widget), 1)
        for change in ["child-transition-running", "visible-child"] {
            onSignal1(opaque(leaflet.widget), "notify::\(change)") { [weak self] _ in self?.schedule() }
        }
    }

    func register<Value: Hashable>(_ type: Value.Type, _ make: @escaping (Value) -> AnyView) {
        destinations[ObjectIdentifier(type)] = { value in (value.base as? Value).map(make) }
    }

    /// Pushes a page.
    @discardableResult
    func push<V: View>(
        _ view: V, parent: Node, value: AnyHashable? = nil, onPop: @escaping () -> Void = {}
    ) -> NavigationPage {
        let page = NavigationPage(isRoot: pages.isEmpty, controller: self)
        page.value = value
        page.onPop = onPop
        stack.push(page)
        page.render = { [weak page, weak parent] environment in
            page?.host.show(view, parent: parent, environment: environment)
        }
        page.restyle(pageEnvironment(page))
        topChanged()
        // The leaflet is measured before it is first drawn.
        if page.isRoot { settle() }
        StyleSheet.shared.flush()
        return page
    }

    /// Follows a link with a value: through the path, if there is one.
    func follow(_ value: AnyHashable, parent: Node) {
        if hasPath { return pathChanged(values + [value]) }
        pushValue(value, parent: parent)
    }

    /// Makes the pages match a path; pages that remain keep their state.
    func show(_ path: [AnyHashable], parent: Node) {
        let current = values
        guard path != current else { return }
        let shared = zip(path, current).prefix { $0 == $1 }.count
        if current.count > shared { pop(to: 1 + shared, tells: false) }
        for value in path.dropFirst(shared) { pushValue(value, parent: parent) }
    }

    private var values: [AnyHashable] { pages.compactMap(\.value) }

    private func pushValue(_ value: AnyHashable, parent: Node) {
        guard let view = destinations[ObjectIdentifier(type(of: value.base))]?(value) else { return }
        push(view, parent: parent, value: value)
    }

    func restyle<V: View>(root: V, parent: Node) {
        for (index, page) in pages.enumerated() {
            if index == 0 {
                page.render = { [weak page, weak parent] environment in
                    page?.host.show(root, parent: parent, environment: environment)
                }
            }
            page.restyle(pageEnvironment(page))
        }
    }

    private func pageEnvironment(_ page: NavigationPage) -> EnvironmentValues {
        var inside = environment.detached()
        inside.context.isEnabled = environment.isEnabled
        inside.context.controller = self
        inside.context.page = page
        if !page.isRoot {
            inside.context.dismiss = DismissAction { [weak self, weak page] in
                if let page { self?.remove(page) }
            }
        } else {
            inside.context.dismiss = environment.dismiss
        }
        return inside
    }

    /// Pops a page if it is the topmost, so that the second of two quick presses on its button does nothing.
    func leave(_ page: NavigationPage) {
        if stack.isOnTop(page) { pop(to: pages.count - 1) }
    }

    /// Removes a page and all above it from the path; does nothing if it has already left.
    func remove(_ page: NavigationPage) {
        if let index = pages.firstIndex(of: page) { pop(to: index) }
    }

    private func pop(to count: Int, tells: Bool = true) {
        let gone = stack.pop(to: count)
        guard !gone.isEmpty else { return }
        topChanged()
        left(gone, tells: tells)
    }

    private func left(_ gone: [NavigationPage], tells: Bool = true) {
        for page in gone { page.onPop() }
        if tells, hasPath { pathChanged(values) }
    }

    /// Only the topmost page can be used, by pointer, keyboard or screen reader.
    private func topChanged() {
        for page in stack.owned {
            let isTop = stack.isOnTop(page)
            Accessibility.setHidden(page.box.widget, !isTop)
            gtk_widget_set_can_target(page.box.widget, isTop.gboolean)
            if !isTop { Popovers.close(below: page.box.widget) }
        }
        schedule()
    }

    private func schedule() {
        guard !isScheduled else { return }
        isScheduled = true
        beforeNextFrame { [weak self] in
            self?.isScheduled = false
            self?.settle()
        }
    }

    /// Lets the leaflet follow the path as far as possible now; the end of a slide calls this again.
    private func settle() {
        observe()
        while let step = stack.next() {
            switch step {
            case .attach(let page): adw_leaflet_append(opaque(leaflet.widget), page.box.widget)
            case .show(let page):
                adw_leaflet_set_visible_child(opaque(leaflet.widget), page.box.widget)
                if !page.isRoot { beforeNextFrame { [weak page] in page?.takeFocus() } }
            case .release(let page):
                page.tearDown()
                if gtk_widget_get_parent(page.box.widget) != nil {
                    adw_leaflet_remove(opaque(leaflet.widget), page.box.widget)
                }
            }
            observe()
        }
    }

    private func observe() {
        let visible = adw_leaflet_get_visible_child(opaque(leaflet.widget))
        let gone = stack.observe(
            visible: stack.owned.first { $0.box.widget == visible },
            isSliding: adw_leaflet_get_child_transition_running(opaque(leaflet.widget)) != 0)
        guard !gone.isEmpty else { return }
        topChanged()
        left(gone)
    }

    func tearDown() {
        for page in stack.owned { page.tearDown() }
        stack = PageStack()
        destinations = [:]
        environment = EnvironmentValues()
    }
}
