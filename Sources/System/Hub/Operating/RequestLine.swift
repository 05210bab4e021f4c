// SPDX-License-Identifier: MIT
package import HTTP
package import HubAPI
package import Logging

/// The log entry of one request: enough to see what is slow or refused, and nothing about the caller or the content.
///
/// It has no address, name, token, query or body, and only the pattern of the path, because paths contain ids.
package struct RequestLine: Sendable, Equatable {
    /// The `Request-Id` of the answer, by which a caller can report the request.
    package var id: String
    package var method: HTTP.Method
    /// The pattern of the path, such as `/v1/transactions/{id}`; "none" if no route matched.
    package var route: String
    package var status: Int
    /// The code of a refusal.
    package var code: HubProblem.Code?
    package var microseconds: Int
    package var bytesIn: Int
    package var bytesOut: Int

    /// The entry for the log.
    package var record: LogRecord {
        var fields: [LogField] = [
            .request(LogText(withoutUserData: id)), .method(LogWord(raw: method)),
            .route(LogText(withoutUserData: route)), .status(status),
        ]
        if let code { fields.append(.code(LogWord(raw: code))) }
        fields += [.microseconds(microseconds), .bytesIn(bytesIn), .bytesOut(bytesOut)]
        return LogRecord(.debug, "request", fields)
    }
}
