// SPDX-License-Identifier: MIT
import CanvasLayout
import Testing

/// A1: pages were taken off the widget that slid between them, and it went on with what was freed.
struct PageStackTests {
    /// A widget that slides as AdwLeaflet does, and notes what a freed page would mean there.
    private struct Leaflet {
        var stack = PageStack<Int>()
        var children: [Int] = []
        var visible: Int?
        /// The page that slides away; the widget still draws it.
        var sliding: Int?
        var shown: [Int] = []
        var released: [Int] = []
        let isAnimated: Bool
        /// False once a step would have taken a page that is drawn.
        var isSound = true

        init(isAnimated: Bool = true) {
            self.isAnimated = isAnimated
            stack.push(0)
            settle()
        }

        mutating func settle() {
            _ = stack.observe(visible: visible, isSliding: sliding != nil)
            while let step = stack.next() {
                switch step {
                case .attach(let page): children.append(page)
                case .show(let page):
                    isSound = isSound && children.contains(page) && sliding == nil
                    if isAnimated { sliding = visible }
                    visible = page
                    shown.append(page)
                case .release(let page):
                    isSound = isSound && page != visible && page != sliding && !stack.pages.contains(page)
                    children.removeAll { $0 == page }
                    released.append(page)
                }
                _ = stack.observe(visible: visible, isSliding: sliding != nil)
            }
        }

        mutating func endSlide() {
            sliding = nil
            settle()
        }
    }

    @Test func aPagePushedDuringASlideIsShownWhenTheSlideHasEnded() {
        var leaflet = Leaflet()
        leaflet.stack.push(1)
        leaflet.settle()
        #expect(leaflet.visible == 1)
        leaflet.stack.push(2)
        leaflet.settle()
        #expect(leaflet.visible == 1)
        #expect(leaflet.children == [0, 1])
        leaflet.endSlide()
        #expect(leaflet.visible == 2)
        #expect(leaflet.children == [0, 1, 2])
    }

    @Test func aPageThatLeavesStaysUntilItsSlideHasEnded() {
        var leaflet = Leaflet()
        leaflet.stack.push(1)
        leaflet.settle()
        leaflet.endSlide()
        let gone = leaflet.stack.pop(to: 1)
        #expect(gone == [1])
        leaflet.settle()
        leaflet.stack.push(2)
        leaflet.settle()
        #expect(leaflet.children == [0, 1])
        #expect(leaflet.released.isEmpty)
        leaflet.endSlide()
        leaflet.endSlide()
        #expect(leaflet.visible == 2)
        #expect(leaflet.children == [0, 2])
        #expect(leaflet.released == [1])
        #expect(leaflet.isSound)
    }

    @Test func aPathThatChangesOftenWithinAFrameIsFollowedOnce() {
        var leaflet = Leaflet()
        for page in 1...5 {
            leaflet.stack.push(page)
            if page.isMultiple(of: 2) { _ = leaflet.stack.pop(to: 1) }
        }
        #expect(leaflet.stack.pages == [0, 5])
        leaflet.settle()
        #expect(leaflet.shown == [0, 5])
        leaflet.endSlide()
        #expect(leaflet.released == [1, 2, 3, 4])
        #expect(leaflet.isSound)
        #expect(leaflet.stack.owned == [0, 5])
    }

    @Test func aSwipeBackShortensThePath() {
        var leaflet = Leaflet(isAnimated: false)
        for page in 1...2 { leaflet.stack.push(page) }
        leaflet.settle()
        leaflet.visible = 1
        let gone = leaflet.stack.observe(visible: 1, isSliding: false)
        #expect(gone == [2])
        leaflet.settle()
        #expect(leaflet.children == [0, 1])
    }

    @Test func aSlideThatAFingerTookBackTakesItsPageOffThePath() {
        var leaflet = Leaflet()
        leaflet.stack.push(1)
        leaflet.settle()
        (leaflet.visible, leaflet.sliding) = (0, nil)
        let gone = leaflet.stack.observe(visible: 0, isSliding: false)
        #expect(gone == [1])
        leaflet.settle()
        #expect(leaflet.children == [0])
    }

    @Test func aPathThatChangedDuringASwipeWins() {
        var leaflet = Leaflet(isAnimated: false)
        leaflet.stack.push(1)
        leaflet.settle()
        leaflet.sliding = 1
        leaflet.visible = 0
        _ = leaflet.stack.observe(visible: 0, isSliding: true)
        leaflet.stack.push(2)
        leaflet.endSlide()
        #expect(leaflet.stack.pages == [0, 1, 2])
        #expect(leaflet.visible == 2)
    }

    @Test func theRootIsNeverPopped() {
        var leaflet = Leaflet()
        let gone = leaflet.stack.pop(to: 0)
        #expect(gone.isEmpty)
        leaflet.settle()
        #expect(leaflet.stack.pages == [0])
    }

    /// Every path of pushes, pops, swipes and ends of slides to this depth.
    @Test(arguments: [true, false]) func noOrderOfEventsTakesAPageThatIsDrawn(isAnimated: Bool) {
        var paths = 0
        func go(_ leaflet: Leaflet, _ fresh: Int, _ depth: Int) {
            paths += 1
            guard depth > 0 else { return }
            for event in 0..<6 {
                var next = leaflet
                switch event {
                case 0: next.stack.push(fresh)
                case 1: _ = next.stack.pop(to: next.stack.pages.count - 1)
                case 2: _ = next.stack.pop(to: 1)
                case 3: next.settle()
                case 4:
                    guard next.sliding != nil else { continue }
                    next.endSlide()
                default:
                    // A person swipes back, or takes a running slide back.
                    guard let visible = next.visible, let index = next.children.firstIndex(of: visible) else {
                        continue
                    }
                    guard let target = next.sliding ?? (index > 0 ? next.children[index - 1] : nil) else { continue }
                    next.visible = target
                    next.endSlide()
                }
                go(next, fresh + 1, depth - 1)
            }
            var end = leaflet
            while end.sliding != nil { end.endSlide() }
            end.settle()
            while end.sliding != nil { end.endSlide() }
            #expect(end.isSound)
            #expect(end.visible == end.stack.pages.last)
            #expect(end.children == end.stack.pages)
            #expect(end.stack.owned == end.stack.pages)
        }
        go(Leaflet(isAnimated: isAnimated), 1, 7)
        #expect(paths > 20_000)
    }
}
