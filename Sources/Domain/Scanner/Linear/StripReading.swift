// SPDX-License-Identifier: MIT
import Barcodes

/// Reads the strips of one region: first all together, then parts of them, sharpened where that may help.
struct StripReading {
    /// A reading that was confirmed.
    struct Seen {
        var reading: BarReading
        /// From its first bar to its last, along the region's axis.
        var along: ClosedRange<Float>
        var isReversed: Bool
        var isInverted: Bool

        /// Another text of the same bars: of two, only that of all strips can be right.
        func contradicts(_ other: Seen) -> Bool {
            reading.symbology == other.reading.symbology && along.overlaps(other.along)
        }

        /// The same text at the same place.
        func repeats(_ other: Seen) -> Bool {
            reading.agrees(with: other.reading) && along.overlaps(other.along)
        }
    }

    private let strips: BarStrips
    private let symbologies: Set<Symbology>
    private let effort: Scan.Effort

    init(_ strips: BarStrips, _ symbologies: Set<Symbology>, _ effort: Scan.Effort) {
        self.strips = strips
        self.symbologies = symbologies
        self.effort = effort
    }

    /// Shares of the contrast that a turn must exceed: high keeps dirt out, low keeps blurred bars in.
    private static let shares: [Float] = [0.3, 0.12]

    /// Whether further work could find a code: some bars follow a clear space, or noise hides them.
    /// DataBar needs no such space; `StackReading` looks for it.
    var isWorthwhile: Bool {
        let whole = profile(0..<strips.count)
        if whole.isNoisy { return true }
        let rows = whole.rows(share: 0.12)
        return [rows.dark, rows.light].contains { $0?.mayHoldCode(of: []) ?? false }
    }

    /// Every code in the strips.
    func readings() -> [Seen] {
        readings(0..<strips.count, isWhole: true)
    }

    /// What some strips say together, or else what their halves say.
    private func readings(_ range: Range<Int>, isWhole: Bool) -> [Seen] {
        var confirmed: [Seen] = []
        let isNoisy = profile(range).isNoisy
        for attempt in Attempt.allCases where isWorth(attempt, isNoisy: isNoisy, isWhole: isWhole) {
            confirmed = seen(profile(range, attempt)).filter {
                isCertain($0, after: attempt) && isConfirmed($0, by: range) && !isPatchwork($0, of: range)
            }
            if !confirmed.isEmpty { break }
        }
        guard range.count > (effort == .frame ? 2 : 1), confirmed.isEmpty || (isWhole && effort == .photo) else {
            return confirmed
        }
        let isRead = !confirmed.isEmpty
        let middle = (range.lowerBound + range.upperBound) / 2
        for half in [range.lowerBound..<middle, middle..<range.upperBound] {
            for seen in readings(half, isWhole: false)
            where !confirmed.contains(where: { $0.repeats(seen) || (isWhole && isRead && $0.contradicts(seen)) }) {
                confirmed.append(seen)
            }
        }
        return confirmed
    }

    private func profile(_ rows: some Collection<Int>) -> BarProfile {
        BarProfile(
            greys: strips.mean(rows), noise: strips.noise / Float(rows.count).squareRoot(), seen: strips.seen(rows))
    }

    /// What may help to read a line, in the order of what it costs and brings.
    private enum Attempt: CaseIterable {
        case plain, slightlySharpened, sharpened, stronglySharpened, smoothed, stronglySmoothed, darkest

        /// How much the bars are taken to be blurred, or are to be, in bins.
        var deviation: Float? {
            switch self {
            case .plain, .darkest: nil
            case .smoothed: 1.2
            case .stronglySmoothed: 2.2
            case .slightlySharpened: 2.5
            case .sharpened: 4
            case .stronglySharpened: 6
            }
        }
    }

    private func isWorth(_ attempt: Attempt, isNoisy: Bool, isWhole: Bool) -> Bool {
        switch attempt {
        case .plain: true
        case .darkest: isWhole && strips.count >= 4
        // Sharpening noise makes more of it, and smoothing clear bars makes them less so.
        case .smoothed, .stronglySmoothed: isNoisy
        default: !isNoisy && (isWhole || effort == .photo)
        }
    }

    /// Whether a doubtful character may be put together from strips that show different bars: the mean of damaged bars
    /// and a scratch may look like a digit that the check digit happens to allow. A reflection makes strips differ as
    /// well, but leaves no character in doubt.
    private func isPatchwork(_ seen: Seen, of range: Range<Int>) -> Bool {
        guard let modules = seen.reading.modules, seen.reading.certainty < 0.7 else { return false }
        let reach = Self.reach
        let first = max(Int((seen.along.lowerBound - strips.start) * 2), reach)
        let last = min(Int((seen.along.upperBound - strips.start) * 2), strips.bins - reach - 1)
        guard first < last else { return true }
        let mean = strips.mean(range)
        let contrast = (mean[first...last].max() ?? 0) - (mean[first...last].min() ?? 0)
        let expected = 2 * strips.noise * strips.noise
        let allowed = expected + 0.0225 * contrast * contrast
        let size = max(3 * (last - first) / modules, 4)
        return stride(from: first, to: last - size, by: size / 2).contains { start in
            let difference = range.reduce(Float(0)) { sum, strip in
                sum
                    + (-reach...reach).reduce(Float.infinity) { least, lag in
                        min(least, strips.difference(of: strip, shiftedBy: lag, from: mean, in: start..<start + size))
                    }
            }
            return difference > allowed * Float(range.count)
        }
    }

    /// The largest offset of bars from those of the next strip, in bins.
    private static let reach = 4

    /// Whether no character is a guess. Smoothing a line, or taking the darkest of each place, moves edges by as much as
    /// makes one character out of another: more is asked for after that. So does undoing a blur wider than a module,
    /// after which no bar could have been told from the next.
    private func isCertain(_ seen: Seen, after attempt: Attempt) -> Bool {
        let certainty = seen.reading.certainty
        let movesEdges = [.smoothed, .stronglySmoothed, .darkest].contains(attempt)
        switch seen.reading.symbology {
        case .ean13, .upcA, .ean8, .upcE, .dataBar, .dataBarExpanded: break
        case .itf: return !movesEdges || certainty > 0.6
        case .code128, .code93: return certainty > 0.1
        default: return true
        }
        // Bins are half a pixel.
        let module = 2 * (seen.along.upperBound - seen.along.lowerBound) / Float(seen.reading.modules ?? 1)
        return movesEdges ? certainty > 0.3 : (attempt.deviation ?? 0) <= module
    }

    private func profile(_ rows: some Collection<Int>, _ attempt: Attempt) -> BarProfile {
        if attempt == .darkest {
            return BarProfile(greys: strips.darkest(rows), noise: strips.noise * 0.6, seen: strips.seen(rows))
        }
        let plain = profile(rows)
        guard let deviation = attempt.deviation else { return plain }
        return attempt == .smoothed || attempt == .stronglySmoothed
            ? plain.smoothed(deviation: deviation) : plain.sharpened(deviation: deviation, rounds: 12)
    }

    /// All codes of a line, in both directions and both polarities.
    private func seen(_ profile: BarProfile) -> [Seen] {
        for share in Self.shares {
            let rows = profile.rows(share: share)
            for (row, isInverted) in [(rows.dark, false), (rows.light, true)] {
                guard let row, row.mayHoldCode(of: symbologies) else { continue }
                for isReversed in [false, true] {
                    let walked = isReversed ? row.reversed : row
                    let readings = walked.readings(of: symbologies)
                    guard !readings.isEmpty else { continue }
                    return readings.map { reading in
                        let ends = [reading.elements.lowerBound, reading.elements.upperBound]
                            .map { abs(walked.edges[$0]) / 2 + strips.start }
                        return Seen(
                            reading: reading, along: (ends.min() ?? 0)...(ends.max() ?? 0), isReversed: isReversed,
                            isInverted: isInverted)
                    }
                }
            }
        }
        return []
    }

    /// Whether the reading proves itself, or both halves of the strips say the same: every other one, so that a
    /// reflection does not hide the code from one half.
    private func isConfirmed(_ seen: Seen, by range: Range<Int>) -> Bool {
        // In one strip alone a scratch may stand where a bar would make a digit.
        let isEAN = [.ean13, .upcA].contains(seen.reading.symbology)
        if seen.reading.isSelfEvident, seen.reading.certainty > 0.3, !isEAN || range.count > 1 { return true }
        guard range.count > 1, ![.ean8, .itf, .upcE].contains(seen.reading.symbology) || isAlone(seen) else {
            return false
        }
        var votes = 0
        for first in [range.lowerBound, range.lowerBound + 1] {
            let rows = Array(stride(from: first, to: range.upperBound, by: 2))
            if says(seen, rows) { votes += 1 }
        }
        return votes >= (seen.reading.isSelfEvident ? 1 : 2)
    }

    /// Whether nothing is printed beside the code in any strip, as far as the picture goes: a part of an ITF reads like a
    /// whole one, half an EAN-13 like a UPC-E, and the middle of a UPC-A like an EAN-8.
    private func isAlone(_ seen: Seen) -> Bool {
        let range = 0..<strips.count
        let greys = strips.mean(range)
        let visible = strips.seen(range)
        let first = Int((seen.along.lowerBound - strips.start) * 2)
        let last = Int((seen.along.upperBound - strips.start) * 2)
        // Two digits of ITF take 16 to 18 narrow elements, start and stop nine.
        let narrow = Float(last - first) / Float(seen.reading.modules ?? seen.reading.bytes.count * 8 + 9)
        let near = Int(1.5 * narrow)
        let far = Int((seen.reading.symbology == .ean8 ? 3 : 4.5) * narrow)
        guard 0..<greys.count ~= first, first < last, last < greys.count else { return false }
        let code = greys[first...last]
        let contrast = (code.max() ?? 0) - (code.min() ?? 0)
        let sides =
            [max(first - far, visible.lowerBound)..<max(first - near, visible.lowerBound)]
            + [min(last + near, visible.upperBound)..<min(last + far, visible.upperBound)]
        return sides.allSatisfy { side in
            let beside = greys[side]
            return beside.isEmpty || (beside.max() ?? 0) - (beside.min() ?? 0) < 0.3 * contrast
        }
    }

    /// Whether some strips alone say what was seen, in the first way in which they say anything.
    private func says(_ seen: Seen, _ rows: [Int]) -> Bool {
        let isNoisy = profile(rows).isNoisy
        for attempt in Attempt.allCases where isWorth(attempt, isNoisy: isNoisy, isWhole: true) {
            let profile = profile(rows, attempt)
            for share in Self.shares {
                let found = profile.rows(share: share)
                guard let row = seen.isInverted ? found.light : found.dark else { continue }
                let readings = (seen.isReversed ? row.reversed : row).readings(of: symbologies)
                guard readings.isEmpty else { return readings.contains { $0.agrees(with: seen.reading) } }
            }
        }
        return false
    }
}
