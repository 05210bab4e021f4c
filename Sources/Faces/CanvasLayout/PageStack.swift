// SPDX-License-Identifier: MIT

/// The pages of a stack, and how the widget that slides between them follows.
///
/// The path changes at once and as often as it likes. The widget follows in steps, one slide at a time:
///
///     still ──another page is on top──▶ attach what is missing, show the top ──▶ sliding ──it ended──▶ still
///     still ──the top is shown──▶ release what was popped
///
/// A page is owned from its push until its release. No page is released while the widget shows it or slides it away, and
/// whatever the path was meanwhile, only the page that is on top at the end of a slide is shown next.
nonisolated package struct PageStack<Page: Equatable> {
    /// What the widget is to do now.
    package enum Step {
        /// Takes a page in above all others, unseen.
        case attach(Page)
        /// Makes a page the one that is seen; it may slide in.
        case show(Page)
        /// Gives a page back, if it was ever taken in, and forgets it.
        case release(Page)
    }

    /// The path, from the root to the top.
    package private(set) var pages: [Page] = []
    private var attached: [Page] = []
    private var popped: [Page] = []
    private var shown: Page?
    private var isSliding = false

    package init() {}

    /// All that is owned: the path, and what was popped and has not been released.
    package var owned: [Page] { pages + popped }

    /// Whether this page is the last of the path.
    package func isOnTop(_ page: Page?) -> Bool { page != nil && pages.last == page }

    /// Puts a page on top.
    package mutating func push(_ page: Page) { pages.append(page) }

    /// Shortens the path; the root always stays.
    ///
    /// - Returns: the pages that left it, the lowest first.
    package mutating func pop(to count: Int) -> [Page] {
        guard count >= 1, count < pages.count else { return [] }
        let gone = Array(pages[count...])
        pages.removeSubrange(count...)
        popped += gone
        return gone
    }

    /// Takes in how the widget stands, after each step and whenever it says that something has changed.
    ///
    /// Where a person went to another page by a swipe or a key, the path follows, unless it has changed in the meantime.
    /// - Returns: the pages that left the path by it, the lowest first.
    package mutating func observe(visible: Page?, isSliding: Bool) -> [Page] {
        self.isSliding = isSliding
        guard !isSliding, let visible, visible != shown else { return [] }
        let isPathShown = shown == pages.last
        shown = visible
        guard isPathShown, let index = pages.firstIndex(of: visible) else { return [] }
        return pop(to: index + 1)
    }

    /// The next step of the widget; nil while it slides, and when nothing is left to do.
    package mutating func next() -> Step? {
        guard !isSliding, let top = pages.last else { return nil }
        if shown != top {
            if let missing = pages.first(where: { !attached.contains($0) }) {
                attached.append(missing)
                return .attach(missing)
            }
            shown = top
            return .show(top)
        }
        guard !popped.isEmpty else { return nil }
        let page = popped.removeFirst()
        attached.removeAll { $0 == page }
        return .release(page)
    }
}
