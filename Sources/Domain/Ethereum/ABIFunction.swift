// SPDX-License-Identifier: MIT

/// A function of a contract: its name and input types.
package struct ABIFunction: Hashable, Sendable, CustomStringConvertible {
    package let name: String
    package let inputs: [ABI.Kind]
    package let selector: [UInt8]

    /// The longest name accepted.
    package static let maximumNameCount = 256

    /// - Throws: ``EthereumError`` with `.malformed` for a name that a contract cannot have.
    package init(name: String, inputs: [ABI.Kind]) throws {
        guard Self.isName(name) else {
            throw EthereumError(.malformed, "A function's name has letters, digits, _ and $, and begins with no digit.")
        }
        self.init(known: name, inputs)
    }

    /// Parses a signature: `transfer(address,uint256)`.
    ///
    /// - Throws: ``EthereumError`` with `.malformed`, `.unsupported` or `.tooLarge`.
    package init(parsing text: String) throws {
        let name = text.prefix { $0 != "(" }
        try self.init(name: String(name), inputs: ABI.Kind.list(parsing: String(text.dropFirst(name.count))))
    }

    /// For constants in this program.
    init(known name: String, _ inputs: [ABI.Kind]) {
        self.name = name
        self.inputs = inputs
        selector = ABI.selector("\(name)\(ABI.Kind.tuple(inputs))")
    }

    package var description: String { "\(name)\(ABI.Kind.tuple(inputs))" }

    /// The data of a call.
    ///
    /// - Throws: ``EthereumError`` with `.malformed` when a value is not of its type.
    package func call(_ values: [ABI.Value]) throws -> [UInt8] {
        try selector + ABI.encode(values, as: inputs)
    }

    /// The values of a call, when the data is a call of this function in the form that compilers write; nil otherwise.
    package func values(ofCall data: [UInt8]) -> [ABI.Value]? {
        guard data.starts(with: selector) else { return nil }
        // Safe: the review reports data that cannot be decoded.
        return try? ABI.decodeCanonical(Array(data.dropFirst(ABI.selectorCount)), as: inputs)
    }

    static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, text.utf8.count <= maximumNameCount else { return false }
        let isDigit = UInt8(ascii: "0")...UInt8(ascii: "9") ~= first
        return !isDigit
            && text.utf8.allSatisfy {
                switch $0 {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"):
                    true
                default: false
                }
            }
    }
}
