// SPDX-License-Identifier: MIT

/// Why bytes are no XML document that is accepted.
package struct XMLError: Error, CustomStringConvertible, Sendable {
    package enum Code: Equatable, Sendable {
        /// Not well-formed XML in UTF-8 with namespaces, or with a document type.
        case malformed
        /// More bytes, elements, levels, attributes or text than the caller's limits allow.
        case tooLarge
    }

    package let code: Code
    package let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { "XMLError.\(code): \(message)" }
}
