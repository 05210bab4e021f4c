// SPDX-License-Identifier: MIT

/// The focused field among the fields of one view.
final class FocusCell<Value: Hashable> {
    var value: Value {
        didSet {
            guard value != oldValue else { return }
            if let node { Renderer.shared.invalidate(node) }
            for field in fields.values { field.focusChanged() }
        }
    }
    weak var node: Node?
    private var fields: [ObjectIdentifier: any FocusFollowing] = [:]

    init(_ value: Value) { self.value = value }

    func add(_ field: any FocusFollowing) { fields[ObjectIdentifier(field)] = field }
    func remove(_ field: any FocusFollowing) { fields[ObjectIdentifier(field)] = nil }
}

/// A node that moves the keyboard focus to match the value.
protocol FocusFollowing: AnyObject {
    func focusChanged()
}

/// A value that follows the keyboard focus and moves it.
@propertyWrapper package struct FocusState<Value: Hashable>: NodeBound {
    private let initial: Value
    private var cell: FocusCell<Value>?

    package init() where Value == Bool { initial = false }
    package init<Field: Hashable>() where Value == Field? { initial = nil }

    package var wrappedValue: Value {
        get { cell?.value ?? initial }
        nonmutating set { cell?.value = newValue }
    }
    package var projectedValue: Binding { Binding(cell: cell ?? FocusCell(initial)) }

    /// The argument of `.focused`.
    package struct Binding {
        let cell: FocusCell<Value>
        package var wrappedValue: Value {
            get { cell.value }
            nonmutating set { cell.value = newValue }
        }
    }

    mutating func bind(_ slot: inout AnyObject?, _ node: Node) {
        let kept = slot as? FocusCell<Value> ?? FocusCell(initial)
        kept.node = node
        slot = kept
        cell = kept
    }
}
