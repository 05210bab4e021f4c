// SPDX-License-Identifier: MIT

/// Everything that a log may tell besides the constant sentence of a record.
///
/// No case takes a `String`, an amount or a name, so that a log cannot have what a user wrote, owns or is called. See
/// Documentation/Decisions/0157-a-log-of-types.md.
package enum LogField: Sendable, Equatable {
    case count(Int)
    /// How many of the count failed.
    case failed(Int)
    case days(UInt64)
    case seconds(Int64)
    case milliseconds(Int)
    case microseconds(Int)
    case bytesIn(Int)
    case bytesOut(Int)
    /// The row of an account; a name needs the database.
    case account(Int64)
    /// The row of a standing order.
    case order(Int64)
    case fraudCase(Int64)
    case system(errno: Int32)
    case status(Int)
    case kind(LogWord)
    case method(LogWord)
    case code(LogWord)
    /// The id of an offline token's record.
    case record([UInt8])
    /// The id of a public key.
    case key([UInt8])
    /// The hash of a file's content.
    case content([UInt8])
    /// The id that the hub gave to a request.
    case request(LogText)
    /// The pattern of a path, such as `/v1/transactions/{id}`.
    case route(LogText)
    /// The hash of a certificate's public key, as curl has it.
    case pin(LogText)
    /// A path or an address of an operator's settings.
    case setting(LogText)
    case failure(LoggedError)

    package static func error(_ error: any Error) -> LogField { .failure(LoggedError(error)) }

    /// The names and values, as a line and the journal have them.
    package var pairs: [(name: String, value: String)] {
        switch self {
        case .count(let number): [("count", "\(number)")]
        case .failed(let number): [("failed", "\(number)")]
        case .days(let number): [("days", "\(number)")]
        case .seconds(let number): [("seconds", "\(number)")]
        case .milliseconds(let number): [("ms", "\(number)")]
        case .microseconds(let number): [("us", "\(number)")]
        case .bytesIn(let number): [("in", "\(number)")]
        case .bytesOut(let number): [("out", "\(number)")]
        case .account(let row): [("account", "\(row)")]
        case .order(let row): [("order", "\(row)")]
        case .fraudCase(let row): [("case", "\(row)")]
        case .system(let number): [("errno", "\(number)")]
        case .status(let number): [("status", "\(number)")]
        case .kind(let word): [("kind", word.text)]
        case .method(let word): [("method", word.text)]
        case .code(let word): [("code", word.text)]
        case .record(let bytes): [("record", Self.hexadecimal(bytes))]
        case .key(let bytes): [("key", Self.hexadecimal(bytes))]
        case .content(let bytes): [("content", Self.hexadecimal(bytes))]
        case .request(let text): [("id", text.text)]
        case .route(let text): [("route", text.text)]
        case .pin(let text): [("pin", text.text)]
        case .setting(let text): [("setting", text.text)]
        case .failure(let error): [("error", error.kind)] + (error.place.map { [("at", $0)] } ?? [])
        }
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef")
        return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}
