// SPDX-License-Identifier: MIT
package import Symbols

extension BarRow {
    /// Every code along the line, walked from its start.
    package func readings(of symbologies: Set<Symbology>) -> [BarReading] {
        var readings: [BarReading] = []
        var first = 0
        while first + 25 <= count {
            defer { first += 2 }
            guard
                let reading = (isQuiet(before: first) ? reading(at: first, symbologies) : nil)
                    ?? dataBar(at: first, symbologies)
            else { continue }
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

    /// The DataBar that starts with the bar `first`: it asks for a module of light around it, no more.
    private func dataBar(at first: Int, _ symbologies: Set<Symbology>) -> BarReading? {
        if symbologies.contains(.dataBar),
            let reading = DataBarCode.read(self, at: first) ?? DataBarLimited.read(self, at: first)
        {
            return reading
        }
        return symbologies.contains(.dataBarExpanded) ? DataBarExpanded.read(self, at: first) : nil
    }

    /// Whether a code of any kind but DataBar may start with this bar: the least that any asks for before it.
    private func isQuiet(before first: Int) -> Bool {
        isQuiet(before: first, 2.6, module: width(first..<first + 6) / 8)
    }

    /// Whether a code of one of the kinds may be in the line, walked from either end.
    func mayHoldCode(of symbologies: Set<Symbology>) -> Bool {
        [self, reversed].contains { row in
            row.mayHoldCode || symbologies.contains(.dataBar) && row.mayHoldDataBar
                || symbologies.contains(.dataBarExpanded) && row.mayHoldExpanded
        }
    }

    /// Whether the finder of a DataBar stands between two characters anywhere, or the check of a Limited does.
    private var mayHoldDataBar: Bool {
        (0..<count).contains { first in
            DataBarCode.mayHavePair(self, at: first) || first % 2 == 0 && DataBarLimited.mayBegin(self, first)
        }
    }

    private var mayHoldExpanded: Bool { (0..<count).contains { DataBarExpanded.mayHavePair(self, at: $0) } }

    /// Whether some bars, enough for a code and no gap apart, stand between two clear spaces.
    private var mayHoldCode: Bool {
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
