// SPDX-License-Identifier: MIT

/// Requests that are asked for so often and answered so fast that the way through evhttp would cost more than the answer.
///
/// They pass the same gate as all others. What is pipelined, protected by TLS, or out of the ordinary in any way goes the
/// usual way, where the handler answers the same.
package struct ImmediateAnswers: Sendable {
    /// Paths of GET requests without a query.
    let paths: [[UInt8]]
    /// Answers on the loop's thread before it returns; nil leaves the request, of which nothing was done, to the handler.
    let answer: @Sendable (Request) -> Response?

    package init(paths: [String], answer: @escaping @Sendable (Request) -> Response?) {
        self.paths = paths.map { Array($0.utf8) }
        self.answer = answer
    }
}
