// SPDX-License-Identifier: MIT

/// The request methods spoken here; every other one is refused before a handler sees it.
package enum Method: String, CaseIterable, Hashable, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case delete = "DELETE"

    /// Whether a request with this method has a body, hence must say how long it is.
    package var hasBody: Bool { self == .post || self == .put }
}
