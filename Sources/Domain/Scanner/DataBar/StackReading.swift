// SPDX-License-Identifier: MIT
import Symbols

/// Reads DataBar in several rows: Stacked, Stacked Omnidirectional and Expanded Stacked. ISO/IEC 24724, 5.3.2 and
/// 7.2.8.
///
/// The strips of a region are as many as may be, so that each shows one row; what enough of them say apart from each
/// other is put together. Nothing is known of where one row ends: strips between two rows show neither.
struct StackReading {
    private let strips: BarStrips
    private let symbologies: Set<Symbology>
    private let effort: Scan.Effort

    /// Strips of a region: the more, the more rows can be told apart.
    static let strips = 24
    /// The share of the region's height that they cover: its ends are known roughly.
    static let share: Float = 1.1
    /// The number of strips read together, widest first: noise and thin rows ask for different ones.
    private var windows: [Int] { effort == .photo ? [4, 2, 1] : [4, 2] }
    /// Separate windows that must say the same.
    private static let leastVotes = 2

    init(_ strips: BarStrips, _ symbologies: Set<Symbology>, _ effort: Scan.Effort) {
        self.strips = strips
        self.symbologies = symbologies.intersection([.dataBar, .dataBarExpanded])
        self.effort = effort
    }

    /// Whether a pair of characters shows in two strips beside each other, at the same place.
    var isWorthwhile: Bool {
        guard !symbologies.isEmpty else { return false }
        var before: [Float] = []
        for strip in 0..<strips.count {
            let places = pairs(in: strip)
            if places.contains(where: { place in before.contains { abs($0 - place) < Self.sameness } }) { return true }
            before = places
        }
        return false
    }

    /// Bins by which one edge may lie beside itself in the next strip.
    private static let sameness: Float = 6

    /// Where pairs seem to begin in a strip.
    private func pairs(in strip: Int) -> [Float] {
        let rows = profile(strip..<strip + 1).rows(share: 0.12)
        return [rows.dark, rows.light].compactMap { $0 }.flatMap { row in
            [row, row.reversed].flatMap { row in
                (0..<row.count).filter { hasPair(row, at: $0) }.map { abs(row.edges[$0]) }
            }
        }
    }

    private func hasPair(_ row: BarRow, at first: Int) -> Bool {
        symbologies.contains(.dataBar) && DataBarCode.mayHavePair(row, at: first)
            || symbologies.contains(.dataBar) && first % 2 == 0 && DataBarLimited.mayBegin(row, first)
            || symbologies.contains(.dataBarExpanded) && DataBarExpanded.mayHavePair(row, at: first)
    }

    /// The code that the rows are, if they are one.
    func readings() -> [StripReading.Seen] {
        guard !symbologies.isEmpty else { return [] }
        for deviation in deviations {
            for window in windows where window <= strips.count {
                var tally = StackTally()
                for first in stride(from: 0, through: strips.count - window, by: max(window / 2, 1)) {
                    look(first..<first + window, deviation, &tally)
                }
                if let seen = tally.reading(leastVotes: Self.leastVotes) { return [seen] }
            }
        }
        return []
    }

    /// The blurs to be undone, in bins; below 0 what a smoothing adds.
    private var deviations: [Float?] {
        if profile(0..<min(4, strips.count)).isNoisy { return effort == .photo ? [nil, -1.2, -2.2] : [nil, -1.2] }
        return effort == .photo ? [nil, 2.5, 4, 6] : [nil]
    }

    private func profile(_ rows: Range<Int>) -> BarProfile {
        BarProfile(
            greys: strips.mean(rows), noise: strips.noise / Float(rows.count).squareRoot(), seen: strips.seen(rows))
    }

    /// What some strips show, either way round and from both ends: a row of a stack that is light on dark looks like
    /// the other half of one that is not.
    private func look(_ window: Range<Int>, _ deviation: Float?, _ tally: inout StackTally) {
        var profile = profile(window)
        if let deviation {
            profile =
                deviation < 0
                ? profile.smoothed(deviation: -deviation) : profile.sharpened(deviation: deviation, rounds: 12)
        }
        for share: Float in [0.3, 0.12] {
            var isRead = false
            let rows = profile.rows(share: share)
            for (row, isInverted) in [(rows.dark, false), (rows.light, true)] {
                guard let row else { continue }
                for isReversed in [false, true] {
                    let walked = isReversed ? row.reversed : row
                    let found = found(walked, isReversed: isReversed, isInverted: isInverted)
                    for row in found { tally.add(row, window) }
                    if !found.isEmpty { isRead = true }
                }
            }
            if isRead { return }
        }
    }

    private func found(_ row: BarRow, isReversed: Bool, isInverted: Bool) -> [StackTally.Row] {
        var found: [StackTally.Row] = []
        for first in stride(from: 0, to: row.count, by: 2) {
            let half = symbologies.contains(.dataBar) ? DataBarCode.half(row, at: first) : nil
            let pairs = symbologies.contains(.dataBarExpanded) ? DataBarExpanded.pairs(row, at: first) : nil
            guard let elements = half?.elements ?? pairs?.elements else { continue }
            let ends = [elements.lowerBound, elements.upperBound].map { abs(row.edges[$0]) / 2 + strips.start }
            found.append(
                StackTally.Row(
                    halves: half.map { [($0.half, $0.certainty)] } ?? [],
                    pairs: pairs?.pairs.map { (DataBarExpanded.Part($0), $0.certainty) } ?? [],
                    along: min(ends[0], ends[1])...max(ends[0], ends[1]), isReversed: isReversed,
                    isInverted: isInverted))
        }
        return found
    }
}
