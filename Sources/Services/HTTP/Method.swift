// SPDX-License-Identifier: MIT

/// The supported request methods. Any other one is refused before a handler sees it.
package enum Method: String, CaseIterable, Hashable, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case delete = "DELETE"

    /// Whether a request with this method has a body, and therefore must state its length.
    package var hasBody: Bool { self == .post || self == .put }
}
