// SPDX-License-Identifier: MIT

/// A word of the program's own code: a case of an enumeration without values, or a constant of the source.
package struct LogWord: Sendable, Equatable {
    package let text: String

    /// The name of a case. Only an enumeration whose cases have no values lists all of them by itself.
    package init(_ value: some CaseIterable & Sendable) { text = "\(value)" }

    /// A raw value, where the outside knows the case by it.
    package init<Value: CaseIterable & RawRepresentable & Sendable>(raw value: Value) where Value.RawValue == String {
        text = value.rawValue
    }

    package init(_ constant: StaticString) { text = "\(constant)" }

    /// The name of a type.
    package init(ofType type: Any.Type) { text = "\(type)" }
}

/// A text that no user of the hub or the wallet has written.
///
/// Each place that makes one is listed in `HabitTests`, and states why no name, amount or secret can be in it.
package struct LogText: Sendable, Equatable {
    package let text: String

    /// - Parameter text: made of constants, row numbers, paths and addresses of an operator's settings, and reasons of
    ///   the operating system.
    package init(withoutUserData text: String) { self.text = text }
}
