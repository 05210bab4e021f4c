// SPDX-License-Identifier: MIT

/// Why a request does not reach the handler. The connection is closed after the answer.
struct Refusal: Error, Equatable {
    let status: Int
    let message: String

    static func malformed(_ message: String) -> Refusal { Refusal(status: 400, message: message) }

    /// Uses the codes of the hub's API, so that clients parse only one form of refusal.
    var response: Response {
        switch status {
        case 413, 431: .refusal(status, "TOO_LARGE", message)
        case 501: .refusal(status, "METHOD_NOT_ALLOWED", message)
        // A slow client sent no wrong request, so it may repeat it.
        case 408, 503: .refusal(status, "BUSY", message)
        default: .refusal(status, "BAD_REQUEST", message)
        }
    }
}
