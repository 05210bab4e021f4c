// SPDX-License-Identifier: MIT
package import Bytes
internal import HTTP

/// JSON-RPC over HTTP. <https://www.jsonrpc.org/specification>
package final class RPCPipe {
    /// Calls per request; servers count each call against their rate limits.
    private static let maximumBatch = 100

    package var name: String { site.name }

    private let site: ServerSite
    private var lastID: UInt64 = 0

    package init(_ site: ServerSite) { self.site = site }

    /// Calls one method.
    ///
    /// - Throws: ``RPCRefusal`` with the server's own error; ``CoinsError`` with `.unreachable`, `.tooLarge`,
    ///   `.refused` or `.lyingServer`.
    package func call(_ method: String, _ params: JSONValue) throws -> JSONValue {
        let id = nextID()
        let answer = try exchange(Self.request(id, method, params))
        return try result(of: answer, id: id).get()
    }

    /// Calls methods together, in as few requests as the limits allow. The answers have the order of the calls.
    ///
    /// - Throws: ``CoinsError``.
    func batch(_ calls: [(method: String, params: JSONValue)]) throws -> [Result<JSONValue, RPCRefusal>] {
        var results: [Result<JSONValue, RPCRefusal>] = []
        results.reserveCapacity(calls.count)
        for start in stride(from: 0, to: calls.count, by: Self.maximumBatch) {
            let part = calls[start..<min(start + Self.maximumBatch, calls.count)].map { (nextID(), $0) }
            let answer = try exchange(.array(part.map { Self.request($0.0, $0.1.method, $0.1.params) }))
            guard let items = answer.array, items.count == part.count else {
                throw site.malformed("an answer for each question")
            }
            let byID = Dictionary(items.map { ($0["id"]?.uint64, $0) }) { first, _ in first }
            for (id, _) in part { results.append(try result(of: byID[id] ?? .null, id: id)) }
        }
        return results
    }

    private func nextID() -> UInt64 {
        lastID += 1
        return lastID
    }

    private static func request(_ id: UInt64, _ method: String, _ params: JSONValue) -> JSONValue {
        ["jsonrpc": "2.0", "id": .number(id), "method": .string(method), "params": params]
    }

    private func exchange(_ request: JSONValue) throws -> JSONValue {
        let response = try site.send(.post, type: "application/json", body: Array(request.text.utf8))
        let answer: JSONValue
        do {
            answer = try JSONValue(parsing: response.body, maximumCount: ServerSite.maximumBytes)
        } catch {
            // Error pages come from proxies in front of the server.
            guard response.status == 200 else { throw site.failed(response) }
            throw site.malformed("JSON", cause: error)
        }
        return answer
    }

    private func result(of answer: JSONValue, id: UInt64) throws -> Result<JSONValue, RPCRefusal> {
        let error = answer["error"] ?? .null
        // A server that could not parse the request does not know its id.
        guard answer["id"]?.uint64 == id || (!error.isNull && answer["id"]?.isNull ?? true) else {
            throw site.malformed("what was asked")
        }
        guard error.isNull else { return .failure(RPCRefusal(error)) }
        guard let result = answer["result"] else { throw site.malformed("a result") }
        return .success(result)
    }
}
