// SPDX-License-Identifier: MIT
import Crypto
import Glibc
import HTTP
import HubAPI
import Synchronization

/// Stands around the router: gives each request a name, and notes what became of it.
final class RequestObserver: Sendable {
    private let metrics: Metrics
    private let log: (@Sendable (RequestLine) -> Void)?
    /// Different in each process, so that two of them never give one name twice.
    private let prefix: String
    private let number = Atomic(0)

    init(metrics: Metrics, log: (@Sendable (RequestLine) -> Void)?, random: RandomSource) {
        self.metrics = metrics
        self.log = log
        let digits = Array("0123456789abcdef")
        prefix = String(random.bytes(4).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }

    /// A responder that notes the answer before it is sent.
    func observe(_ request: Request, route: String?, _ respond: @escaping Responder) -> Responder {
        let begin = Self.microseconds()
        let (method, bytesIn) = (request.method.rawValue, request.body.count)
        return { [self] response in
            var line = RequestLine(
                id: "", method: method, route: route ?? "none", status: response.status,
                microseconds: Self.microseconds() - begin,
                bytesIn: bytesIn, bytesOut: response.body.count)
            // A name that nobody is told need not be made.
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
            // By this name a person can report a refusal, and the operator finds its line.
            response.headers["Request-Id"] = line.id
            note(line)
            respond(response)
        }
    }

    /// Never goes back. clock_gettime(2)
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
    /// The code of a problem as the hub writes it, with its members in order; nil for anything else.
    fileprivate static func code(in body: [UInt8]) -> String? {
        let begin = Array(#"{"code":""#.utf8)
        guard body.starts(with: begin) else { return nil }
        let word = body.dropFirst(begin.count).prefix { $0 != UInt8(ascii: "\"") }
        return Code(rawValue: String(decoding: word, as: UTF8.self))?.rawValue
    }
}
