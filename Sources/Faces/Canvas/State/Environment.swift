// SPDX-License-Identifier: MIT
package import Observation

/// The key and the default value of environment data.
package protocol EnvironmentKey {
    associatedtype Value
    static var defaultValue: Value { get }
}

/// The data that views pass to all their descendants.
package struct EnvironmentValues {
    private var values: [ObjectIdentifier: Any] = [:]
    var context = ViewContext()

    package init() {}

    package subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
        get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
        set { values[ObjectIdentifier(key)] = newValue }
    }

    subscript(object type: ObjectIdentifier) -> AnyObject? {
        get { values[type] as AnyObject? }
        set { values[type] = newValue }
    }
}

/// Reads a value or an object from the environment.
@propertyWrapper package struct Environment<Value>: NodeBound {
    private let read: (EnvironmentValues) -> Value
    private var value: Value?

    package init(_ path: KeyPath<EnvironmentValues, Value>) { read = { $0[keyPath: path] } }

    package init(_ type: Value.Type) where Value: AnyObject, Value: Observable {
        read = { environment in
            guard let object = environment[object: ObjectIdentifier(type)] as? Value else {
                preconditionFailure("No \(type) is in the environment; a view above must hand it down.")
            }
            return object
        }
    }

    package var wrappedValue: Value {
        guard let value else { preconditionFailure("The environment is read in a body only.") }
        return value
    }

    mutating func bind(_ slot: inout AnyObject?, _ node: Node) { value = read(node.environment) }
}
