// SPDX-License-Identifier: MIT

/// Requests that are so frequent and have such short answers that evhttp would cost more than the answer.
///
/// They pass the same gate and reach the same handler as all others. Requests that are pipelined, arrive in pieces,
/// come over TLS, or are unusual in any way go through evhttp. The answers are the same.
package struct DirectRequests: Sendable {
    struct Kind: Sendable {
        let method: Method
        let path: String
        /// The whole first line of such a request.
        let line: [UInt8]
    }

    let kinds: [Kind]

    /// - Parameter kinds: methods and paths; requests with a query do not match. Their answers must not be streams.
    package init(_ kinds: [(method: Method, path: String)]) {
        self.kinds = kinds.map { method, path in
            precondition(
                path.utf8.first == UInt8(ascii: "/") && path.utf8.allSatisfy(HeadRules.isTargetCharacter),
                "'\(path)' is not a path.")
            return Kind(method: method, path: path, line: Array("\(method.rawValue) \(path) HTTP/1.1\r\n".utf8))
        }
    }
}
