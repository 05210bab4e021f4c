// SPDX-License-Identifier: MIT
internal import Bytes
internal import HTTP

/// One conversation with an Electrum server: batches of questions, answered in any order.
///
/// Protocol: <https://electrum-protocol.readthedocs.io/en/latest/protocol-basics.html>
final class ElectrumConnection {
    struct Question {
        let method: String
        let params: JSONValue
    }

    /// Versions of the protocol, the newest last; 1.7 names scripts by themselves instead of by their hashes.
    static let versions = ["1.4", "1.7"]

    /// Servers limit batches: Fulcrum takes 345 questions, ElectrumX 5 million bytes.
    private static let maximumBatch = 250
    private static let maximumBatchBytes = 500_000
    /// Batches on their way at once; more might fill the buffers of both sides.
    private static let window = 2
    /// Lines that answer nothing, such as news of blocks, before a server counts as flooding.
    private static let maximumNews = 1_000
    /// ElectrumX holds back for a second what is shorter than 1,024 bytes, against listeners on the line. A question
    /// whose answer is longer than that makes a small batch return at once.
    private static let smallBatch = 8
    private static let ballast = Question(method: "blockchain.block.headers", params: [0, 8])

    let name: String
    /// What both sides speak.
    private(set) var version: (major: Int, minor: Int)

    private let stream: StreamConnection
    private let timeout: Duration
    private var lastID: UInt64 = 0

    /// Agrees on a version.
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

    /// Asks everything and returns the answers in the order of the questions.
    ///
    /// - Throws: ``CoinsError`` or `HTTPError`; then this connection is of no more use.
    func ask(_ questions: [Question]) throws -> [Result<JSONValue, RPCRefusal>] {
        var results = [Result<JSONValue, RPCRefusal>?](repeating: nil, count: questions.count)
        var waiting: [Batch] = []
        var next = 0
        while next < questions.count || !waiting.isEmpty {
            if next < questions.count, waiting.count < Self.window {
                let (batch, end) = encoded(questions, from: next)
                try stream.send(batch.bytes, until: .now + timeout)
                waiting.append(batch)
                next = end
            } else {
                try receive(waiting.removeFirst(), into: &results)
            }
        }
        return results.map { result in
            guard let result else { preconditionFailure("Every question of a batch has its answer.") }
            return result
        }
    }

    private struct Batch {
        let bytes: [UInt8]
        /// Which question an id belongs to; nil for ballast.
        var positions: [UInt64: Int?]
    }

    private func encoded(_ questions: [Question], from start: Int) -> (Batch, end: Int) {
        var text: [UInt8] = Array("[".utf8)
        var positions: [UInt64: Int?] = [:]
        func append(_ question: Question, at position: Int?) {
            lastID += 1
            positions[lastID] = .some(position)
            let request: JSONValue = [
                "jsonrpc": "2.0", "id": .number(lastID), "method": .string(question.method), "params": question.params,
            ]
            if text.count > 1 { text.append(UInt8(ascii: ",")) }
            text += request.text.utf8
        }
        var end = start
        repeat {
            append(questions[end], at: end)
            end += 1
        } while end < questions.count && end - start < Self.maximumBatch && text.count < Self.maximumBatchBytes
        // The first question of all must stand alone.
        if end - start <= Self.smallBatch, version.major > 0 { append(Self.ballast, at: nil) }
        text += "]\n".utf8
        return (Batch(bytes: text, positions: positions), end)
    }

    private func receive(_ batch: Batch, into results: inout [Result<JSONValue, RPCRefusal>?]) throws {
        var open = batch.positions
        var news = 0
        let deadline = ContinuousClock.now + timeout
        while !open.isEmpty {
            let line = try stream.readLine(maximumBytes: ServerSite.maximumBytes, until: deadline)
            let value: JSONValue
            do {
                value = try JSONValue(parsing: line, maximumCount: ServerSite.maximumBytes)
            } catch {
                throw CoinsError(.lyingServer, "\(name) did not answer in JSON: use another server.", cause: error)
            }
            for item in value.array ?? [value] {
                if item["method"] != nil, item["id"]?.isNull ?? true {
                    news += 1
                    guard news <= Self.maximumNews else {
                        throw CoinsError(.tooLarge, "\(name) tells more than it was asked: use another server.")
                    }
                    continue
                }
                if let error = item["error"], !error.isNull, item["id"]?.isNull ?? true {
                    throw CoinsError(.unreachable, "\(name) refuses the question: \(RPCRefusal(error))")
                }
                let error = item["error"] ?? .null
                guard let id = item["id"]?.uint64, let position = open.removeValue(forKey: id),
                    let answer = error.isNull ? item["result"] : error
                else {
                    throw CoinsError(.lyingServer, "\(name) answers what was not asked: use another server.")
                }
                guard let position else { continue }
                results[position] = error.isNull ? .success(answer) : .failure(RPCRefusal(error))
            }
        }
    }

    private static func version(_ text: String) -> (major: Int, minor: Int)? {
        let parts = text.split(separator: ".")
        guard parts.count >= 2, let major = Int(parts[0]), let minor = Int(parts[1]) else { return nil }
        return (major, minor)
    }
}
