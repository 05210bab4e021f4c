// SPDX-License-Identifier: MIT

/// One stored value. There are no floating-point values, because no store here uses them.
package enum Value: Hashable, Sendable {
    case integer(Int64)
    case text(String)
    case blob([UInt8])
    case null

    /// The value of an unsigned integer.
    ///
    /// - Throws: ``SQLError`` with code `.mismatch` above `Int64.max`, which SQLite cannot hold.
    package static func unsigned(_ number: UInt64) throws -> Value {
        guard let integer = Int64(exactly: number) else {
            throw SQLError(.mismatch, "The number \(number) is larger than a database integer.")
        }
        return .integer(integer)
    }

    package static func bool(_ flag: Bool) -> Value { .integer(flag ? 1 : 0) }

    /// A pattern for `LIKE ? ESCAPE '\'` that finds the text anywhere, without wildcards in the text itself.
    package static func containing(_ text: String) -> Value {
        let escaped = text.unicodeScalars.reduce(into: "") { escaped, scalar in
            if "%_\\".unicodeScalars.contains(scalar) { escaped += "\\" }
            escaped.unicodeScalars.append(scalar)
        }
        return .text("%\(escaped)%")
    }

    /// The wrapped value, or `.null`.
    package static func optional(_ integer: Int64?) -> Value { integer.map(Value.integer) ?? .null }
    package static func optional(_ text: String?) -> Value { text.map(Value.text) ?? .null }
    package static func optional(_ bytes: [UInt8]?) -> Value { bytes.map(Value.blob) ?? .null }
}

extension Value: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(stringLiteral value: String) { self = .text(value) }
}
