// SPDX-License-Identifier: MIT

/// The answer to a request. The server adds the length and the date when it sends it.
package struct Response: Sendable {
    package var status: Int
    package var headers: Headers
    package var body: [UInt8]
    /// A stream that follows the body. The answer then has no length, and its connection closes with it.
    package var stream: ResponseStream?

    package init(status: Int, headers: Headers = [:], body: [UInt8] = [], stream: ResponseStream? = nil) {
        self.status = status
        self.headers = headers
        self.body = body
        self.stream = stream
    }

    /// Whether it can be sent as it is.
    var isSendable: Bool { headers.areSendable && (200...599).contains(status) }

    /// Sent in place of an answer that cannot be sent.
    static var malformed: Response { .refusal(500, "INTERNAL", "The answer was malformed.") }

    /// An error in the form that all routes use: `{"code", "message", "details"}`.
    ///
    /// `code` and `message` must be plain ASCII without quotes, because they are not escaped.
    static func refusal(_ status: Int, _ code: StaticString, _ message: String) -> Response {
        Response(
            status: status, headers: ["Content-Type": "application/json"],
            body: Array(#"{"code":"\#(code)","message":"\#(message)","details":{}}"#.utf8))
    }
}

/// Answers a request, from any thread. Only the first call counts. If it is dropped without a call, the server answers
/// 500.
package typealias Responder = @Sendable (Response) -> Void

/// Handles a request. It is called on a loop's thread and must not block: pass slow work to another thread.
package typealias RequestHandler = @Sendable (Request, @escaping Responder) -> Void
