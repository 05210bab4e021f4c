// SPDX-License-Identifier: MIT

/// A length in points. Apple's is a type of its own into which a `Double` converts by itself.
package typealias CGFloat = Double

/// A place in points, from the top left corner.
nonisolated package struct CGPoint: Hashable, Sendable {
    package var x: Double
    package var y: Double
    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
    package static let zero = CGPoint(x: 0, y: 0)
}

/// A width and a height in points.
nonisolated package struct CGSize: Hashable, Sendable {
    package var width: Double
    package var height: Double
    package init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }
    package static let zero = CGSize(width: 0, height: 0)
}

/// A rectangle in points.
nonisolated package struct CGRect: Hashable, Sendable {
    package var origin: CGPoint
    package var size: CGSize
    package init(x: Double, y: Double, width: Double, height: Double) {
        origin = CGPoint(x: x, y: y)
        size = CGSize(width: width, height: height)
    }
    package var width: Double { size.width }
    package var height: Double { size.height }
    package var minX: Double { origin.x }
    package var minY: Double { origin.y }
    package var midX: Double { origin.x + size.width / 2 }
    package var midY: Double { origin.y + size.height / 2 }
    package var maxX: Double { origin.x + size.width }
    package var maxY: Double { origin.y + size.height }

    /// The rectangle of a size within this one.
    package func placing(_ size: CGSize, _ alignment: Alignment) -> CGRect {
        CGRect(
            x: minX + (width - size.width) * alignment.horizontal.fraction,
            y: minY + (height - size.height) * alignment.vertical.fraction, width: size.width, height: size.height)
    }

    /// The rectangle that is left within insets; never of negative size.
    package func inset(by insets: EdgeInsets) -> CGRect {
        CGRect(
            x: minX + insets.leading, y: minY + insets.top,
            width: max(width - insets.leading - insets.trailing, 0),
            height: max(height - insets.top - insets.bottom, 0))
    }
}

/// What a parent offers: nil asks for the ideal length, infinity for the largest, 0 for the least.
nonisolated package struct ProposedViewSize: Hashable, Sendable {
    package var width: Double?
    package var height: Double?
    package init(width: Double?, height: Double?) {
        self.width = width
        self.height = height
    }
    package init(_ size: CGSize) { self.init(width: size.width, height: size.height) }
    package static let unspecified = ProposedViewSize(width: nil, height: nil)
}

/// The area on which a tree of items is placed; knows whether it runs from right to left.
nonisolated package struct LayoutSurface: Sendable {
    package var width: Double
    package var isMirrored: Bool
    package init(width: Double, isMirrored: Bool = false) {
        self.width = width
        self.isMirrored = isMirrored
    }

    /// Where a rectangle measured from the leading edge stands from the left one.
    package func resolve(_ rect: CGRect) -> CGRect {
        guard isMirrored else { return rect }
        return CGRect(x: width - rect.maxX, y: rect.minY, width: rect.width, height: rect.height)
    }
}
