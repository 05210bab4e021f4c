// SPDX-License-Identifier: MIT
import Barcodes

/// Reads Code 93 with its two check characters, and decodes the pairs of other ASCII characters.
///
/// AIM USS-93.
enum Code93 {
    /// Values 0...46, then the start and stop character.
    static let alphabet = BarAlphabet(
        [
            "131112 111213 111312 111411 121113 121212 121311 111114 131211 141111 211113 211212 211311 221112 221211",
            "231111 112113 112212 112311 122112 132111 111123 111222 111321 121122 131121 212112 212211 211122 211221",
            "221121 222111 112122 112221 122121 123111 121131 311112 311211 321111 112131 113121 211131 121221 312111",
            "311121 122211 111141",
        ].flatMap { $0.split(separator: " ").map(String.init) })
    static let plain = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%".utf8)
    private static let guardValue = 47
    private static let quiet: Float = 4.5

    /// The code that starts with the bar `first`, if any.
    static func read(_ row: BarRow, at first: Int) -> BarReading? {
        guard first + 25 <= row.count,
            let rough = alphabet.match(row, at: first, growth: 0, among: 47..<48), rough.error < 1.2,
            abs(rough.growth) <= BarAlphabet.maximumGrowth,
            let start = alphabet.match(row, at: first, growth: rough.growth, among: 47..<48), start.error < 0.5,
            row.isQuiet(before: first, quiet, module: start.module)
        else { return nil }
        return code(row, first, start)
    }

    private static func code(_ row: BarRow, _ first: Int, _ start: BarAlphabet.Match) -> BarReading? {
        var values: [Int] = []
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
            certainty = min(certainty, match.margin)
            growth += (match.growth - growth) / Float(min(values.count + 2, 8))
            growth = min(max(growth, -BarAlphabet.maximumGrowth), BarAlphabet.maximumGrowth)
            element += 6
            if match.value == guardValue { break }
            values.append(match.value)
        }
        guard element < row.count + 0, abs(row.width(element) / module - growth - 1) < 0.7,
            row.isQuiet(after: element, quiet, module: module), values.count >= 3,
            evenness.holds(tolerance: 0.07, least: 0.1, coarsest: 0.12)
        else { return nil }
        let text = values.dropLast(2)
        guard check(Array(text), weights: 20) == values[values.count - 2],
            check(Array(values.dropLast()), weights: 15) == values[values.count - 1], let bytes = resolved(Array(text))
        else { return nil }
        return BarReading(.code93, bytes, elements: first..<element + 1, certainty: certainty)
    }

    /// The sum of the values, weighted 1 to `weights` and round again from the right, modulo 47.
    static func check(_ values: [Int], weights: Int) -> Int {
        var sum = 0
        for (index, value) in values.reversed().enumerated() { sum += value * (index % weights + 1) }
        return sum % 47
    }

    /// A shift and a letter are one ASCII character; nil for a shift before anything else.
    static func resolved(_ values: [Int]) -> [UInt8]? {
        var bytes: [UInt8] = []
        var index = 0
        while index < values.count {
            defer { index += 1 }
            guard values[index] >= 43 else {
                bytes.append(plain[values[index]])
                continue
            }
            guard index + 1 < values.count, 10..<36 ~= values[index + 1] else { return nil }
            let letter = values[index + 1] - 10
            switch (values[index], letter) {
            case (43, _): bytes.append(UInt8(1 + letter))
            case (44, 0...4): bytes.append(UInt8(27 + letter))
            case (44, 5...9): bytes.append(UInt8(59 + letter - 5))
            case (44, 10...14): bytes.append(UInt8(91 + letter - 10))
            case (44, 15...19): bytes.append(UInt8(123 + letter - 15))
            case (44, 20): bytes.append(0)
            case (44, 21): bytes.append(64)
            case (44, 22): bytes.append(96)
            case (44, _): bytes.append(127)
            case (45, 0...14): bytes.append(UInt8(33 + letter))
            case (45, 25): bytes.append(58)
            case (46, _): bytes.append(UInt8(97 + letter))
            default: return nil
            }
            index += 1
        }
        return bytes.isEmpty ? nil : bytes
    }
}
