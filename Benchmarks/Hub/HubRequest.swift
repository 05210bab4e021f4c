// SPDX-License-Identifier: MIT
import HTTP
import HubAPI

/// Whole HTTP requests as wallets send them, made before anything is measured.
enum HubRequest {
    /// A call with a message, signed where its route asks for it.
    static func bytes<Input: Codable & Sendable, Output>(
        _ route: Route<Input, Output>, _ message: Input, as proof: CallerProof? = nil
    ) throws -> [UInt8] {
        let body = try Wire.encode(message)
        var request = Request(method: route.method, path: route.path, body: body)
        proof?.prove(&request, for: route.access)
        request.headers["Content-Type"] = "application/json"
        request.headers["Content-Length"] = "\(body.count)"
        return bytes(of: request)
    }

    /// A call that only asks.
    static func asking<Output>(_ route: Route<Nothing, Output>, as proof: CallerProof) -> [UInt8] {
        var request = Request(method: route.method, path: route.path)
        proof.prove(&request, for: route.access)
        return bytes(of: request)
    }

    private static func bytes(of request: Request) -> [UInt8] {
        let lines =
            ["\(request.method.rawValue) \(request.path) HTTP/1.1", "Host: 127.0.0.1"]
            + request.headers.fields.map { "\($0.name): \($0.value)" } + ["", ""]
        return Array(lines.joined(separator: "\r\n").utf8) + request.body
    }
}
