// SPDX-License-Identifier: MIT
import Bytes
import HTTP

/// JSON-RPC to a peer, for what a test arranges behind the back of the code under test.
struct PeerCalls {
    let url: String
    /// As in `Authorization`.
    let authorization: String?

    func call(_ method: String, _ params: [JSONValue]) throws -> JSONValue {
        let request = JSONValue.object([
            .init("jsonrpc", "2.0"), .init("id", 1), .init("method", .string(method)), .init("params", .array(params)),
        ])
        var headers: Headers = ["Content-Type": "application/json"]
        if let authorization { headers["Authorization"] = authorization }
        let sent = ClientRequest(method: .post, url: url, headers: headers, body: Array(request.text.utf8))
        let response = try Client(timeoutSeconds: 60, maximumBytes: 64 << 20).send(sent)
        let answer = try JSONValue(parsing: response.body, maximumCount: 64 << 20)
        if let error = answer["error"], !error.isNull {
            throw PeerError("\(method): \(error["message"]?.string ?? error.text)")
        }
        return answer["result"] ?? .null
    }
}
