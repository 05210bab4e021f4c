// SPDX-License-Identifier: MIT
internal import CGTK

/// Pages on top of each other, of which the last is seen.
package struct NavigationStack<Data, Content: View>: PrimitiveView {
    fileprivate let content: Content
    /// Reads and writes the values of the pages above the first; nil where no one keeps them.
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
        controller.push(view.content, parent: self, isAnimated: false)
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
final class NavigationController {
    let leaflet = WidgetReference(adw_leaflet_new())
    private(set) var pages: [NavigationPage] = []
    var environment = EnvironmentValues()
    var hasPath = false
    var pathChanged: ([AnyHashable]) -> Void = { _ in }
    private var destinations: [ObjectIdentifier: (AnyHashable) -> AnyView?] = [:]
    private var leaving: [NavigationPage] = []

    init() {
        adw_leaflet_set_can_unfold(opaque(leaflet.widget), 0)
        adw_leaflet_set_can_navigate_back(opaque(leaflet.widget), 1)
        onSignal1(opaque(leaflet.widget), "notify::child-transition-running") { [weak self] _ in self?.settle() }
        onSignal1(opaque(leaflet.widget), "notify::visible-child") { [weak self] _ in self?.settle() }
    }

    func register<Value: Hashable>(_ type: Value.Type, _ make: @escaping (Value) -> AnyView) {
        destinations[ObjectIdentifier(type)] = { value in (value.base as? Value).map(make) }
    }

    /// Puts a page on top.
    @discardableResult
    func push<V: View>(
        _ view: V, parent: Node, value: AnyHashable? = nil, isAnimated: Bool = true, onPop: @escaping () -> Void = {}
    ) -> NavigationPage {
        removeLeaving()
        let page = NavigationPage(isRoot: pages.isEmpty, controller: self)
        page.value = value
        page.onPop = onPop
        pages.append(page)
        page.render = { [weak page, weak parent] environment in
            page?.host.show(view, parent: parent, environment: environment)
        }
        page.restyle(pageEnvironment(page))
        adw_leaflet_append(opaque(leaflet.widget), page.box.widget)
        if pages.count > 1 {
            let isStill = !isAnimated || environment.accessibilityReduceMotion
            adw_leaflet_set_mode_transition_duration(opaque(leaflet.widget), isStill ? 0 : 250)
            adw_leaflet_set_visible_child(opaque(leaflet.widget), page.box.widget)
            for other in pages.dropLast() { Accessibility.setHidden(other.box.widget, true) }
            beforeNextFrame { [weak page] in page?.takeFocus() }
        }
        StyleSheet.shared.flush()
        return page
    }

    /// Follows a link with a value: through the path, where someone keeps it.
    func follow(_ value: AnyHashable, parent: Node) {
        if hasPath { return pathChanged(values + [value]) }
        pushValue(value, parent: parent)
    }

    /// Makes the pages those of a path; pages that stay keep their state.
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
                guard let self, let page, let index = pages.firstIndex(where: { $0 === page }) else { return }
                pop(to: index)
            }
        } else {
            inside.context.dismiss = environment.dismiss
        }
        return inside
    }

    func pop() { pop(to: pages.count - 1) }

    func remove(_ page: NavigationPage) {
        guard let index = pages.firstIndex(where: { $0 === page }) else { return }
        pop(to: index)
    }

    /// Slides back so that a number of pages stays.
    private func pop(to count: Int, tells: Bool = true) {
        guard count >= 1, count < pages.count else { return }
        let gone = Array(pages[count...])
        pages.removeSubrange(count...)
        leaving += gone
        if let top = pages.last {
            Accessibility.setHidden(top.box.widget, false)
            adw_leaflet_set_visible_child(opaque(leaflet.widget), top.box.widget)
        }
        for page in gone { page.onPop() }
        if tells, hasPath { pathChanged(values) }
        if adw_leaflet_get_child_transition_running(opaque(leaflet.widget)) == 0 { removeLeaving() }
    }

    /// After a slide: pages that were left by a swipe or a key are taken off as well.
    private func settle() {
        guard adw_leaflet_get_child_transition_running(opaque(leaflet.widget)) == 0,
            let visible = adw_leaflet_get_visible_child(opaque(leaflet.widget))
        else { return }
        if let index = pages.firstIndex(where: { $0.box.widget == visible }), index < pages.count - 1 {
            pop(to: index + 1)
        }
        removeLeaving()
    }

    private func removeLeaving() {
        let gone = leaving
        leaving = []
        for page in gone {
            page.tearDown()
            adw_leaflet_remove(opaque(leaflet.widget), page.box.widget)
        }
    }

    func tearDown() {
        for page in pages + leaving { page.tearDown() }
        pages = []
        leaving = []
        destinations = [:]
        environment = EnvironmentValues()
    }
}
