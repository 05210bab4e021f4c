// SPDX-License-Identifier: MIT
package import Observation

/// A value owned by another object, to read and write.
@propertyWrapper @dynamicMemberLookup package struct Binding<Value> {
    private let get: () -> Value
    private let set: (Value) -> Void

    package init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
        self.get = get
        self.set = set
    }

    package static func constant(_ value: Value) -> Binding<Value> { Binding(get: { value }, set: { _ in }) }

    package var wrappedValue: Value {
        get { get() }
        nonmutating set { set(newValue) }
    }
    package var projectedValue: Binding<Value> { self }

    package subscript<Subject>(dynamicMember path: WritableKeyPath<Value, Subject>) -> Binding<Subject> {
        Binding<Subject>(
            get: { get()[keyPath: path] },
            set: {
                var value = get()
                value[keyPath: path] = $0
                set(value)
            })
    }
}

/// Bindings to the properties of an observable object.
@propertyWrapper @dynamicMemberLookup package struct Bindable<Value> {
    package var wrappedValue: Value

    package init(wrappedValue: Value) where Value: AnyObject, Value: Observable { self.wrappedValue = wrappedValue }
    package init(_ wrappedValue: Value) where Value: AnyObject, Value: Observable { self.wrappedValue = wrappedValue }

    package var projectedValue: Bindable<Value> { self }

    package subscript<Subject>(
        dynamicMember path: ReferenceWritableKeyPath<Value, Subject>
    ) -> Binding<Subject> where Value: AnyObject {
        let object = wrappedValue
        return Binding(get: { object[keyPath: path] }, set: { object[keyPath: path] = $0 })
    }
}
