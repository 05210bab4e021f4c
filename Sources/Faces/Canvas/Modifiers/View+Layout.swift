// SPDX-License-Identifier: MIT

/// With fixed proportions: show all of the content, or fill all of the space.
nonisolated package enum ContentMode: Sendable { case fit, fill }

extension View {
    package func padding(_ length: Double) -> some View { padding(EdgeInsets(.all, length)) }
    package func padding(_ insets: EdgeInsets) -> some View {
        _LayoutView(content: self) { PaddingItem($0, insets) }
    }
    package func padding(_ edges: Edge.Set = .all, _ length: Double? = nil) -> some View {
        padding(EdgeInsets(edges, length ?? 16))
    }

    package func frame(width: Double? = nil, height: Double? = nil, alignment: Alignment = .center) -> some View {
        var lengths = FrameLengths()
        lengths.width = width
        lengths.height = height
        return framed(lengths, alignment)
    }
    package func frame(
        minWidth: Double? = nil, idealWidth: Double? = nil, maxWidth: Double? = nil, minHeight: Double? = nil,
        idealHeight: Double? = nil, maxHeight: Double? = nil, alignment: Alignment = .center
    ) -> some View {
        var lengths = FrameLengths()
        lengths.minWidth = minWidth
        lengths.idealWidth = idealWidth
        lengths.maxWidth = maxWidth
        lengths.minHeight = minHeight
        lengths.idealHeight = idealHeight
        lengths.maxHeight = maxHeight
        return framed(lengths, alignment)
    }
    private func framed(_ lengths: FrameLengths, _ alignment: Alignment) -> some View {
        _LayoutView(content: self) { FrameItem($0, lengths, alignment) }
    }

    package func layoutPriority(_ value: Double) -> some View {
        _LayoutView(content: self) { PriorityItem($0, value) }
    }
    package func fixedSize() -> some View { fixedSize(horizontal: true, vertical: true) }
    package func fixedSize(horizontal: Bool, vertical: Bool) -> some View {
        var axes: Axis.Set = []
        if horizontal { axes.insert(.horizontal) }
        if vertical { axes.insert(.vertical) }
        return _LayoutView(content: self) { FixedSizeItem($0, axes) }
    }
    package func aspectRatio(_ ratio: Double, contentMode: ContentMode) -> some View {
        _LayoutView(content: self) { AspectItem($0, ratio: ratio, fills: contentMode == .fill) }
    }
    package func offset(x: Double = 0, y: Double = 0) -> some View {
        _LayoutView(content: self) { OffsetItem($0, CGSize(width: x, height: y)) }
    }

    package func background<Style: ShapeStyle>(_ style: Style) -> some View {
        layer(_FilledShape(shape: Rectangle(), style: style, stroke: nil), isBehind: true, .center)
    }
    package func background<Style: ShapeStyle, Outlined: Shape>(_ style: Style, in shape: Outlined) -> some View {
        layer(_FilledShape(shape: shape, style: style, stroke: nil), isBehind: true, .center)
    }
    package func background<Layer: View>(
        alignment: Alignment = .center, @ViewBuilder content: () -> Layer
    ) -> some View { layer(content(), isBehind: true, alignment) }
    package func overlay<Layer: View>(
        alignment: Alignment = .center, @ViewBuilder content: () -> Layer
    ) -> some View { layer(content(), isBehind: false, alignment) }
    private func layer<Layer: View>(_ layer: Layer, isBehind: Bool, _ alignment: Alignment) -> some View {
        _LayerView(content: self, layer: layer, isBehind: isBehind, alignment: alignment)
    }

    package func clipShape<Outlined: Shape>(_ shape: Outlined) -> some View {
        _ClipView(content: self, outline: shape._outline)
    }
    package func clipped() -> some View { _ClipView(content: self, outline: .square) }
}
