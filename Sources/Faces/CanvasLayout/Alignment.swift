// SPDX-License-Identifier: MIT

/// Where a view stands between the left and right edges; leading is right in right-to-left languages.
nonisolated package enum HorizontalAlignment: Sendable {
    case leading, center, trailing

    /// 0 at the leading edge, 1 at the trailing one.
    package var fraction: Double { self == .leading ? 0 : self == .center ? 0.5 : 1 }
}

/// Where a view stands between top and bottom.
nonisolated package enum VerticalAlignment: Sendable {
    case top, center, bottom, firstTextBaseline

    /// 0 at the top, 1 at the bottom; lines of text are compared by the stack itself.
    package var fraction: Double { self == .top ? 0 : self == .bottom ? 1 : 0.5 }
}

/// Where a view stands in a rectangle.
nonisolated package struct Alignment: Equatable, Sendable {
    package var horizontal: HorizontalAlignment
    package var vertical: VerticalAlignment

    package init(horizontal: HorizontalAlignment, vertical: VerticalAlignment) {
        self.horizontal = horizontal
        self.vertical = vertical
    }

    package static let center = Alignment(horizontal: .center, vertical: .center)
    package static let leading = Alignment(horizontal: .leading, vertical: .center)
    package static let trailing = Alignment(horizontal: .trailing, vertical: .center)
    package static let top = Alignment(horizontal: .center, vertical: .top)
    package static let bottom = Alignment(horizontal: .center, vertical: .bottom)
    package static let topLeading = Alignment(horizontal: .leading, vertical: .top)
    package static let topTrailing = Alignment(horizontal: .trailing, vertical: .top)
    package static let bottomLeading = Alignment(horizontal: .leading, vertical: .bottom)
    package static let bottomTrailing = Alignment(horizontal: .trailing, vertical: .bottom)
}
