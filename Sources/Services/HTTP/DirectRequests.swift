// SPDX-License-Identifier: MIT

/// Requests that come so often, and are answered so briefly, that the way through evhttp would cost more than the answer.
///
/// They pass the same gate as all others and reach the same handler. What is pipelined, comes in pieces, is protected by
/// TLS, or is out of the ordinary in any way goes the usual way; nobody can tell by the answer.
package struct DirectRequests: Sendable {
    struct Kind: Sendable {
        let method: Method
        let path: String
        /// The whole first line of such a request.
        let line: [UInt8]
    }

    let kinds: [Kind]

    /// - Parameter kinds: paths are taken without a query. Their answers must be no streams.
    package init(_ kinds: [(method: Method, path: String)]) {
        self.kinds = kinds.map { method, path in
            precondition(
                path.utf8.first == UInt8(ascii: "/") && path.utf8.allSatisfy(HeadRules.isTargetCharacter),
                "'\(path)' is no path.")
            return Kind(method: method, path: path, line: Array("\(method.rawValue) \(path) HTTP/1.1\r\n".utf8))
        }
    }
}
