// SPDX-License-Identifier: MIT
import Symbols

/// Reads the strips of one region: all together first, then parts of them, sharpened where that may help.
struct StripReading {
    /// A reading that was confirmed.
    struct Seen {
        var reading: BarReading
        /// From its first bar to its last, along the region's axis.
        var along: ClosedRange<Float>
        var isReversed: Bool
        var isInverted: Bool

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
    /// Whether further work could find a code: some bars stand behind a clear space, or noise hides what there is.
    var isWorthwhile: Bool {
        let whole = profile(0..<strips.count)
        if whole.isNoisy { return true }
        let rows = whole.rows(share: 0.12)
        return [rows.dark, rows.light].contains { $0.map { $0.mayHoldCode || $0.reversed.mayHoldCode } ?? false }
    }

    /// Every code in the strips.
    func readings() -> [Seen] {
        readings(0..<strips.count, isWhole: true)
    }

    /// What some strips say together, or else what their halves say.
    private func readings(_ range: Range<Int>, isWhole: Bool) -> [Seen] {
        var confirmed: [Seen] = []
        for attempt in Attempt.allCases where isWorth(attempt, isWhole: isWhole) {
            confirmed = seen(profile(range, attempt)).filter { isConfirmed($0, by: range) }
            if !confirmed.isEmpty { break }
        }
        guard range.count > 1, confirmed.isEmpty || (isWhole && effort == .photo) else { return confirmed }
        let middle = (range.lowerBound + range.upperBound) / 2
        for half in [range.lowerBound..<middle, middle..<range.upperBound] {
            for seen in readings(half, isWhole: false) where !confirmed.contains(where: { $0.repeats(seen) }) {
                confirmed.append(seen)
            }
        }
        return confirmed
    }

    private func profile(_ range: Range<Int>) -> BarProfile {
        BarProfile(greys: strips.mean(range), noise: strips.noise / Float(range.count).squareRoot())
    }

    /// What may help to read a line, in the order of what it costs and brings.
    private enum Attempt: CaseIterable {
        case plain, slightlySharpened, sharpened, stronglySharpened, median

        /// How much the bars are taken to be blurred, in bins.
        var deviation: Float? {
            switch self {
            case .plain, .median: nil
            case .slightlySharpened: 2.5
            case .sharpened: 4
            case .stronglySharpened: 6
            }
        }
    }

    private func isWorth(_ attempt: Attempt, isWhole: Bool) -> Bool {
        switch attempt {
        case .plain: true
        case .median: isWhole && strips.count >= 4
        default: isWhole || effort == .photo
        }
    }

    private func profile(_ range: Range<Int>, _ attempt: Attempt) -> BarProfile {
        let plain = profile(range)
        if attempt == .median { return BarProfile(greys: strips.median(), noise: plain.noise * 1.25) }
        return attempt.deviation.map { plain.sharpened(deviation: $0, rounds: 12) } ?? plain
    }

    /// Everything that a line says, in both directions and both ways round.
    private func seen(_ profile: BarProfile) -> [Seen] {
        for share in Self.shares {
            let rows = profile.rows(share: share)
            for (row, isInverted) in [(rows.dark, false), (rows.light, true)] {
                guard let row, row.mayHoldCode || row.reversed.mayHoldCode else { continue }
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

    /// Whether the reading proves itself, or each half of the strips says the same.
    private func isConfirmed(_ seen: Seen, by range: Range<Int>) -> Bool {
        if seen.reading.isSelfEvident, seen.reading.certainty > 0.3 { return true }
        guard range.count > 1 else { return false }
        let middle = (range.lowerBound + range.upperBound) / 2
        let needed = seen.reading.isSelfEvident ? 1 : 2
        var votes = 0
        for range in [range.lowerBound..<middle, middle..<range.upperBound] {
            search: for attempt in Attempt.allCases where attempt != .median {
                let variant = profile(range, attempt)
                for share in Self.shares {
                    let rows = variant.rows(share: share)
                    guard let row = seen.isInverted ? rows.light : rows.dark else { continue }
                    let readings = (seen.isReversed ? row.reversed : row).readings(of: symbologies)
                    guard !readings.isEmpty else { continue }
                    if readings.contains(where: { $0.agrees(with: seen.reading) }) { votes += 1 }
                    break search
                }
            }
        }
        return votes >= needed
    }
}
