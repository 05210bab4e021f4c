// SPDX-License-Identifier: MIT
package import Bytes

/// An error in a server's answer, in the server's own text.
package struct RPCRefusal: Error, Equatable, CustomStringConvertible {
    package let code: Int64
    /// The server's text, made safe for display.
    package let message: String
    package let data: JSONValue?

    package init(code: Int64, message: String, data: JSONValue? = nil) {
        self.code = code
        self.message = ServerText.shown(message)
        self.data = data
    }

    /// Parses the error of an answer; some servers send only text.
    init(_ error: JSONValue) {
        self.init(
            code: error["code"]?.int64 ?? 0, message: error["message"]?.string ?? error.string ?? error.text,
            data: error["data"])
    }

    package var description: String { message }

    /// Whether the server judged the request, instead of failing to look at it.
    ///
    /// A payment that was not judged may still be on its way, so it must not count as refused.
    var isVerdict: Bool {
        let words = message.lowercased()
        let troubles = [
            "rate limit", "too many requests", "internal error", "server busy", "excessive resource", "timeout",
        ]
        return !Self.troubleCodes.contains(code) && !troubles.contains(where: words.contains)
    }

    /// JSON-RPC's own codes, rate limits (-32005, -429), a node that starts or lags behind (-28, -32005), and
    /// ElectrumX's code for a busy server.
    private static let troubleCodes: Set<Int64> = [
        -32_700, -32_600, -32_601, -32_603, -32_005, -429, 429, -28, -102, -103,
    ]

    /// The refusal as a ``CoinsError``: `.refused` for a verdict, else `.unreachable`.
    func error(from name: String) -> CoinsError {
        isVerdict
            ? ServerRefusal(server: name, meaning: nil, words: message).error()
            : CoinsError(.unreachable, "\(name) cannot answer now: \(message)", cause: self)
    }
}
