// SPDX-License-Identifier: MIT

/// Codabar's characters where bars and spaces have eighteen widths, followed along a code. AIM USS-Codabar, appendix.
struct TraditionalCodabar {
    /// The mean of the narrow bars, in pixels.
    private(set) var narrow: Float = 0
    /// The least certain distinction of wide and narrow: 1 is perfect, 0 a guess.
    private(set) var certainty: Float = 1
    private var evenness = Evenness()
    /// The narrow bars and the gaps between characters so far, as shares of a character's length.
    private var bars: ClosedRange<Float>?
    private var gaps: ClosedRange<Float>?
    private var count: Float = 0

    /// Wide elements are so many times as wide as narrow ones at least.
    private static let leastRatio: Float = 1.4

    /// Which of seven elements are wide, the first in the highest bit; nil when that is in doubt.
    mutating func character(_ row: BarRow, at first: Int) -> Int? {
        let length = row.width(first..<first + 7)
        let barWidths = stride(from: first, to: first + 7, by: 2).map { row.width($0) / length }
        let spaceWidths = stride(from: first + 1, to: first + 7, by: 2).map { row.width($0) / length }
        if count > 0 {
            let gap = row.width(first - 1) / length
            let seen = gaps.map { min($0.lowerBound, gap)...max($0.upperBound, gap) } ?? gap...gap
            guard gap > 0.04, seen.upperBound < 0.4, seen.upperBound - seen.lowerBound < 0.06 + 0.2 * seen.lowerBound
            else { return nil }
            gaps = seen
        }
        // One bar is wide, or all but one; then no space is.
        guard let bar = split(barWidths, [1, 3]) else { return nil }
        let space = bar.wides == 3 ? (least: Float.infinity, wides: 0) : split(spaceWidths, [1, 2])
        guard let space else { return nil }
        if space.wides == 0, let least = spaceWidths.min(), (spaceWidths.max() ?? 0) > Self.leastRatio * least {
            return nil
        }
        let narrows = barWidths.filter { $0 < bar.least }
        for width in narrows {
            let seen = bars.map { min($0.lowerBound, width)...max($0.upperBound, width) } ?? width...width
            guard seen.upperBound < 1.5 * seen.lowerBound else { return nil }
            bars = seen
        }
        count += 1
        narrow += (length * narrows.reduce(0, +) / Float(narrows.count) - narrow) / count
        evenness.add(place: row.edges[first], module: length, error: 0)
        return (0..<7).reduce(0) { bits, index in
            let isWide =
                index % 2 == 0 ? barWidths[index / 2] >= bar.least : spaceWidths[index / 2] >= space.least
            return bits << 1 | (isWide ? 1 : 0)
        }
    }

    /// How many of some widths are wide, and the least of those: the widest gap between them in order says so.
    private mutating func split(_ widths: [Float], _ counts: [Int]) -> (least: Float, wides: Int)? {
        let sorted = widths.sorted()
        let ratios = counts.map { sorted[sorted.count - $0] / sorted[sorted.count - $0 - 1] }
        guard let best = ratios.indices.max(by: { ratios[$0] < ratios[$1] }), ratios[best] > Self.leastRatio else {
            return nil
        }
        certainty = min(certainty, 2 * (ratios[best] - Self.leastRatio))
        return (sorted[sorted.count - counts[best]], counts[best])
    }

    /// Whether all characters are equally long, but for what perspective does.
    var isEven: Bool { evenness.holds(tolerance: 0.05, least: 1) }
}
