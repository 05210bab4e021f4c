// SPDX-License-Identifier: MIT
package import Symbols

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
    /// How much the bars may be blurred, in bins.
    private static let deviations: [Float] = [2.5, 4, 6]

    func readings() -> [Seen] {
        let all = 0..<strips.count
        let whole = profile(all)
        // Hardly any turns: nothing that further work could read.
        guard let rough = whole.row(share: 0.12), rough.count >= 24 else { return [] }
        return readings(all, isWhole: true)
    }

    /// What some strips say together, or else what their halves say.
    private func readings(_ range: Range<Int>, isWhole: Bool) -> [Seen] {
        var confirmed: [Seen] = []
        for candidate in profiles(range, isWhole: isWhole) {
            confirmed = seen(candidate).filter { isConfirmed($0, by: range) }
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

    private func profiles(_ range: Range<Int>, isWhole: Bool) -> [BarProfile] {
        let profile = profile(range)
        var profiles = [profile]
        if isWhole || effort == .photo {
            profiles += Self.deviations.map { profile.sharpened(deviation: $0, rounds: 12) }
        }
        if isWhole, strips.count >= 4 {
            profiles.append(BarProfile(greys: strips.median(), noise: profile.noise * 1.25))
        }
        return profiles
    }

    /// Everything that a line says, in both directions and both ways round.
    private func seen(_ profile: BarProfile) -> [Seen] {
        for isInverted in [false, true] {
            let profile = isInverted ? profile.inverted : profile
            for share in Self.shares {
                guard let row = profile.row(share: share) else { continue }
                for isReversed in [false, true] {
                    let walked = isReversed ? row.reversed : row
                    let readings = walked.readings(of: symbologies)
                    guard !readings.isEmpty else { continue }
                    return readings.map { reading in
                        let ends = [
                            walked.edges[reading.elements.lowerBound], walked.edges[reading.elements.upperBound],
                        ]
                        .map { abs($0) / 2 + strips.start }.sorted()
                        return Seen(
                            reading: reading, along: ends[0]...ends[1], isReversed: isReversed, isInverted: isInverted)
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
            let profile = seen.isInverted ? profile(range).inverted : profile(range)
            let variants = [profile] + Self.deviations.map { profile.sharpened(deviation: $0, rounds: 12) }
            search: for variant in variants {
                for share in Self.shares {
                    guard let row = variant.row(share: share) else { continue }
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

extension BarRow {
    /// Every code along the line, walked from its start.
    package func readings(of symbologies: Set<Symbology>) -> [BarReading] {
        var readings: [BarReading] = []
        EANCode.read(self, symbologies, into: &readings)
        if symbologies.contains(.code128) { Code128.read(self, into: &readings) }
        if symbologies.contains(.code93) { Code93.read(self, into: &readings) }
        if symbologies.contains(.code39) { Code39.read(self, into: &readings) }
        if symbologies.contains(.itf) { ITFCode.read(self, into: &readings) }
        if symbologies.contains(.codabar) { Codabar.read(self, into: &readings) }
        return readings
    }
}
