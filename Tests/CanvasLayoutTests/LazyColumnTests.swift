// SPDX-License-Identifier: MIT
import CanvasLayout
import Testing

@MainActor struct LazyColumnTests {
    @Test func unmeasuredRowsCountWithTheMeanOfTheMeasured() {
        var heights = RowHeights(count: 10_000, guess: 50)
        #expect(heights.length == 500_000)
        heights.set(40, at: 0)
        heights.set(60, at: 9_999)
        #expect(heights.estimate == 50)
        heights.set(80, at: 1)
        #expect(heights.estimate == 60)
        #expect(heights.offset(of: 2) == 120)
        #expect(heights.offset(of: 10_000) == heights.length)
    }

    @Test func everyRowIsFoundWhereItStands() {
        var heights = RowHeights(count: 500, guess: 30)
        for row in stride(from: 0, to: 500, by: 3) { heights.set(Double(20 + row % 7 * 9), at: row) }
        for row in 0..<500 {
            let offset = heights.offset(of: row)
            #expect(heights.row(at: offset) == row)
            #expect(heights.row(at: offset + heights[row] - 0.01) == row)
        }
    }

    @Test func onlyRowsInAStretchAreAskedFor() {
        let heights = RowHeights(count: 100, guess: 10)
        #expect(heights.rows(from: 95, to: 121) == 9..<13)
        #expect(heights.rows(from: -50, to: 5) == 0..<1)
        #expect(heights.rows(from: 5_000, to: 6_000).isEmpty)
        #expect(RowHeights(count: 0, guess: 10).rows(from: 0, to: 100).isEmpty)
    }

    @Test func rowsThatExistStandWhereAllOthersLeaveThemRoom() {
        let column = LazyColumn(count: 1_000, guess: 20)
        let leaves = [FakeLeaf(10, 20), FakeLeaf(10, 20)]
        let item = LazyColumnItem(
            column, [(index: 500, item: leaves[0].item), (index: 501, item: leaves[1].item)], spacing: 0, .leading)
        var moves = 0
        column.onChange = { moves += 1 }
        #expect(LayoutPass.run { item.size(ProposedViewSize(width: 100, height: nil)) }.height == 20_000)
        lay(PaddingItem(item, EdgeInsets(.top, 7)), width: 100, height: 20_007)
        #expect(leaves[0].rect?.minY == 10_007)
        #expect(column.top == 7)
        #expect(moves == 1)
    }
}
