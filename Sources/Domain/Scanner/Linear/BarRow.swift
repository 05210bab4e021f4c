// SPDX-License-Identifier: MIT

/// The subpixel edges between bars and spaces along one line across a code.
///
/// Element `i` lies between the edges `i` and `i + 1`; even elements are bars, odd ones are spaces, and the first and
/// the last element are bars.
package struct BarRow: Sendable {
    /// More edges than the longest linear code on a card: enough for 80 characters.
    package static let maximumEdges = 1024

    /// Ascending and even in number.
    package let edges: [Float]
    /// The clear space before the first bar.
    package let lead: Float
    /// The clear space after the last bar.
    package let trail: Float
    /// Whether the picture ends with that space or bar, so that the content beyond is unknown.
    package let borders: Borders

    /// The ends of a line that are edges of the picture.
    package struct Borders: OptionSet, Sendable {
        package let rawValue: UInt8
        package static let before = Borders(rawValue: 1)
        package static let after = Borders(rawValue: 2)

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        var reversed: Borders {
            (contains(.before) ? Borders.after : []).union(contains(.after) ? .before : [])
        }
    }

    /// Nil when the positions do not ascend or do not pair into bars.
    package init?(edges: [Float], lead: Float, trail: Float, borders: Borders = []) {
        guard edges.count >= 2, edges.count % 2 == 0, edges.count <= Self.maximumEdges, lead >= 0, trail >= 0 else {
            return nil
        }
        for index in 1..<edges.count where !(edges[index] > edges[index - 1]) { return nil }
        self.edges = edges
        self.lead = lead
        self.trail = trail
        self.borders = borders
    }

    /// The same line from its other end; positions are then negative.
    package var reversed: BarRow {
        BarRow(ascending: edges.reversed().map { -$0 }, lead: trail, trail: lead, borders: borders.reversed)
    }

    private init(ascending edges: [Float], lead: Float, trail: Float, borders: Borders) {
        self.edges = edges
        self.lead = lead
        self.trail = trail
        self.borders = borders
    }

    /// The number of elements, bars and spaces.
    var count: Int { edges.count - 1 }

    func width(_ element: Int) -> Float { edges[element + 1] - edges[element] }

    func width(_ elements: Range<Int>) -> Float { edges[elements.upperBound] - edges[elements.lowerBound] }

    /// The clear space before a bar.
    func clear(before bar: Int) -> Float { bar == 0 ? lead : edges[bar] - edges[bar - 1] }

    /// The clear space after a bar.
    func clear(after bar: Int) -> Float { bar + 2 >= edges.count ? trail : edges[bar + 2] - edges[bar + 1] }

    /// Whether the space before a bar ends with the picture.
    func isAtBorder(before bar: Int) -> Bool { bar == 0 && borders.contains(.before) }

    /// Whether the space after a bar ends with the picture.
    func isAtBorder(after bar: Int) -> Bool { bar + 2 >= edges.count && borders.contains(.after) }

    /// Whether a code may begin at a bar: this much clear space is before it, or the picture or the paper ends there.
    func isQuiet(before bar: Int, _ space: Float, module: Float) -> Bool {
        clear(before: bar) >= space * module || isEnd(before: bar, module: module)
    }

    /// Whether a code may end at a bar, by the same rule.
    func isQuiet(after bar: Int, _ space: Float, module: Float) -> Bool {
        clear(after: bar) >= space * module || isEnd(after: bar, module: module)
    }

    /// Whether the picture ends with the space before a bar, or something begins there that is wider than any bar.
    private func isEnd(before bar: Int, module: Float) -> Bool {
        isAtBorder(before: bar)
            || bar >= 2 && width(bar - 2) > Self.widest * module && clear(before: bar) >= Self.leastSpace * module
    }

    private func isEnd(after bar: Int, module: Float) -> Bool {
        isAtBorder(after: bar)
            || bar + 2 < count && width(bar + 2) > Self.widest * module && clear(after: bar) >= Self.leastSpace * module
    }

    /// Whether the picture or the paper was cut along both ends of a code alike, as people do it: where one end is cut
    /// nearer than the other, some of the code may be missing.
    func isCutEvenly(_ first: Int, _ last: Int, module: Float) -> Bool {
        isEnd(before: first, module: module) && isEnd(after: last, module: module)
            && abs(clear(before: first) - clear(after: last)) < max(0.3 * module, 1.2)
    }

    /// Modules of clear space that are enough in front of something wider than any bar.
    private static let leastSpace: Float = 0.7
    /// Modules that no bar has.
    private static let widest: Float = 7
}
