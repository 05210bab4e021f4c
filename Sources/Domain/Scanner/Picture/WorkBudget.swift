// SPDX-License-Identifier: MIT

/// The remaining work for one picture, in pixel looks.
///
/// Work is counted instead of timed, so that a picture is read in the same way on every machine, however busy it is.
/// Each step subtracts its approximate cost.
struct WorkBudget: Sendable {
    private(set) var looks: Int

    /// No limit, where other limits apply.
    static let unlimited = WorkBudget(looks: .max)

    var isSpent: Bool { looks <= 0 }

    mutating func spend(_ count: Int) {
        guard looks != .max else { return }
        looks -= count
    }
}
