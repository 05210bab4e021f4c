// SPDX-License-Identifier: MIT
import CanvasLayout
import Testing

@MainActor struct SwipeItemTests {
    @Test func whatLiesBehindARowTakesExactlyTheRoomThatTheRowLeft() {
        let row = FakeLeaf(width: 0...1_000, height: 50)
        let tray = FakeLeaf(width: 0...1_000, height: 50)
        let offset = SwipeOffset()
        let item = SwipeItem(row.item, tray: tray.item, offset)
        offset.points = -80
        lay(item, width: 300, height: 50)
        #expect(row.rect == CGRect(x: -80, y: 0, width: 300, height: 50))
        #expect(tray.rect == CGRect(x: 220, y: 0, width: 80, height: 50))
        offset.points = 60
        lay(item, width: 300, height: 50)
        #expect(row.rect?.minX == 60)
        #expect(tray.rect == CGRect(x: 0, y: 0, width: 60, height: 50))
    }

    @Test func aRowFromRightToLeftMovesTheOtherWay() {
        let row = FakeLeaf(width: 0...1_000, height: 50)
        let tray = FakeLeaf(width: 0...1_000, height: 50)
        let offset = SwipeOffset()
        offset.points = -80
        lay(SwipeItem(row.item, tray: tray.item, offset), width: 300, height: 50, isMirrored: true)
        #expect(row.rect?.minX == 80)
        #expect(tray.rect == CGRect(x: 0, y: 0, width: 80, height: 50))
    }
}
