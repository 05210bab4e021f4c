// SPDX-License-Identifier: MIT

/// What may still be done for one picture, in looks at pixels.
///
/// Work is counted and never timed, so a picture is read the same way on every machine, however busy it is. Each step
/// pays about what it takes.
struct WorkBudget: Sendable {
    private(set) var looks: Int

    /// As much as it takes, where other bounds hold.
    static let unlimited = WorkBudget(looks: .max)

    var isSpent: Bool { looks <= 0 }

    mutating func spend(_ count: Int) {
        guard looks != .max else { return }
        looks -= count
    }
}
