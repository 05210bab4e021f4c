// SPDX-License-Identifier: MIT

/// Nothing.
package struct EmptyView: PrimitiveView {
    package init() {}
    package static func _makeNode(_ view: EmptyView, _ place: NodePlace) -> Node { ViewNode(view, place) }
}

/// Several views, one after the other.
package struct TupleView<Views>: PrimitiveView {
    package var value: Views
    let list: [any View]

    init(_ value: Views, _ list: [any View]) {
        self.value = value
        self.list = list
    }

    package static func _makeNode(_ view: TupleView, _ place: NodePlace) -> Node { TupleNode(view, place) }
}

final class TupleNode<Views>: ViewNode<TupleView<Views>> {
    private var nodes: [Node] = []
    override var children: [Node] { nodes }
    override func apply() {
        if nodes.isEmpty {
            nodes = view.list.map { makeChild($0) }
        } else {
            for (node, view) in zip(nodes, view.list) { node.update(view, environment) }
        }
    }
}

/// One of two views.
package struct _ConditionalContent<First: View, Second: View>: PrimitiveView {
    enum Storage {
        case first(First)
        case second(Second)
    }
    let storage: Storage

    package static func _makeNode(_ view: Self, _ place: NodePlace) -> Node {
        SwitchNode(view, place) { view in
            switch view.storage {
            case .first(let first): (0, first)
            case .second(let second): (1, second)
            }
        }
    }
}

extension Optional: View where Wrapped: View {
    package var body: Never { fatalError("An optional view is drawn by Canvas and has no body.") }
    package static func _makeNode(_ view: Wrapped?, _ place: NodePlace) -> Node {
        SwitchNode(view, place) { view in
            guard let view else { return nil }
            return (0, view)
        }
    }
}

/// A view of any type.
package struct AnyView: PrimitiveView {
    let content: any View
    package init<Content: View>(_ content: Content) { self.content = content }
    init(any content: any View) { self.content = content }

    package static func _makeNode(_ view: AnyView, _ place: NodePlace) -> Node {
        SwitchNode(view, place) { view in (ObjectIdentifier(type(of: view.content)), view.content) }
    }
}

/// One child, which is replaced when its key changes.
final class SwitchNode<V: View>: ViewNode<V> {
    private let select: (V) -> (AnyHashable, any View)?
    private var key: AnyHashable?
    private var child: Node?

    init(_ view: V, _ place: NodePlace, _ select: @escaping (V) -> (AnyHashable, any View)?) {
        self.select = select
        super.init(view, place)
    }

    override var children: [Node] { child.map { [$0] } ?? [] }
    override func apply() {
        let next = select(view)
        if let next, let child, next.0 == key { return child.update(next.1, environment) }
        if child == nil, next == nil { return }
        child?.unmount()
        key = next?.0
        child = nil
        if let next {
            let content = next.1
            child = makeChild(content)
        }
        host.structureChanged()
    }
}

/// Several views as one, without a container.
package struct Group<Content: View>: View {
    let content: Content
    package init(@ViewBuilder content: () -> Content) { self.content = content() }
    package var body: some View { content }
}

/// A view for each element of a collection, kept by the element's identity.
package struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: PrimitiveView {
    let data: Data
    let id: (Data.Element) -> ID
    let content: (Data.Element) -> Content

    package init(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
    ) {
        self.data = data
        self.id = { $0[keyPath: id] }
        self.content = content
    }

    package static func _makeNode(_ view: Self, _ place: NodePlace) -> Node { ForEachNode(view, place) }
}

extension ForEach where Data.Element: Identifiable, ID == Data.Element.ID {
    package init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {
        self.data = data
        id = { $0.id }
        self.content = content
    }
}

extension ForEach where Data == Range<Int>, ID == Int {
    package init(_ data: Range<Int>, @ViewBuilder content: @escaping (Int) -> Content) {
        self.data = data
        id = { $0 }
        self.content = content
    }
}

final class ForEachNode<Data: RandomAccessCollection, ID: Hashable, Content: View>: ViewNode<
    ForEach<Data, ID, Content>
>
{
    private var order: [ID] = []
    private var nodes: [ID: Node] = [:]
    override var children: [Node] { order.compactMap { nodes[$0] } }

    override func apply() {
        var next: [ID] = []
        var kept: [ID: Node] = [:]
        for element in view.data {
            let id = view.id(element)
            guard kept[id] == nil else { continue }
            next.append(id)
            // What the content reads must update it too, although no body runs here.
            let content = observe { view.content(element) }
            if let node = nodes.removeValue(forKey: id) {
                node.update(content, environment)
                kept[id] = node
            } else {
                kept[id] = makeChild(content)
            }
        }
        for node in nodes.values { node.unmount() }
        let isChanged = next != order
        nodes = kept
        order = next
        if isChanged { host.structureChanged() }
    }
}
