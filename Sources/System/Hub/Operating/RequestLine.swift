// SPDX-License-Identifier: MIT

/// What is written down of one request: enough to see what is slow or refused, nothing of whom or what it was about.
///
/// No address, no name, no token, no query, no body, and of the path its pattern alone, because ids stand in paths.
package struct RequestLine: Sendable, Equatable {
    /// The name under which the caller can report it: the `Request-Id` of the answer.
    package var id: String
    package var method: String
    /// The declared path, such as `/v1/transactions/{id}`; "none" for what no route has.
    package var route: String
    package var status: Int
    /// The code of a refusal.
    package var code: String?
    package var microseconds: Int
    package var bytesIn: Int
    package var bytesOut: Int

    /// One line of logfmt; every value is a word, so nothing needs quotes and nothing can break out of them.
    package var text: String {
        "request id=\(id) method=\(method) route=\(route) status=\(status)\(code.map { " code=\($0)" } ?? "") us=\(microseconds) in=\(bytesIn) out=\(bytesOut)"
    }
}
