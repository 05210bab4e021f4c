// SPDX-License-Identifier: MIT

/// One character of DataBar: its value, and its contribution to the check. ISO/IEC 24724, 5.2.2, 6.2.2 and 7.2.2.
struct DataBarCharacter: Hashable {
    let value: Int
    /// The widths, from the side away from the finder.
    let widths: [Int]

    /// How a kind of character divides its modules: the odd elements (first, third, …) have one of a few sums.
    struct Kind: Sendable {
        let modules: Int
        let elements: Int
        /// The sums of the odd elements with the width of the widest odd element; the widest even one has nine minus
        /// that.
        let groups: [(sum: Int, widest: Int)]
        /// The first value of each group.
        let firsts: [Int]
        /// The number of values of the elements that count as units: the even ones where `isOddHigh`, else the odd
        /// ones.
        let units: [Int]
        /// Whether the odd elements are the more significant ones.
        let isOddHigh: Bool
        /// Whether one of the odd elements, instead of the even ones, has a single module.
        let isOddNarrow: Bool
    }

    /// Tables 1 and 2.
    static let outer = Kind(
        modules: 16, elements: 8, groups: [(12, 8), (10, 6), (8, 4), (6, 3), (4, 1)],
        firsts: [0, 161, 961, 2015, 2715],
        units: [1, 10, 34, 70, 126], isOddHigh: true, isOddNarrow: false)
    static let inner = Kind(
        modules: 15, elements: 8, groups: [(5, 2), (7, 4), (9, 6), (11, 8)], firsts: [0, 336, 1036, 1516],
        units: [4, 20, 48, 81], isOddHigh: false, isOddNarrow: true)
    /// Table 6.
    static let limited = Kind(
        modules: 26, elements: 14, groups: [(17, 6), (13, 5), (9, 3), (15, 5), (11, 4), (19, 8), (7, 1)],
        firsts: [0, 183_064, 820_064, 1_000_776, 1_491_021, 1_979_845, 1_996_939],
        units: [28, 728, 6454, 203, 2408, 1, 16632], isOddHigh: true, isOddNarrow: false)
    /// Table 8.
    static let expanded = Kind(
        modules: 17, elements: 8, groups: [(12, 7), (10, 5), (8, 4), (6, 3), (4, 1)],
        firsts: [0, 348, 1388, 2948, 3988],
        units: [4, 20, 52, 104, 204], isOddHigh: true, isOddNarrow: true)

    /// - Parameter widths: from the side away from the finder; nil when the kind has no such character.
    init?(_ kind: Kind, widths: [Int]) {
        guard widths.count == kind.elements, widths.reduce(0, +) == kind.modules else { return nil }
        let odd = stride(from: 0, to: widths.count, by: 2).map { widths[$0] }
        let even = stride(from: 1, to: widths.count, by: 2).map { widths[$0] }
        let sum = odd.reduce(0, +)
        guard let group = kind.groups.firstIndex(where: { $0.sum == sum }),
            let oddRank = WidthRank.rank(
                of: odd, widest: kind.groups[group].widest, needsNarrow: kind.isOddNarrow),
            let evenRank = WidthRank.rank(
                of: even, widest: 9 - kind.groups[group].widest, needsNarrow: !kind.isOddNarrow)
        else { return nil }
        let units = kind.units[group]
        value = kind.firsts[group] + (kind.isOddHigh ? oddRank * units + evenRank : evenRank * units + oddRank)
        self.widths = widths
    }

    /// The sum of the widths weighted by powers of three, from the `first`th power on.
    func check(first: Int, modulus: Int) -> Int {
        var weight = 1
        for _ in 0..<first { weight = weight * 3 % modulus }
        var sum = 0
        for width in widths {
            sum += weight * width
            weight = weight * 3 % modulus
        }
        return sum % modulus
    }
}

/// A character as measured in a row.
struct SeenCharacter {
    let character: DataBarCharacter
    let fit: WidthFit

    /// 1 where every edge is exactly in place, 0 where another character is equally near.
    var certainty: Float { fit.margin / 2 }

    /// A larger mean squared distance of the edges does not come from a character.
    private static let worst: Float = 0.07

    /// - Parameter isMirrored: whether the finder is to the left, so that the widths are counted from the right.
    init?(_ kind: DataBarCharacter.Kind, _ row: BarRow, at first: Int, isMirrored: Bool, growth: Float) {
        // From the right, the elements at even indices are the even ones.
        let isOddSumOdd = kind.groups[0].sum % 2 == 1
        let isSumOdd = kind.modules % 2 == 1
        guard
            let fit = WidthFit(
                row, at: first, count: kind.elements, modules: kind.modules, growth: growth,
                isEvenSumOdd: isMirrored ? isOddSumOdd != isSumOdd : isOddSumOdd),
            fit.error < Self.worst * Float(kind.elements - 1),
            let character = DataBarCharacter(kind, widths: isMirrored ? fit.widths.reversed() : fit.widths)
        else { return nil }
        self.character = character
        self.fit = fit
    }
}
