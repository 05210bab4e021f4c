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
    private func isQuiet(before first: Int) -> Bool {
        isQuiet(before: first, 2.6, module: width(first..<first + 6) / 8)
    }

    /// Whether some bars, enough for a code and no gap apart, stand between two clear spaces.
    var mayHoldCode: Bool {
        var first = 0
        while first + 23 <= count {
            defer { first += 2 }
            guard isQuiet(before: first) else { continue }
            let most = width(first..<first + 6)
            var last = first + 1
            while last < count, width(last) < most { last += 1 }
            if last - first >= 23 { return true }
            first = last - last % 2 - 2
        }
        return false
    }
}
