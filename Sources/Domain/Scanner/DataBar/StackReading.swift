// SPDX-License-Identifier: MIT
import Barcodes

/// Reads DataBar in several rows: Stacked, Stacked Omnidirectional and Expanded Stacked. ISO/IEC 24724, 5.3.2 and
/// 7.2.8.
///
/// A region is divided into as many strips as possible, so that each shows one row. The content that enough separate
/// strips show is combined. The boundaries of rows are unknown, and strips between two rows show neither.
struct StackReading {
    private let strips: BarStrips
    private let symbologies: Set<Symbology>
    private let effort: Scan.Effort

    /// The strips of a region; more strips separate more rows.
    static let strips = 24
    /// The share of the region's height that they cover, above 1 because its ends are known only roughly.
    static let share: Float = 1.1
    /// The numbers of strips read together, widest first: noise and thin rows need different ones.
    private static let windows = [4, 2, 1]
    /// The number of separate windows that must agree.
    private static let leastVotes = 2

    init(_ strips: BarStrips, _ symbologies: Set<Symbology>, _ effort: Scan.Effort) {
        self.strips = strips
        self.symbologies = symbologies.intersection([.dataBar, .dataBarExpanded])
        self.effort = effort
    }

    /// Whether two strips near each other show a pair of characters at the same place.
    var isWorthwhile: Bool {
        guard !symbologies.isEmpty else { return false }
        var before: [[Float]] = []
        for strip in 0..<strips.count {
            let places = pairs(in: strip)
            // The bars may lean, so that a place moves a little from strip to strip.
            for (distance, others) in zip(1...Self.nearby, before.reversed()) {
                let most = Self.sameness * Float(distance)
                if places.contains(where: { place in others.contains { abs($0 - place) < most } }) { return true }
            }
            before.append(places)
        }
        return false
    }

    /// The largest offset of one edge in the next strip, in bins.
    private static let sameness: Float = 8
    /// Of a row in several strips, noise may hide the pair in one.
    private static let nearby = 2

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

    /// The code formed by the rows, if there is one, and whether any part of a code was seen.
    func reading() -> (seen: StripReading.Seen?, hasParts: Bool) {
        guard !symbologies.isEmpty else { return (nil, false) }
        var hasParts = false
        for deviation in deviations {
            for window in Self.windows where window <= strips.count && isWorth(window, hasParts) {
                var tally = StackTally()
                for first in stride(from: 0, through: strips.count - window, by: max(window / 2, 1)) {
                    look(first..<first + window, deviation, &tally)
                }
                if let seen = tally.reading(leastVotes: Self.leastVotes) { return (seen, true) }
                if !tally.isEmpty { hasParts = true }
            }
        }
        return (nil, hasParts)
    }

    /// A frame has time for strips one by one only where wider windows show a part of a code.
    private func isWorth(_ window: Int, _ hasParts: Bool) -> Bool { effort == .photo || window > 1 || hasParts }

    /// The blurs to undo, in bins; negative values smooth.
    private var deviations: [Float?] {
        if profile(0..<min(4, strips.count)).isNoisy { return effort == .photo ? [nil, -1.2, -2.2] : [nil, -1.2] }
        return effort == .photo ? [nil, 2.5, 4, 6] : [nil]
    }

    private func profile(_ rows: Range<Int>) -> BarProfile {
        BarProfile(
            greys: strips.mean(rows), noise: strips.noise / Float(rows.count).squareRoot(), seen: strips.seen(rows))
    }

    /// Reads some strips in both polarities and from both ends: a row of a light-on-dark stack looks like the other
    /// half of a dark-on-light one.
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
