// SPDX-License-Identifier: MIT

/// How long the repetitions of one thing took, in nanoseconds.
struct Samples {
    private var values: [UInt64] = []

    var count: Int { values.count }

    mutating func add(_ nanoseconds: UInt64) { values.append(nanoseconds) }

    mutating func add(_ other: Samples) { values += other.values }

    /// The value that half of the samples do not exceed; zero without samples.
    var median: UInt64 { percentile(50) }

    /// The value that `percent` of a hundred samples do not exceed; zero without samples.
    func percentile(_ percent: Int) -> UInt64 {
        guard !values.isEmpty else { return 0 }
        let rank = (values.count * percent + 99) / 100
        return values.sorted()[max(0, min(values.count - 1, rank - 1))]
    }
}
