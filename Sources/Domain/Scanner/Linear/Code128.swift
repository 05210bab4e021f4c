// SPDX-License-Identifier: MIT
import Barcodes

/// Reads Code 128 in its three sets: ISO/IEC 15417.
enum Code128 {
    static let alphabet = BarAlphabet(
        [
            "212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231",
            "113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211",
            "212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131",
            "113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111",
            "314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211",
            "241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141",
            "214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214",
            "211232 233111",
        ].flatMap { $0.split(separator: " ").map(String.init) })
    private static let stop = 106
    private static let quiet: Float = 4

    /// The code that starts with the bar `first`, if any.
    static func read(_ row: BarRow, at first: Int) -> BarReading? {
        guard first + 25 <= row.count, let start = startCharacter(row, first),
            row.isQuiet(before: first, quiet, module: start.module)
        else { return nil }
        return code(row, first, start)
    }

    /// The start character that fits when the growth of the bars is free.
    private static func startCharacter(_ row: BarRow, _ first: Int) -> BarAlphabet.Match? {
        guard let rough = alphabet.match(row, at: first, growth: 0, among: 103..<106), rough.error < 1.2,
            abs(rough.growth) <= BarAlphabet.maximumGrowth,
            let fine = alphabet.match(row, at: first, growth: rough.growth, among: 103..<106), fine.error < 0.6
        else { return nil }
        return fine
    }

    private static func code(_ row: BarRow, _ first: Int, _ start: BarAlphabet.Match) -> BarReading? {
        var values = [start.value]
        var growth = start.growth
        var module = start.module
        var certainty: Float = 1
        var element = first + 6
        var evenness = Evenness()
        while true {
            guard let match = alphabet.match(row, at: element, growth: growth), match.error < 0.7,
                match.module > 0.78 * module, match.module < 1.28 * module
            else { return nil }
            module = match.module
            evenness.add(place: row.edges[element], module: module, error: match.error)
            certainty = min(certainty, match.margin / 2)
            let known = Float(min(values.count, 8))
            growth += (match.growth - growth) / (known + 1)
            growth = min(max(growth, -BarAlphabet.maximumGrowth), BarAlphabet.maximumGrowth)
            element += 6
            if match.value == stop { break }
            guard match.value < 103 else { return nil }
            values.append(match.value)
        }
        // The last bar of the stop pattern, two modules wide, and the clear space behind it.
        guard element < row.count + 0, abs(row.width(element) / module - growth - 2) < 0.8,
            row.isQuiet(after: element, quiet, module: module), values.count >= 3,
            evenness.holds(tolerance: 0.06, least: 0.1, coarsest: 0.1)
        else { return nil }
        var sum = values[0]
        for (position, value) in values.dropLast().enumerated().dropFirst() { sum += position * value }
        guard sum % 103 == values[values.count - 1] else { return nil }
        guard let text = text(of: values.dropLast()) else { return nil }
        return BarReading(
            .code128, text.bytes, isGS1: text.isGS1, elements: first..<element + 1, certainty: certainty)
    }

    private enum CodeSet { case a, b, c }

    /// The characters that values stand for: ISO/IEC 15417, table 1. Nil when there is none, or a latch that is none.
    static func text(of values: some Collection<Int>) -> (bytes: [UInt8], isGS1: Bool)? {
        guard let start = values.first else { return nil }
        var set: CodeSet = start == 103 ? .a : start == 104 ? .b : .c
        var shifted: CodeSet?
        var isHigh = false
        var flipsHigh = false
        var bytes: [UInt8] = []
        var isGS1 = false
        for (index, value) in values.dropFirst().enumerated() {
            let current = shifted ?? set
            shifted = nil
            switch (current, value) {
            case (.c, 0..<100):
                bytes.append(UInt8(48 + value / 10))
                bytes.append(UInt8(48 + value % 10))
            case (_, 102):
                if index == 0 { isGS1 = true } else { bytes.append(0x1D) }
            case (.c, 100), (.a, 100): set = .b
            case (.c, 101), (.b, 101): set = .a
            case (.a, 99), (.b, 99): set = .c
            case (.a, 98): shifted = .b
            case (.b, 98): shifted = .a
            case (.a, 101), (.b, 100):
                if flipsHigh {
                    isHigh.toggle()
                    flipsHigh = false
                } else {
                    flipsHigh = true
                }
                // The function character of the shifted set does not spend the shift; the next character does.
                shifted = current == set ? nil : current
            case (_, 96), (_, 97): break
            case (_, 0..<96):
                let low = current == .a && value >= 64 ? value - 64 : value + 32
                bytes.append(UInt8(low + (isHigh != flipsHigh ? 128 : 0)))
                flipsHigh = false
            default: return nil
            }
        }
        return bytes.isEmpty ? nil : (bytes, isGS1)
    }
}
