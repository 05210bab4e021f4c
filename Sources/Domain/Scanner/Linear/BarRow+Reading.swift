// SPDX-License-Identifier: MIT
package import Barcodes

extension BarRow {
    /// Every code along the line, read from its start.
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

    /// The code that starts at the bar `first`. Symbologies with strong checks go first, because a code is only one of
    /// them.
    private func reading(at first: Int, _ symbologies: Set<Symbology>) -> BarReading? {
        if let reading = EANCode.read(self, at: first, symbologies) { return reading }
        if symbologies.contains(.code128), let reading = Code128.read(self, at: first) { return reading }
        if symbologies.contains(.code93), let reading = Code93.read(self, at: first) { return reading }
        if symbologies.contains(.code39), let reading = Code39.read(self, at: first) { return reading }
        if symbologies.contains(.itf), let reading = ITFCode.read(self, at: first) { return reading }
        if symbologies.contains(.codabar), let reading = Codabar.read(self, at: first) { return reading }
        return nil
    }

    /// The DataBar that starts at the bar `first`; it requires only one light module around it.
    private func dataBar(at first: Int, _ symbologies: Set<Symbology>) -> BarReading? {
        if symbologies.contains(.dataBar),
            let reading = DataBarCode.read(self, at: first) ?? DataBarLimited.read(self, at: first)
        {
            return reading
        }
        return symbologies.contains(.dataBarExpanded) ? DataBarExpanded.read(self, at: first) : nil
    }

    /// Whether a code of any symbology except DataBar may start at this bar, by the smallest required clear space.
    private func isQuiet(before first: Int) -> Bool {
        isQuiet(before: first, 2.6, module: width(first..<first + 6) / 8)
    }

    /// Whether the line may contain a code of one of the symbologies, read from either end.
    func mayHoldCode(of symbologies: Set<Symbology>) -> Bool {
        [self, reversed].contains { row in
            row.mayHoldCode || symbologies.contains(.dataBar) && row.mayHoldDataBar
                || symbologies.contains(.dataBarExpanded) && row.mayHoldExpanded
        }
    }

    /// Whether there is a DataBar finder between two characters, or the check of a Limited.
    private var mayHoldDataBar: Bool {
        (0..<count).contains { first in
            DataBarCode.mayHavePair(self, at: first) || first % 2 == 0 && DataBarLimited.mayBegin(self, first)
        }
    }

    private var mayHoldExpanded: Bool { (0..<count).contains { DataBarExpanded.mayHavePair(self, at: $0) } }

    /// Whether there are enough bars for a code, without a gap, between two clear spaces.
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
