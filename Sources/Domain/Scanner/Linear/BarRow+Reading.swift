// SPDX-License-Identifier: MIT
package import Symbols

extension BarRow {
    /// Every code along the line, walked from its start.
    package func readings(of symbologies: Set<Symbology>) -> [BarReading] {
        var readings: [BarReading] = []
        var first = 0
        while first + 25 <= count {
            defer { first += 2 }
            guard isQuiet(before: first), let reading = reading(at: first, symbologies) else { continue }
            readings.append(reading)
            first = reading.elements.upperBound - 1
        }
        return readings
    }

    /// The code that starts with the bar `first`. Strong checks go first: a code is never two at once.
    private func reading(at first: Int, _ symbologies: Set<Symbology>) -> BarReading? {
        if let reading = EANCode.read(self, at: first, symbologies) { return reading }
        if symbologies.contains(.code128), let reading = Code128.read(self, at: first) { return reading }
        if symbologies.contains(.code93), let reading = Code93.read(self, at: first) { return reading }
        if symbologies.contains(.code39), let reading = Code39.read(self, at: first) { return reading }
        if symbologies.contains(.itf), let reading = ITFCode.read(self, at: first) { return reading }
        if symbologies.contains(.codabar), let reading = Codabar.read(self, at: first) { return reading }
        return nil
    }

    /// Whether a code of any kind may start with this bar: the least that any asks for before it.
    private func isQuiet(before first: Int) -> Bool { clear(before: first) >= 0.33 * width(first..<first + 6) }

    /// Whether some bar has clear space before it and enough bars behind it, which are no gap apart.
    var mayHoldCode: Bool {
        var first = 0
        while first + 24 <= count {
            if isQuiet(before: first) {
                let most = 1.2 * width(first..<first + 6)
                if (1..<20).allSatisfy({ width(first + $0) < most }) { return true }
            }
            first += 2
        }
        return false
    }
}
