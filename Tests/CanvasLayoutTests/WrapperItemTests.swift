// SPDX-License-Identifier: MIT
import CanvasLayout
import Testing

@MainActor struct WrapperItemTests {
    @Test func paddingTakesItsInsetsFromTheProposalAndAddsThemToTheAnswer() {
        let leaf = FakeLeaf(width: 10...1_000, height: 20)
        let item = PaddingItem(leaf.item, EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4))
        #expect(
            LayoutPass.run { item.size(ProposedViewSize(width: 100, height: nil)) } == CGSize(width: 100, height: 24))
        lay(item, width: 100, height: 24)
        #expect(leaf.rect == CGRect(x: 2, y: 1, width: 94, height: 20))
    }

    @Test func aFrameOfInfiniteWidthTakesAllAndAlignsItsContent() {
        let leaf = FakeLeaf(40)
        var lengths = FrameLengths()
        lengths.maxWidth = .infinity
        let item = FrameItem(leaf.item, lengths, .trailing)
        #expect(LayoutPass.run { item.size(ProposedViewSize(width: 300, height: nil)) }.width == 300)
        lay(item, width: 300, height: 10)
        #expect(leaf.rect?.minX == 260)
    }

    @Test func aFixedFrameIgnoresItsProposal() {
        var lengths = FrameLengths()
        lengths.width = 56
        lengths.height = 56
        let item = FrameItem(FakeLeaf(20).item, lengths, .center)
        #expect(LayoutPass.run { item.size(ProposedViewSize(width: 10, height: 999)) } == CGSize(width: 56, height: 56))
    }

    @Test func aBackgroundGetsTheRectangleOfItsContentAndComesFirst() {
        let content = FakeLeaf(40, 20)
        let behind = FakeLeaf(width: 0...1_000, height: 20)
        let item = LayerItem(content.item, [behind.item], isBehind: true, .center)
        lay(item, width: 40, height: 20)
        #expect(behind.rect == content.rect)
        var leaves: [any LayoutLeaf] = []
        item.collectLeaves(into: &leaves)
        #expect(leaves.first === behind)
    }

    @Test func aProportionFitsTheSmallerSide() {
        let item = AspectItem(FakeLeaf(width: 0...1_000).item, ratio: 2)
        #expect(
            LayoutPass.run { item.size(ProposedViewSize(width: 100, height: 100)) } == CGSize(width: 100, height: 50))
        #expect(LayoutPass.run { item.size(ProposedViewSize(width: 100, height: 20)) } == CGSize(width: 40, height: 20))
    }

    @Test func columnsShareTheWidthAndRowsTakeTheHighestCell() {
        let cells = [FakeLeaf(10, 10), FakeLeaf(10, 30), FakeLeaf(10, 10)]
        let grid = GridLayoutItem(
            cells.map(\.item), [GridItem(.flexible(), spacing: 10), GridItem(.flexible(), spacing: 10)], .leading,
            spacing: 5)
        #expect(
            LayoutPass.run { grid.size(ProposedViewSize(width: 210, height: nil)) } == CGSize(width: 210, height: 45))
        lay(grid, width: 210, height: 45)
        #expect(cells[1].rect?.minX == 110)
        #expect(cells[2].rect?.minY == 35)
    }

    @Test func anAdaptiveColumnMakesAsManyAsFit() {
        let cells = (0..<7).map { _ in FakeLeaf(10) }
        let grid = GridLayoutItem(
            cells.map(\.item), [GridItem(.adaptive(minimum: 90), spacing: 10)], .leading, spacing: 0)
        lay(grid, width: 320, height: 30)
        #expect(cells[2].rect?.minY == 0)
        #expect(cells[3].rect?.minY == 10)
    }

    @Test func aRowOfAListIsAsHighAsAFinger() {
        let row = ListRowItem(
            FakeLeaf(40, 10).item, insets: EdgeInsets(top: 11, leading: 16, bottom: 11, trailing: 16), minHeight: 48)
        #expect(
            LayoutPass.run { row.size(ProposedViewSize(width: 300, height: nil)) } == CGSize(width: 300, height: 48))
    }
}
