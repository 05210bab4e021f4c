// SPDX-License-Identifier: MIT

/// One column of a grid, or a rule that makes as many as fit.
nonisolated package struct GridItem: Sendable {
    /// How wide a column is, in points.
    package enum Size: Sendable {
        case fixed(Double)
        case flexible(minimum: Double = 10, maximum: Double = .infinity)
        case adaptive(minimum: Double, maximum: Double = .infinity)
    }

    package var size: Size
    package var spacing: Double?

    package init(_ size: Size = .flexible(), spacing: Double? = nil) {
        self.size = size
        self.spacing = spacing
    }
}
