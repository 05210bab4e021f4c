// SPDX-License-Identifier: MIT

/// The direction in which a stack or a scroll view runs.
nonisolated package enum Axis: Sendable {
    case horizontal, vertical

    /// Several directions at once.
    package struct Set: OptionSet, Sendable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }
        package static let horizontal = Set(rawValue: 1)
        package static let vertical = Set(rawValue: 2)
    }
}
