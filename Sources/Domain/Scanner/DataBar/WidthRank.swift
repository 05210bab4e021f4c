// SPDX-License-Identifier: MIT

/// The rank of some widths among all those of a DataBar character. ISO/IEC 24724, annex B.
enum WidthRank {
    /// The number of widths that come before these, in the order of their digits, among those of the same count and sum
    /// whose widest has at most `widest` modules and, where asked for, whose narrowest has one; nil when these do not
    /// belong to them.
    static func rank(of widths: [Int], widest: Int, needsNarrow: Bool) -> Int? {
        guard widths.allSatisfy({ 1...widest ~= $0 }), !needsNarrow || widths.contains(1) else { return nil }
        var rest = widths.reduce(0, +)
        var isNarrow = false
        var rank = 0
        for (index, width) in widths.enumerated() {
            let behind = widths.count - 1 - index
            for smaller in 1..<max(width, 1) {
                rank += ways(rest - smaller, behind, from: 1, to: widest)
                // The widths in which no element before, here or after has one module.
                if needsNarrow, !isNarrow, smaller > 1 {
                    rank -= ways(rest - smaller, behind, from: 2, to: widest)
                }
            }
            rest -= width
            if width == 1 { isNarrow = true }
        }
        return rank
    }

    /// The number of ways to divide these modules among these elements, each of `narrowest` to `widest`.
    private static func ways(_ modules: Int, _ elements: Int, from narrowest: Int, to widest: Int) -> Int {
        guard 0...mostModules ~= modules else { return 0 }
        return table[((narrowest - 1) * 9 + widest) * rows + elements * (mostModules + 1) + modules]
    }

    private static let mostModules = 20
    private static let mostElements = 7
    private static let rows = (mostElements + 1) * (mostModules + 1)

    /// Indexed by narrowest, widest, number of elements and number of modules.
    private static let table: [Int] = {
        var table: [Int] = []
        for narrowest in 1...2 {
            for widest in 0...8 {
                var row = [1] + [Int](repeating: 0, count: mostModules)
                for _ in 0...mostElements {
                    table += row
                    row = (0...mostModules).map { modules in
                        (narrowest..<max(widest + 1, narrowest)).reduce(0) { sum, width in
                            width <= modules ? sum + row[modules - width] : sum
                        }
                    }
                }
            }
        }
        return table
    }()
}
