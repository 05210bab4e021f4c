// SPDX-License-Identifier: MIT
internal import Bytes
internal import HTTP

/// One connection to an Electrum server: batches of requests, answered in any order.
///
/// Protocol: <https://electrum-protocol.readthedocs.io/en/latest/protocol-basics.html>
final class ElectrumConnection {
    struct Question {
        let method: String
        let params: JSONValue
    }

    /// Protocol versions, the newest last; 1.7 identifies scripts by their bytes instead of their hashes.
    static let versions = ["1.4", "1.7"]

    /// Servers limit batches: Fulcrum takes 345 requests, ElectrumX 5 million bytes.
    private static let maximumBatch = 250
    private static let maximumBatchBytes = 500_000
    /// Batches in flight; more might fill the buffers of both sides.
    private static let window = 2
    /// The most notifications, such as new blocks, before the server counts as flooding.
    private static let maximumNews = 1_000
    /// ElectrumX delays answers shorter than 1,024 bytes by a second, as a defence against eavesdroppers. A request
    /// with a longer answer makes a small batch return at once.
    private static let smallBatch = 8
    private static let ballast = Question(method: "blockchain.block.headers", params: [0, 8])

    let name: String
    /// The negotiated protocol version.
    private(set) var version: (major: Int, minor: Int)

    private let stream: StreamConnection
    private let timeout: Duration
    private var lastID: UInt64 = 0

    /// Negotiates a version.
    ///
    /// - Throws: ``CoinsError``.
    init(_ stream: StreamConnection, timeoutSeconds: Int) throws {
        self.stream = stream
        name = stream.name
        timeout = .seconds(timeoutSeconds)
        version = (0, 0)
        let hello: JSONValue = ["satchel", .array(Self.versions.map(JSONValue.string))]
        let answer = try ask([Question(method: "server.version", params: hello)])
        guard case .success(let value)? = answer.first, let text = value[1]?.string,
            let version = Self.version(text), version.major == 1, (4...7).contains(version.minor)
        else {
            throw CoinsError(
                .unreachable,
                "\(name) speaks none of the versions 1.4 to 1.7 of Electrum's protocol: use another server.")
        }
        self.version = version
    }

    /// Sends all requests and returns the answers in the order of the requests.
    ///
    /// - Throws: ``CoinsError`` or `HTTPError`; the connection cannot be used afterwards.
    func ask(_ questions: [Question]) throws -> [Result<JSONValue, RPCRefusal>] {
        try ServerCancellation.run(asking: name, with: self) { connection in
            Result { try connection.answers(to: questions) }
        }.get()
    }

    private func answers(to questions: [Question]) throws -> [Result<JSONValue, RPCRefusal>] {
        var open = OpenQuestions(count: questions.count)
        var next = 0
        var deadline = ContinuousClock.now + timeout
        while next < questions.count || !open.batches.isEmpty {
            let batches = open.batches.count
            if next < questions.count, batches < Self.window {
                let bytes = encoded(questions, from: &next, into: &open)
                try stream.send(bytes, until: deadline)
            } else {
                let line = try stream.readLine(maximumBytes: ServerSite.maximumBytes, until: deadline)
                try read(line, into: &open)
            }
            // Every batch has its own deadline. Notifications do not extend it.
            if open.batches.count != batches { deadline = .now + timeout }
        }
        return open.results.map { result in
            guard let result else { preconditionFailure("Every question of a batch has its answer.") }
            return result
        }
    }

    /// The unanswered requests. Servers process batches in parallel and answer them in any order.
    private struct OpenQuestions {
        var results: [Result<JSONValue, RPCRefusal>?]
        /// For each request id, the index of its result, nil for padding, and its batch.
        var places: [UInt64: (position: Int?, batch: Int)] = [:]
        /// The number of missing answers of each batch.
        var batches: [Int: Int] = [:]
        var news = 0

        init(count: Int) { results = [Result<JSONValue, RPCRefusal>?](repeating: nil, count: count) }

        /// Removes an id; nil when it was never sent, or is already answered.
        mutating func close(_ id: UInt64?) -> (position: Int?, batch: Int)? {
            guard let id, let place = places.removeValue(forKey: id) else { return nil }
            let left = (batches[place.batch] ?? 1) - 1
            batches[place.batch] = left == 0 ? nil : left
            return place
        }
    }

    private func encoded(_ questions: [Question], from next: inout Int, into open: inout OpenQuestions) -> [UInt8] {
        let start = next
        var text: [UInt8] = Array("[".utf8)
        func append(_ question: Question, at position: Int?) {
            lastID += 1
            open.places[lastID] = (position, start)
            open.batches[start, default: 0] += 1
            let request: JSONValue = [
                "jsonrpc": "2.0", "id": .number(lastID), "method": .string(question.method), "params": question.params,
            ]
            if text.count > 1 { text.append(UInt8(ascii: ",")) }
            text += request.text.utf8
        }
        repeat {
            append(questions[next], at: next)
            next += 1
        } while next < questions.count && next - start < Self.maximumBatch && text.count < Self.maximumBatchBytes
        // The first request of a connection must be sent alone.
        if next - start <= Self.smallBatch, version.major > 0 { append(Self.ballast, at: nil) }
        text += "]\n".utf8
        return text
    }

    private func read(_ line: [UInt8], into open: inout OpenQuestions) throws {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: line, maximumCount: ServerSite.maximumBytes)
        } catch {
            throw CoinsError(.lyingServer, "\(name) did not answer in JSON: use another server.", cause: error)
        }
        for item in value.array ?? [value] {
            if item["method"] != nil, item["id"]?.isNull ?? true {
                open.news += 1
                guard open.news <= Self.maximumNews else {
                    throw CoinsError(.tooLarge, "\(name) tells more than it was asked: use another server.")
                }
                continue
            }
            let error = item["error"] ?? .null
            if !error.isNull, item["id"]?.isNull ?? true {
                throw CoinsError(.unreachable, "\(name) refuses the question: \(RPCRefusal(error))")
            }
            guard let place = open.close(item["id"]?.uint64), let answer = error.isNull ? item["result"] : error else {
                throw CoinsError(.lyingServer, "\(name) answers what was not asked: use another server.")
            }
            guard let position = place.position else { continue }
            open.results[position] = error.isNull ? .success(answer) : .failure(RPCRefusal(error))
        }
    }

    private static func version(_ text: String) -> (major: Int, minor: Int)? {
        let parts = text.split(separator: ".")
        guard parts.count >= 2, let major = Int(parts[0]), let minor = Int(parts[1]) else { return nil }
        return (major, minor)
    }
}
