// SPDX-License-Identifier: MIT

/// The value of a `@State`, stored by the node.
final class StateCell<Value> {
    var value: Value { didSet { if let node { Renderer.shared.invalidate(node) } } }
    weak var node: Node?
    init(_ value: Value) { self.value = value }
}

/// A value that belongs to a view on the screen and lasts as long as it.
@propertyWrapper package struct State<Value>: NodeBound {
    private let initial: Value
    private var cell: StateCell<Value>?

    package init(wrappedValue: Value) { initial = wrappedValue }
    package init(initialValue: Value) { initial = initialValue }

    package var wrappedValue: Value {
        get { cell?.value ?? initial }
        nonmutating set { cell?.value = newValue }
    }

    package var projectedValue: Binding<Value> {
        let cell = cell
        let initial = initial
        return Binding(get: { cell?.value ?? initial }, set: { cell?.value = $0 })
    }

    mutating func bind(_ slot: inout AnyObject?, _ node: Node) {
        let kept = slot as? StateCell<Value> ?? StateCell(initial)
        kept.node = node
        slot = kept
        cell = kept
    }
}

extension State where Value: ExpressibleByNilLiteral {
    package init() { self.init(wrappedValue: nil) }
}
