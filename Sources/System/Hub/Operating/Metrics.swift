// SPDX-License-Identifier: MIT
import HTTP
import HubLedger
import HubStorage
import Synchronization

/// The counters of a serving hub, for Prometheus.
///
/// Text format 0.0.4, <https://prometheus.io/docs/instrumenting/exposition_formats/>
final class Metrics: Sendable {
    private struct Key: Hashable {
        let method: String
        let route: String
        let status: Int
    }

    private struct Counts {
        var requests: [Key: Int] = [:]
        /// The number of requests in each bucket of ``bounds``, and in one more for longer ones.
        var durations = [Int](repeating: 0, count: bounds.count + 1)
        var microseconds = 0
        var bytesIn = 0
        var bytesOut = 0
    }

    /// Microseconds, with the same value in seconds as text.
    private static let bounds: [(microseconds: Int, text: String)] = [
        (1_000, "0.001"), (5_000, "0.005"), (10_000, "0.01"), (25_000, "0.025"), (50_000, "0.05"), (100_000, "0.1"),
        (250_000, "0.25"), (1_000_000, "1"), (5_000_000, "5"),
    ]

    private let counts = Mutex(Counts())
    private let batches = Atomic(0)
    private let changes = Atomic(0)

    func count(_ line: RequestLine) {
        counts.withLock { counts in
            counts.requests[Key(method: line.method.rawValue, route: line.route, status: line.status), default: 0] += 1
            counts.durations[Self.bounds.firstIndex { line.microseconds <= $0.microseconds } ?? Self.bounds.count] += 1
            counts.microseconds += line.microseconds
            counts.bytesIn += line.bytesIn
            counts.bytesOut += line.bytesOut
        }
    }

    /// Counts a step of the writer.
    func count(_ step: HubStep) {
        switch step {
        case .batchCommitted: batches.add(1, ordering: .relaxed)
        case .jobApplied: changes.add(1, ordering: .relaxed)
        default: break
        }
    }

    /// Writes all counters.
    func write(to page: inout MetricsPage) {
        let counts = counts.withLock { $0 }
        page.begin("satchel_requests_total", .counter, "Requests by route and status.")
        let sorted = counts.requests.sorted {
            ($0.key.route, $0.key.method, $0.key.status) < ($1.key.route, $1.key.method, $1.key.status)
        }
        for (key, value) in sorted {
            page.value(
                value,
                [("method", key.method), ("route", key.route), ("status", String(key.status))])
        }
        page.begin("satchel_request_seconds", .histogram, "Time from a whole request to its answer.")
        var sum = 0
        for (bound, count) in zip(Self.bounds, counts.durations) {
            sum += count
            page.value(sum, suffix: "_bucket", [("le", bound.text)])
        }
        sum += counts.durations[Self.bounds.count]
        page.value(sum, suffix: "_bucket", [("le", "+Inf")])
        page.value(MetricsPage.seconds(microseconds: counts.microseconds), suffix: "_sum")
        page.value(sum, suffix: "_count")
        page.one("satchel_request_bytes_total", .counter, "Bytes of request bodies, unpacked.", counts.bytesIn)
        page.one("satchel_answer_bytes_total", .counter, "Bytes of answers before packing.", counts.bytesOut)
        page.one(
            "satchel_commits_total", .counter, "Durable commits of the writer.", batches.load(ordering: .relaxed))
        page.one(
            "satchel_changes_total", .counter, "Changes in those commits.", changes.load(ordering: .relaxed))
    }
}

/// A page in the text format of Prometheus.
struct MetricsPage {
    enum Kind: String { case counter = "counter", gauge = "gauge", histogram = "histogram" }

    private(set) var text = ""
    private var name = ""

    mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
        self.name = name
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    }

    mutating func value(_ value: some CustomStringConvertible, suffix: String = "", _ labels: [(String, String)] = []) {
        let list = labels.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",")
        text += "\(name)\(suffix)\(list.isEmpty ? "" : "{\(list)}") \(value)\n"
    }

    mutating func one(_ name: String, _ kind: Kind, _ help: String, _ value: some CustomStringConvertible) {
        begin(name, kind, help)
        self.value(value)
    }

    static func seconds(microseconds: Int) -> String {
        let rest = String(microseconds % 1_000_000)
        return "\(microseconds / 1_000_000)." + String(repeating: "0", count: 6 - rest.count) + rest
    }

    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "\\", "\"": escaped += "\\\(scalar)"
            case "\n": escaped += "\\n"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }
}
