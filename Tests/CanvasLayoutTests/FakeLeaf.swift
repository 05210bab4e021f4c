// SPDX-License-Identifier: MIT
import CanvasLayout

/// A leaf without a widget: of a fixed size, or as wide as it may be within bounds; remembers where it was put.
@MainActor final class FakeLeaf: LayoutLeaf {
    private let width: ClosedRange<Double>
    private let height: Double
    private let line: Double
    private(set) var rect: CGRect?
    private(set) var questions = 0

    init(width: ClosedRange<Double>, height: Double = 10, baseline: Double? = nil) {
        self.width = width
        self.height = height
        line = baseline ?? height
    }

    convenience init(_ width: Double, _ height: Double = 10, baseline: Double? = nil) {
        self.init(width: width...width, height: height, baseline: baseline)
    }

    func measure(_ proposal: ProposedViewSize) -> CGSize {
        questions += 1
        guard let offered = proposal.width else { return CGSize(width: width.lowerBound, height: height) }
        return CGSize(width: min(max(offered, width.lowerBound), width.upperBound), height: height)
    }
    func place(_ rect: CGRect) { self.rect = rect }
    func baseline(in size: CGSize) -> Double { line }

    var item: LayoutItem { LeafItem(self) }
}

/// Lays an item out on an area, as a window would do it.
@MainActor func lay(_ item: LayoutItem, width: Double, height: Double, isMirrored: Bool = false) {
    LayoutPass.run {
        item.place(
            CGRect(x: 0, y: 0, width: width, height: height), on: LayoutSurface(width: width, isMirrored: isMirrored))
    }
}
