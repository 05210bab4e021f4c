// SPDX-License-Identifier: MIT

/// One stored value; floating point is deliberately absent, because no store here has a use for it.
package enum Value: Hashable, Sendable {
    case integer(Int64)
    case text(String)
    case blob([UInt8])
    case null

    /// The value of a number that must not be negative.
    ///
    /// - Throws: ``SQLError`` with code `.mismatch` above `Int64.max`, which SQLite cannot hold.
    package static func unsigned(_ number: UInt64) throws -> Value {
        guard let integer = Int64(exactly: number) else {
            throw SQLError(.mismatch, "The number \(number) is larger than a database integer.")
        }
        return .integer(integer)
    }

    package static func bool(_ flag: Bool) -> Value { .integer(flag ? 1 : 0) }

    /// The wrapped value, or `.null`.
    package static func optional(_ integer: Int64?) -> Value { integer.map(Value.integer) ?? .null }
    package static func optional(_ text: String?) -> Value { text.map(Value.text) ?? .null }
    package static func optional(_ bytes: [UInt8]?) -> Value { bytes.map(Value.blob) ?? .null }
}

extension Value: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(stringLiteral value: String) { self = .text(value) }
}
