// SPDX-License-Identifier: MIT
import Crypto
import Glibc
import HTTP
import HubAPI
import Synchronization

/// Wraps the router: gives each request an id, and counts and logs its answer.
final class RequestObserver: Sendable {
    private let metrics: Metrics
    private let log: (@Sendable (RequestLine) -> Void)?
    /// Differs in each process, so that no two of them give the same id.
    private let prefix: String
    private let number = Atomic(0)

    init(metrics: Metrics, log: (@Sendable (RequestLine) -> Void)?, random: RandomSource) {
        self.metrics = metrics
        self.log = log
        let digits = Array("0123456789abcdef")
        prefix = String(random.bytes(4).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }

    /// A responder that records the answer before it is sent.
    func observe(_ request: Request, route: String?, _ respond: @escaping Responder) -> Responder {
        let begin = Self.microseconds()
        let (method, bytesIn) = (request.method, request.body.count)
        return { [self] response in
            var line = RequestLine(
                id: "", method: method, route: route ?? "none", status: response.status,
                microseconds: Self.microseconds() - begin,
                bytesIn: bytesIn, bytesOut: response.body.count)
            // No id is needed if it is neither logged nor sent.
            guard log != nil || response.status >= 400 else {
                metrics.count(line)
                return respond(response)
            }
            line.id = "\(prefix)-\(number.add(1, ordering: .relaxed).newValue)"
            guard response.status >= 400 else {
                note(line)
                return respond(response)
            }
            var response = response
            line.code = HubProblem.code(in: response.body)
            // A user can report a refusal by this id, and the operator finds its line in the log.
            response.headers["Request-Id"] = line.id
            note(line)
            respond(response)
        }
    }

    /// Monotonic. clock_gettime(2)
    private static func microseconds() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000 + time.tv_nsec / 1_000
    }

    private func note(_ line: RequestLine) {
        metrics.count(line)
        log?(line)
    }
}

extension HubProblem {
    /// The code of a problem in the hub's own encoding, whose members are in order; nil for any other body.
    fileprivate static func code(in body: [UInt8]) -> Code? {
        let begin = Array(#"{"code":""#.utf8)
        guard body.starts(with: begin) else { return nil }
        let word = body.dropFirst(begin.count).prefix { $0 != UInt8(ascii: "\"") }
        return Code(rawValue: String(decoding: word, as: UTF8.self))
    }
}
