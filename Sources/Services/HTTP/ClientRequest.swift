// SPDX-License-Identifier: MIT

/// A request to any server, with a whole URL.
package struct ClientRequest: Sendable {
    package var method: Method
    package var url: String
    package var headers: Headers
    package var body: [UInt8]

    package init(method: Method = .get, url: String, headers: Headers = [:], body: [UInt8] = []) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }

    /// A request for a server's handler, sent to the server at `baseURL`, such as `https://hub.example`.
    package init(_ request: Request, to baseURL: String) {
        let base = baseURL.hasSuffix("/") ? baseURL.dropLast() : Substring(baseURL)
        self.init(method: request.method, url: base + request.target, headers: request.headers, body: request.body)
    }
}
