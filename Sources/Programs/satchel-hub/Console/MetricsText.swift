// SPDX-License-Identifier: MIT
import HTTP

/// The metrics of a serving hub, in the text format of Prometheus.
///
/// <https://prometheus.io/docs/instrumenting/exposition_formats/>
struct MetricsText {
    struct Metric {
        let help: String
        var lines: [(labels: String, value: String)] = []
    }

    private(set) var metrics: [Metric] = []

    private static let timeoutSeconds = 3

    /// - Throws: `HTTPError` when no hub serves metrics there.
    init(askedAt place: String) throws {
        let response = try Client(timeoutSeconds: Self.timeoutSeconds).send(
            ClientRequest(url: "http://\(place)/metrics"))
        guard response.status == 200 else {
            throw HTTPError(.malformed, "No metrics at \(place). Check the address.")
        }
        self.init(String(decoding: response.body, as: UTF8.self))
    }

    init(_ text: String) {
        for line in text.split(separator: "\n") {
            if line.hasPrefix("# HELP ") {
                metrics.append(Metric(help: line.split(separator: " ", maxSplits: 3).last.map { String($0) } ?? ""))
            } else if !line.hasPrefix("#"), !metrics.isEmpty, let space = line.lastIndex(of: " ") {
                let labels = String(line[..<space].drop { $0 != "{" }.dropFirst().dropLast())
                metrics[metrics.count - 1].lines.append(
                    (labels.replacing("\"", with: "").replacing(",", with: ", "), String(line[space...].dropFirst())))
            }
        }
    }

    /// The metrics with one value.
    var single: [(help: String, value: String)] {
        metrics.compactMap { $0.lines.count == 1 && $0.lines[0].labels.isEmpty ? ($0.help, $0.lines[0].value) : nil }
    }

    /// The metrics with several values, by label.
    var labelled: [Metric] { metrics.filter { $0.lines.contains { !$0.labels.isEmpty } } }
}
