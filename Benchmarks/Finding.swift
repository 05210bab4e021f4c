// SPDX-License-Identifier: MIT

/// One row of the table.
struct Finding {
    enum Verdict: String {
        case met
        case missed
        /// There is no target; the row is there to compare with.
        case measured = "-"
    }

    let section: Section
    let what: String
    /// The number with its unit and what it was compared with.
    let measured: String
    /// Empty where there is none.
    let target: String
    /// How many times better than the target, or than what it is compared with where there is no target: 1 or more is
    /// good, whatever the unit.
    let ratio: Double?
    let verdict: Verdict

    /// A row with a target.
    init(_ section: Section, _ what: String, _ measured: String, target: String, ratio: Double) {
        self.section = section
        self.what = what
        self.measured = measured
        self.target = target
        self.ratio = ratio
        verdict = ratio >= 1 ? .met : .missed
    }

    /// A row to compare with.
    init(_ section: Section, _ what: String, _ measured: String, ratio: Double? = nil) {
        self.section = section
        self.what = what
        self.measured = measured
        self.ratio = ratio
        target = ""
        verdict = .measured
    }

    /// A time that should not be exceeded.
    static func atMost(
        _ limit: UInt64, _ section: Section, _ what: String, _ nanoseconds: UInt64, note: String = ""
    ) -> Finding {
        Finding(
            section, what, Text.duration(nanoseconds) + note, target: "<= \(Text.duration(limit))",
            ratio: Double(limit) / Double(max(1, nanoseconds)))
    }

    /// A rate that should be reached.
    static func atLeast(
        _ limit: Int, perSecond rate: Int, _ section: Section, _ what: String, note: String = ""
    ) -> Finding {
        Finding(
            section, what, "\(Text.count(rate))/s" + note, target: ">= \(Text.count(limit))/s",
            ratio: Double(rate) / Double(limit))
    }
}
