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
        guard let rough = whole.row(share: 0.12) ?? whole.inverted.row(share: 0.12), rough.count >= 24 else {
            return []
        }
        for candidate in profiles() {
            let found = seen(candidate)
            let confirmed = found.filter(isConfirmed)
            if !confirmed.isEmpty { return confirmed }
        }
        return []
    }

    private func profile(_ range: Range<Int>) -> BarProfile {
        BarProfile(greys: strips.mean(range), noise: strips.noise / Float(range.count).squareRoot())
    }

    private func profiles() -> [BarProfile] {
        let whole = profile(0..<strips.count)
        var profiles = [whole]
        profiles += Self.deviations.map { whole.sharpened(deviation: $0, rounds: 12) }
        if strips.count >= 4 {
            profiles.append(BarProfile(greys: strips.median(), noise: whole.noise * 1.25))
            let half = strips.count / 2
            profiles += [profile(0..<half), profile(half..<strips.count)]
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

    /// Whether the reading proves itself, or two other lines say the same.
    private func isConfirmed(_ seen: Seen) -> Bool {
        if seen.reading.isSelfEvident, seen.reading.certainty > 0.3 { return true }
        let half = strips.count / 2
        let needed = seen.reading.isSelfEvident ? 1 : 2
        var votes = 0
        for range in [0..<half, half..<strips.count] {
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
