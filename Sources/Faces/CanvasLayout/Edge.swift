// SPDX-License-Identifier: MIT

/// One side of a rectangle.
nonisolated package enum Edge: Sendable {
    case top, leading, bottom, trailing

    /// Several sides at once.
    package struct Set: OptionSet, Sendable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }
        package static let top = Set(rawValue: 1)
        package static let leading = Set(rawValue: 2)
        package static let bottom = Set(rawValue: 4)
        package static let trailing = Set(rawValue: 8)
        package static let horizontal: Set = [.leading, .trailing]
        package static let vertical: Set = [.top, .bottom]
        package static let all: Set = [.horizontal, .vertical]
    }
}

/// A leading or a trailing side, as swipe actions name it.
nonisolated package enum HorizontalEdge: Sendable { case leading, trailing }

/// Distances inwards from the four sides, in points.
nonisolated package struct EdgeInsets: Equatable, Sendable {
    package var top: Double
    package var leading: Double
    package var bottom: Double
    package var trailing: Double

    package init(top: Double, leading: Double, bottom: Double, trailing: Double) {
        self.top = top
        self.leading = leading
        self.bottom = bottom
        self.trailing = trailing
    }

    package init() { self.init(top: 0, leading: 0, bottom: 0, trailing: 0) }

    /// The same distance on some sides and none on the others.
    package init(_ edges: Edge.Set, _ length: Double) {
        self.init(
            top: edges.contains(.top) ? length : 0, leading: edges.contains(.leading) ? length : 0,
            bottom: edges.contains(.bottom) ? length : 0, trailing: edges.contains(.trailing) ? length : 0)
    }
}
