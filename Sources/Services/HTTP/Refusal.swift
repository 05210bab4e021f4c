// SPDX-License-Identifier: MIT

/// Why a request never reaches the handler; the connection is closed after the answer.
struct Refusal: Error, Equatable {
    let status: Int
    let message: String

    static func malformed(_ message: String) -> Refusal { Refusal(status: 400, message: message) }

    /// With the codes of the hub's API, for callers read one kind of refusal alone.
    var response: Response {
        switch status {
        case 413, 431: .refusal(status, "TOO_LARGE", message)
        case 501: .refusal(status, "METHOD_NOT_ALLOWED", message)
        // Slow lines are no fault of what was asked: it may be asked again.
        case 408, 503: .refusal(status, "BUSY", message)
        default: .refusal(status, "BAD_REQUEST", message)
        }
    }
}
