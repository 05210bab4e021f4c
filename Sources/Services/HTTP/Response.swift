// SPDX-License-Identifier: MIT

/// The answer to a request. The length and the date are added when it is sent.
package struct Response: Sendable {
    package var status: Int
    package var headers: Headers
    package var body: [UInt8]
    /// What follows the body, piece by piece; the answer then has no length, and its connection closes with it.
    package var stream: ResponseStream?

    package init(status: Int, headers: Headers = [:], body: [UInt8] = [], stream: ResponseStream? = nil) {
        self.status = status
        self.headers = headers
        self.body = body
        self.stream = stream
    }

    /// Whether it can be written as it is.
    var isSendable: Bool { headers.areSendable && (200...599).contains(status) }

    /// In place of an answer that cannot be written.
    static var malformed: Response { .refusal(500, "INTERNAL", "The answer was malformed.") }

    /// An error in the one shape every caller knows: `{"code", "message", "details"}`.
    ///
    /// `code` and `message` must be plain ASCII without quotes: they are written as they are.
    static func refusal(_ status: Int, _ code: StaticString, _ message: String) -> Response {
        Response(
            status: status, headers: ["Content-Type": "application/json"],
            body: Array(#"{"code":"\#(code)","message":"\#(message)","details":{}}"#.utf8))
    }
}

/// Answers a request: callable from any thread; only the first call counts, and dropping it uncalled answers 500.
package typealias Responder = @Sendable (Response) -> Void

/// Decides an answer. It is called on a loop's thread and must not block it: hand slow work to another thread.
package typealias RequestHandler = @Sendable (Request, @escaping Responder) -> Void
