// SPDX-License-Identifier: MIT
package import Bytes

/// What a command answers to `--json`, its members in the order they were written.
///
///     console.print(["balance": .string("12.50"), "currency": "USD", "pending": 3])
///
/// There are no fractions: amounts are strings. A member that is null is left out: scripts look for what is there.
extension JSONValue {
    /// A list as an answer, and the mark that continues it.
    package static func items(_ items: [JSONValue], next: String? = nil) -> JSONValue {
        ["items": .array(items), "next": .string(next)]
    }

    /// The string, or JSON's null for nil.
    package static func string(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

    /// The value as it is printed: without members that are null, at every depth.
    package var withoutNulls: JSONValue {
        switch self {
        case .null, .bool, .number, .string: self
        case .array(let elements): .array(elements.map(\.withoutNulls))
        case .object(let members):
            .object(members.filter { !$0.value.isNull }.map { Member($0.key, $0.value.withoutNulls) })
        }
    }
}
