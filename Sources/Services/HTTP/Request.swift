// SPDX-License-Identifier: MIT

/// A request as a handler receives it: complete, within the limits, and with a decoded query.
package struct Request: Sendable {
    package var method: Method
    /// The path as sent, still percent-encoded, so that an encoded slash stays inside its segment.
    package var path: String
    /// The decoded pairs of the query, in order.
    package var query: [(name: String, value: String)]
    package var headers: Headers
    package var body: [UInt8]
    /// The address the connection comes from, without the port; empty in process.
    package var remoteAddress: String
    /// The tick of the event loop that calls the handler; nil in process.
    package internal(set) var turn: LoopTurn?

    package init(
        method: Method, path: String, query: [(name: String, value: String)] = [], headers: Headers = [:],
        body: [UInt8] = [], remoteAddress: String = ""
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        self.remoteAddress = remoteAddress
    }

    /// Splits a request target such as `/v1/transactions?limit=20`.
    ///
    /// - Throws: ``HTTPError`` with code `.malformed` if the query is not percent-encoded UTF-8.
    package init(
        method: Method, target: String, headers: Headers = [:], body: [UInt8] = [], remoteAddress: String = ""
    ) throws {
        guard target.utf8.contains(UInt8(ascii: "?")) else {
            self.init(method: method, path: target, headers: headers, body: body, remoteAddress: remoteAddress)
            return
        }
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        try self.init(
            method: method, path: String(parts[0]), query: parts.count > 1 ? QueryCoding.decode(parts[1]) : [],
            headers: headers, body: body, remoteAddress: remoteAddress)
    }

    /// The path and the encoded query: what ``init(method:target:headers:body:remoteAddress:)`` splits.
    package var target: String {
        query.isEmpty ? path : path + "?" + QueryCoding.encode(query)
    }

    /// The first value of a query name.
    package func queryValue(_ name: String) -> String? { query.first { $0.name == name }?.value }
}
