// SPDX-License-Identifier: MIT

/// A place in a rectangle, in fractions of its size from the top leading corner.
nonisolated package struct UnitPoint: Hashable, Sendable {
    package var x: Double
    package var y: Double
    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
    package static let center = UnitPoint(x: 0.5, y: 0.5)
    package static let top = UnitPoint(x: 0.5, y: 0)
    package static let bottom = UnitPoint(x: 0.5, y: 1)
    package static let leading = UnitPoint(x: 0, y: 0.5)
    package static let trailing = UnitPoint(x: 1, y: 0.5)
    package static let topLeading = UnitPoint(x: 0, y: 0)
    package static let topTrailing = UnitPoint(x: 1, y: 0)
    package static let bottomLeading = UnitPoint(x: 0, y: 1)
    package static let bottomTrailing = UnitPoint(x: 1, y: 1)
}
