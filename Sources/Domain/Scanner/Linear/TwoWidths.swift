// SPDX-License-Identifier: MIT

/// Narrow and wide: measures the elements of Code 39, ITF and Codabar along the code.
struct TwoWidths {
    /// Of a code without a check of its own: an element that is neither narrow nor wide spoils all of it.
    static let leastCertainty: Float = 0.3

    /// In pixels, once the growth of the bars is taken away.
    private(set) var narrow: Float
    private(set) var wide: Float
    /// How much wider every bar is than it was meant, in pixels.
    private(set) var growth: Float
    /// The worst element so far: 1 when it is exactly narrow or wide, 0 half way between.
    private(set) var certainty: Float = 1
    private var evenness = Evenness()
    /// The same of the narrow elements alone, for print whose wide elements are not all alike.
    private var narrowEvenness = Evenness()
    /// The narrowest and the widest gap between characters so far, in narrow elements.
    private var gaps: ClosedRange<Float>?
    /// The widths that the start of the code has shown, wide to narrow.
    private var ratio: Float = 2.5

    /// From elements whose widths are known; nil when they are not of two widths, two to three and a half to one.
    init?(_ row: BarRow, at first: Int, isWide: [Bool]) {
        guard first + isWide.count <= row.count else { return nil }
        // Means of the four kinds; growth is what the bars of a kind exceed the spaces of that kind by, halved.
        var sums: [Float] = [0, 0, 0, 0]
        var counts: [Float] = [0, 0, 0, 0]
        for (index, isWide) in isWide.enumerated() {
            let kind = (isWide ? 2 : 0) + (first + index) % 2
            sums[kind] += row.width(first + index)
            counts[kind] += 1
        }
        guard counts[0] > 0, counts[1] > 0, counts[2] + counts[3] > 0 else { return nil }
        growth = (sums[0] / counts[0] - sums[1] / counts[1]) / 2
        narrow = (sums[0] / counts[0] + sums[1] / counts[1]) / 2
        wide = (sums[2] - growth * counts[2] + sums[3] + growth * counts[3]) / (counts[2] + counts[3])
        guard isPlausible, abs(growth) < 0.5 * narrow else { return nil }
        for (index, isWide) in isWide.enumerated() where take(row, first + index) != isWide { return nil }
        guard certainty > 0.15 else { return nil }
        ratio = wide / narrow
    }

    /// A start pattern of narrow elements alone: what is wide is only assumed until the first character.
    init?(_ row: BarRow, at first: Int, narrowElements count: Int) {
        guard first + count <= row.count, count >= 2 else { return nil }
        var sums: [Float] = [0, 0]
        var counts: [Float] = [0, 0]
        for element in first..<first + count {
            sums[element % 2] += row.width(element)
            counts[element % 2] += 1
        }
        growth = (sums[0] / counts[0] - sums[1] / counts[1]) / 2
        narrow = (sums[0] / counts[0] + sums[1] / counts[1]) / 2
        wide = 2.5 * narrow
        guard abs(growth) < 0.5 * narrow else { return nil }
        for element in first..<first + count {
            let width = corrected(row, element)
            guard width > 0.5 * narrow, width < 1.6 * narrow else { return nil }
        }
    }

    private var isPlausible: Bool { narrow > 0 && wide > 1.6 * narrow && wide < 4 * narrow }

    private func corrected(_ row: BarRow, _ element: Int) -> Float {
        row.width(element) - (element % 2 == 0 ? growth : -growth)
    }

    /// Whether an element is wide; nil when it is neither.
    private mutating func take(_ row: BarRow, _ element: Int) -> Bool? {
        let width = corrected(row, element)
        let place = (width - narrow) / (wide - narrow)
        guard place > -0.6, place < 1.8 else { return nil }
        let distance = place < 0 ? 1 + place * 1.6 : place > 1 ? 2.6 - place * 1.6 : abs(place - 0.5) * 2
        certainty = min(certainty, max(distance, 0))
        return place > 0.5
    }

    /// Which elements of a character are wide, the first in the highest bit; nil when one is neither.
    ///
    /// The widths follow the character, as perspective makes them grow or shrink along the code.
    mutating func character(_ row: BarRow, at first: Int, elements: Int) -> Int? {
        guard first + elements <= row.count else { return nil }
        var bits = 0
        var error: Float = 0
        var narrows: (sum: Float, count: Float) = (0, 0)
        var wides: (sum: Float, count: Float) = (0, 0)
        for element in first..<first + elements {
            guard let isWide = take(row, element) else { return nil }
            bits = bits << 1 | (isWide ? 1 : 0)
            let miss = (corrected(row, element) - (isWide ? wide : narrow)) / narrow
            error = max(error, miss * miss)
            if isWide {
                wides = (wides.sum + corrected(row, element), wides.count + 1)
            } else {
                narrows = (narrows.sum + corrected(row, element), narrows.count + 1)
            }
        }
        evenness.add(
            place: row.edges[first],
            module: (narrows.sum + wides.sum) / (narrows.count + ratio * wides.count), error: error)
        if narrows.count > 0 {
            narrowEvenness.add(place: row.edges[first], module: narrows.sum / narrows.count, error: error)
        }
        if narrows.count > 0 { narrow += 0.5 * (narrows.sum / narrows.count - narrow) }
        if wides.count > 0 { wide += 0.5 * (wides.sum / wides.count - wide) }
        guard isPlausible else { return nil }
        return bits
    }

    /// Whether an element may be the gap between two characters: of any width, but all of a code are alike.
    mutating func isGap(_ row: BarRow, _ element: Int) -> Bool {
        let gap = row.width(element) / narrow
        guard gap > 0.4, gap < 5.3 else { return false }
        let seen = gaps.map { min($0.lowerBound, gap)...max($0.upperBound, gap) } ?? gap...gap
        gaps = seen
        return seen.upperBound - seen.lowerBound < 0.8 + 0.25 * seen.lowerBound
    }

    /// Learns the wide width from a group in which exactly so many elements are wide; false when it has no such gap.
    mutating func learn(_ row: BarRow, at first: Int, elements: Int, wides: Int) -> Bool {
        guard first + elements <= row.count else { return false }
        let widths = (first..<first + elements).map { corrected(row, $0) }.sorted()
        let low = widths[..<(elements - wides)]
        let high = widths[(elements - wides)...]
        guard let lowest = high.first, let highest = low.last, lowest > 1.25 * highest else { return false }
        narrow = low.reduce(0, +) / Float(low.count)
        wide = high.reduce(0, +) / Float(high.count)
        // As many of the bars are wide as of the spaces, so what bars have more is growth.
        let bars = stride(from: first, to: first + elements, by: 2).reduce(0) { $0 + row.width($1) }
        growth = (2 * bars - row.width(first..<first + elements)) / Float(elements)
        ratio = wide / narrow
        return isPlausible
    }

    /// Whether some elements are as narrow as they should be, but for a share of that.
    func areNarrow(_ row: BarRow, _ elements: Range<Int>, within share: Float = 0.45) -> Bool {
        elements.allSatisfy { abs(corrected(row, $0) - narrow) < share * narrow }
    }

    /// Whether no character stands out of the others, as a whole or in its narrow elements.
    var isEven: Bool {
        evenness.holds(tolerance: 0.07, least: 0.15) || narrowEvenness.holds(tolerance: 0.1, least: 0.15)
    }
}
