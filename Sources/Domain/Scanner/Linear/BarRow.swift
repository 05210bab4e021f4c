// SPDX-License-Identifier: MIT

/// The edges between bars and spaces along one line across a code, with fractions of a pixel.
///
/// Element `i` lies between the edges `i` and `i + 1`; even elements are bars, odd ones are spaces, and the first and
/// the last element are bars.
package struct BarRow: Sendable {
    /// More edges than the longest code that fits a card in bars: enough for 80 characters.
    package static let maximumEdges = 1024

    /// Ascending, an even number of them.
    package let edges: [Float]
    /// The clear space before the first bar.
    package let lead: Float
    /// The clear space after the last bar.
    package let trail: Float

    /// Nil when the positions do not ascend or do not pair into bars.
    package init?(edges: [Float], lead: Float, trail: Float) {
        guard edges.count >= 2, edges.count % 2 == 0, edges.count <= Self.maximumEdges, lead >= 0, trail >= 0 else {
            return nil
        }
        for index in 1..<edges.count where !(edges[index] > edges[index - 1]) { return nil }
        self.edges = edges
        self.lead = lead
        self.trail = trail
    }

    /// The same line walked from its other end; positions are negative then.
    package var reversed: BarRow {
        BarRow(ascending: edges.reversed().map { -$0 }, lead: trail, trail: lead)
    }

    private init(ascending edges: [Float], lead: Float, trail: Float) {
        self.edges = edges
        self.lead = lead
        self.trail = trail
    }

    /// The number of elements, bars and spaces.
    var count: Int { edges.count - 1 }

    func width(_ element: Int) -> Float { edges[element + 1] - edges[element] }

    func width(_ elements: Range<Int>) -> Float { edges[elements.upperBound] - edges[elements.lowerBound] }

    /// The clear space before a bar.
    func clear(before bar: Int) -> Float { bar == 0 ? lead : edges[bar] - edges[bar - 1] }

    /// The clear space after a bar.
    func clear(after bar: Int) -> Float { bar + 2 >= edges.count ? trail : edges[bar + 2] - edges[bar + 1] }
}
