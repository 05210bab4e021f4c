// SPDX-License-Identifier: MIT
internal import Observation

/// The context of a new node: its parent, host and environment.
package struct NodePlace {
    let parent: Node?
    let host: Host
    let environment: EnvironmentValues
}

/// The persistent part of a view while its values change: state, widgets, child nodes.
package class Node {
    private(set) weak var parent: Node?
    unowned let host: Host
    var environment: EnvironmentValues
    let depth: Int
    private(set) var isMounted = true

    /// The number of nodes; tests compare it with a baseline.
    package private(set) static var count = 0

    init(_ place: NodePlace) {
        parent = place.parent
        host = place.host
        environment = place.environment
        depth = (place.parent?.depth ?? 0) + 1
        Node.count += 1
    }

    isolated deinit { Node.count -= 1 }

    var children: [Node] { [] }

    /// Updates to the next value of the view and its environment.
    func update(_ view: any View, _ environment: EnvironmentValues) {}

    /// Runs again because data that it had read has changed.
    func rebuild() {}

    func items() -> [LayoutItem] { children.flatMap { $0.items() } }

    /// The text that a screen reader speaks for all descendants, in reading order.
    var spokenText: String { children.map(\.spokenText).filter { !$0.isEmpty }.joined(separator: ", ") }

    /// Leaves the screen for good. The environment is released, because it refers to pages and windows that own this
    /// node, which would be a reference cycle.
    func unmount() {
        isMounted = false
        for child in children { child.unmount() }
        environment = EnvironmentValues()
    }

    final func makeChild<V: View>(_ view: V, _ environment: EnvironmentValues? = nil, on host: Host? = nil) -> Node {
        V._makeNode(
            view, NodePlace(parent: self, host: host ?? self.host, environment: environment ?? self.environment))
    }

    /// Reads values so that only this node runs again when one of them changes.
    final func observe<Value>(_ read: () -> Value) -> Value {
        let reference = NodeReference(self)
        return withObservationTracking(read) { Renderer.invalidateFromAnyThread(reference) }
    }

    /// The nodes of a type at or below this one.
    final func nodes<Kind: Node>(of kind: Kind.Type) -> [Kind] {
        if let found = self as? Kind { return [found] }
        return children.flatMap { $0.nodes(of: kind) }
    }
}

/// A reference to a node that any thread may use to report a change.
nonisolated final class NodeReference: @unchecked Sendable {
    // Read only on the main actor; other threads only carry the reference there.
    private weak let node: Node?
    init(_ node: Node) { self.node = node }
    @MainActor var current: Node? { node }
}

/// The node of a view that Canvas draws itself.
class ViewNode<V: View>: Node {
    final var view: V

    init(_ view: V, _ place: NodePlace) {
        self.view = view
        super.init(place)
        setUp()
    }

    final override func update(_ view: any View, _ environment: EnvironmentValues) {
        guard let view = view as? V else { preconditionFailure("A \(V.self) cannot become a \(type(of: view)).") }
        self.view = view
        self.environment = environment
        apply()
    }

    final override func rebuild() { apply() }

    /// Runs once, after all stored properties are initialized.
    func setUp() { apply() }
    /// Updates widgets and children to the view and its environment.
    func apply() {}

    /// Creates a child the first time and updates it afterwards.
    final func show<C: View>(_ child: C, in slot: inout Node?, _ environment: EnvironmentValues? = nil) {
        if let node = slot {
            node.update(child, environment ?? self.environment)
        } else {
            slot = makeChild(child, environment)
        }
    }
}

/// The node of a composed view: keeps its state and runs its body under observation.
final class CompositeNode<V: View>: Node {
    private var view: V
    private var slots: [Int: AnyObject] = [:]
    private var child: Node?

    init(_ view: V, _ place: NodePlace) {
        self.view = view
        super.init(place)
        evaluate()
    }

    override var children: [Node] { child.map { [$0] } ?? [] }

    override func update(_ view: any View, _ environment: EnvironmentValues) {
        guard let view = view as? V else { preconditionFailure("A \(V.self) cannot become a \(type(of: view)).") }
        self.view = view
        self.environment = environment
        evaluate()
    }

    override func rebuild() { evaluate() }

    private func evaluate() {
        DynamicFields.bind(&view, &slots, self)
        let body = observe { view.body }
        if let child { child.update(body, environment) } else { child = makeChild(body) }
    }
}
