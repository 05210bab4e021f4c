// SPDX-License-Identifier: MIT
import CanvasLayout
import Testing

@MainActor struct StackItemTests {
    @Test func theLeastFlexibleChildChoosesFirst() {
        let fixed = FakeLeaf(60)
        let open = FakeLeaf(width: 10...1_000)
        let row = StackItem(.horizontal, [open.item, fixed.item], spacing: 10, alignment: 0.5)
        lay(row, width: 200, height: 40)
        #expect(fixed.rect == CGRect(x: 140, y: 15, width: 60, height: 10))
        #expect(open.rect == CGRect(x: 0, y: 15, width: 130, height: 10))
    }

    @Test func aSpacerTakesWhatIsLeftAndNotLessThanItsMinimum() {
        let one = FakeLeaf(30)
        let two = FakeLeaf(30)
        let row = StackItem(
            .horizontal, [one.item, SpacerItem(minimum: 8), two.item], spacing: 0, alignment: 0)
        lay(row, width: 100, height: 10)
        #expect(two.rect?.minX == 70)
        #expect(LayoutPass.run { row.size(ProposedViewSize(width: 20, height: nil)) }.width == 68)
    }

    @Test func aColumnThatGotItsIdealHeightGivesEachChildItsOwn() {
        let square = FakeLeaf(width: 0...1_000)
        let wide = FakeLeaf(width: 0...1_000)
        var lengths = FrameLengths()
        lengths.maxWidth = .infinity
        let column = StackItem(
            .vertical,
            [FrameItem(AspectItem(square.item, ratio: 1), lengths, .center), AspectItem(wide.item, ratio: 4)],
            spacing: 0, alignment: 0)
        LayoutPass.run {
            let size = column.size(ProposedViewSize(width: 100, height: nil))
            column.place(CGRect(x: 0, y: 0, width: 100, height: size.height), on: LayoutSurface(width: 100))
        }
        #expect(square.rect == CGRect(x: 0, y: 0, width: 100, height: 100))
        #expect(wide.rect == CGRect(x: 0, y: 100, width: 100, height: 25))
    }

    @Test func aHigherPriorityIsServedBeforeOthers() {
        let plain = FakeLeaf(width: 10...100)
        let first = FakeLeaf(width: 10...100)
        let row = StackItem(
            .horizontal, [plain.item, PriorityItem(first.item, 1)], spacing: 0, alignment: 0)
        lay(row, width: 120, height: 10)
        #expect(first.rect?.width == 100)
        #expect(plain.rect?.width == 20)
    }

    @Test func childrenOfARowCanShareALineOfText() {
        let large = FakeLeaf(20, 40, baseline: 32)
        let small = FakeLeaf(20, 12, baseline: 10)
        let row = StackItem(.horizontal, [large.item, small.item], spacing: 0, alignment: 0.5, onBaseline: true)
        lay(row, width: 40, height: 40)
        #expect(small.rect?.minY == 22)
    }

    @Test func whereALanguageRunsFromTheRightTheFirstChildIsTheRightmost() {
        let one = FakeLeaf(30)
        let two = FakeLeaf(50)
        let row = StackItem(.horizontal, [one.item, two.item], spacing: 0, alignment: 0)
        lay(row, width: 80, height: 10, isMirrored: true)
        #expect(one.rect?.minX == 50)
        #expect(two.rect?.minX == 0)
    }

    @Test func aPassAsksALeafOnceForEachProposal() {
        let leaf = FakeLeaf(30)
        let item = leaf.item
        LayoutPass.run { for _ in 0..<5 { _ = item.size(.unspecified) } }
        #expect(leaf.questions == 1)
        LayoutPass.run { _ = item.size(.unspecified) }
        #expect(leaf.questions == 2)
    }

    @Test func aDividerLiesAcrossItsStack() {
        let line = FakeLeaf(0)
        let column = StackItem(.vertical, [FakeLeaf(50, 20).item, DividerItem(line)], spacing: 4, alignment: 0)
        lay(column, width: 80, height: 25)
        #expect(line.rect == CGRect(x: 0, y: 24, width: 80, height: 1))
    }
}
