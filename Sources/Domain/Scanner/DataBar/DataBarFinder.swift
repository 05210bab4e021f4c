// SPDX-License-Identifier: MIT

/// A finder pattern between two characters of DataBar: its number, and the growth of the bars.
struct DataBarFinder {
    /// Its number in the table.
    let index: Int
    let growth: Float
    /// The squared distance of its edges from their places, in modules.
    let error: Float

    static let elements = 5
    static let modules = 15
    /// A larger sum of the squared distances of four edges does not come from a finder.
    private static let worst: Float = 0.4
    /// The least difference to the second-best pattern.
    private static let leastMargin: Float = 0.1

    /// ISO/IEC 24724, table 4: of the left pair, from the left.
    static let omnidirectional = [
        [3, 8, 2, 1, 1], [3, 5, 5, 1, 1], [3, 3, 7, 1, 1], [3, 1, 9, 1, 1], [2, 7, 4, 1, 1], [2, 5, 6, 1, 1],
        [2, 3, 8, 1, 1], [1, 5, 7, 1, 1], [1, 3, 9, 1, 1],
    ]
    /// ISO/IEC 24724, table 9: A to F, of pairs that begin with a space, from the left.
    static let expanded = [
        [1, 8, 4, 1, 1], [3, 6, 4, 1, 1], [3, 4, 6, 1, 1], [3, 2, 8, 1, 1], [2, 6, 5, 1, 1], [2, 2, 9, 1, 1],
    ]

    /// The finder that begins at an element; one that begins with a bar has the widths from the right.
    ///
    /// - Parameter module: the module width of the characters beside it.
    init?(_ row: BarRow, at first: Int, module: Float, among patterns: [[Int]]) {
        guard first + Self.elements <= row.count, module > 0 else { return nil }
        let start = row.edges[first]
        let seen = (1...Self.elements).map { (row.edges[first + $0] - start) / module }
        let isBar = first % 2 == 0
        var best: (index: Int, growth: Float, error: Float) = (-1, 0, .infinity)
        var second = Float.infinity
        for (index, pattern) in patterns.enumerated() {
            var place: Float = 0
            var misses: [Float] = []
            for width in isBar ? pattern.reversed() : pattern {
                place += Float(width)
                misses.append(seen[misses.count] - place)
            }
            // The edges of the other kind than the first all move equally.
            let moved = (misses[0] + misses[2] + misses[4]) / 3
            var error = misses[1] * misses[1] + misses[3] * misses[3]
            for index in [0, 2, 4] { error += (misses[index] - moved) * (misses[index] - moved) }
            if error < best.error {
                second = best.error
                best = (index, isBar ? moved : -moved, error)
            } else if error < second {
                second = error
            }
        }
        guard best.index >= 0, best.error < Self.worst, second - best.error > Self.leastMargin,
            abs(best.growth) <= BarAlphabet.maximumGrowth
        else { return nil }
        (index, growth, error) = best
    }
}
