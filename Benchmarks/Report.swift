// SPDX-License-Identifier: MIT
import Bytes
import Terminal
import Tokens

/// The table at the end, or the same as JSON.
struct Report {
    let machine: Machine
    /// See ``OtherWork``.
    let othersPercent: Int
    let findings: [Finding]
    let isQuick: Bool

    var text: String {
        var table = Table(
            .words("section"), .words("what"), .words("measured"), .words("target"), .numbers("ratio"),
            .words("verdict"))
        for finding in findings {
            table.add(
                finding.section.rawValue, finding.what, finding.measured, finding.target,
                finding.ratio.map { Text.ratio($0) } ?? "", finding.verdict.rawValue)
        }
        let missed = findings.filter { $0.verdict == .missed }.count
        let targets = findings.filter { $0.verdict != .measured }.count
        return """
            \(date), \(machine.processor), \(machine.cores) cores, Linux \(machine.kernel)
            One durable write to this disk takes \(Text.duration(machine.flush)) (99 of 100 within \
            \(Text.duration(machine.flushNinetyNinth))).
            Other programs took \(othersPercent) % of the processors during this run.\(warning)

            \(table.text)

            ratio: how many times better than the target, or than what it is compared with; 1.00 or more is met.
            \(Self.verdict(missed, of: targets))\
            \(isQuick ? " A quick look: run without --quick before quoting." : "")
            """
    }

    private static func verdict(_ missed: Int, of targets: Int) -> String {
        if targets == 0 { return "Nothing here has a target." }
        return missed == 0 ? "All \(targets) targets are met." : "\(missed) of \(targets) targets are missed."
    }

    var json: JSONValue {
        [
            "date": .string(date),
            "machine": [
                "processor": .string(machine.processor), "cores": .number(Int64(machine.cores)),
                "kernel": .string(machine.kernel), "flushNanoseconds": .number(Int64(machine.flush)),
                "flushNanosecondsOf99Percent": .number(Int64(machine.flushNinetyNinth)),
            ],
            "otherWorkPercent": .number(Int64(othersPercent)), "isQuick": .bool(isQuick),
            "rows": .array(
                findings.map { finding in
                    [
                        "section": .string(finding.section.rawValue), "what": .string(finding.what),
                        "measured": .string(finding.measured), "target": .string(finding.target),
                        "ratio": .string(finding.ratio.map { Text.ratio($0) }),
                        "verdict": .string(finding.verdict.rawValue),
                    ]
                }),
        ]
    }

    private var warning: String {
        othersPercent > OtherWork.tolerable
            ? " That is too much to quote these numbers: run again when it is quiet." : ""
    }

    private var date: String { Timestamp(seconds: machine.date).iso8601 }
}
