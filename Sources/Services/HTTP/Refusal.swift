// SPDX-License-Identifier: MIT

/// Why a request never reaches the handler; the connection is closed after the answer.
struct Refusal: Error, Equatable {
    let status: Int
    let message: String

    static func malformed(_ message: String) -> Refusal { Refusal(status: 400, message: message) }

    var response: Response {
        switch status {
        case 408: .refusal(status, "timed_out", message)
        case 411: .refusal(status, "length_required", message)
        case 413, 431: .refusal(status, "too_large", message)
        case 503: .refusal(status, "busy", message)
        case 415, 501, 505: .refusal(status, "unsupported", message)
        default: .refusal(status, "malformed_request", message)
        }
    }
}
