// SPDX-License-Identifier: MIT

/// The log entry of one request: enough to see what is slow or refused, and nothing about the caller or the content.
///
/// It has no address, name, token, query or body, and only the pattern of the path, because paths contain ids.
package struct RequestLine: Sendable, Equatable {
    /// The `Request-Id` of the answer, by which a caller can report the request.
    package var id: String
    package var method: String
    /// The pattern of the path, such as `/v1/transactions/{id}`; "none" if no route matched.
    package var route: String
    package var status: Int
    /// The code of a refusal.
    package var code: String?
    package var microseconds: Int
    package var bytesIn: Int
    package var bytesOut: Int

    /// The entry as one line of logfmt. Every value is a single word, so nothing needs quotes.
    package var text: String {
        "request id=\(id) method=\(method) route=\(route) status=\(status)\(code.map { " code=\($0)" } ?? "") us=\(microseconds) in=\(bytesIn) out=\(bytesOut)"
    }
}
