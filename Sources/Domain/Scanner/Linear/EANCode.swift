// SPDX-License-Identifier: MIT
import Barcodes

/// Reads EAN-13, EAN-8, UPC-A and UPC-E: ISO/IEC 15420. Add-ons of two or five digits to the right are ignored.
enum EANCode {
    /// Digits 0...9 of set A, then of set B, as space, bar, space, bar; set C has the widths of A, bar first.
    static let left = BarAlphabet(setA + setA.map { String($0.reversed()) })
    static let right = BarAlphabet(setA)
    private static let setA = [
        "3211", "2221", "2122", "1411", "1132", "1231", "1114", "1312", "1213", "3112",
    ]
    /// Which of the six left digits are of set B, the first digit in the lowest bit: the leading digit of EAN-13.
    static let leading: [Int] = [
        0b000000, 0b110100, 0b101100, 0b011100, 0b110010, 0b100110, 0b001110, 0b101010, 0b011010, 0b010110,
    ]
    /// The clear space that must be seen before a code, in modules. The standard asks for 7 to 11.
    private static let quiet: Float = 4.5
    /// The clear space after a code, where text is often printed; the position of the bars is certain by then.
    private static let quietBehind: Float = 3
    /// What must be seen behind half an EAN-13 to tell that it is no half: more than any space between two bars.
    private static let quietBehindHalf: Float = 5.5
    /// A digit that gains or loses a module is a seventh wider or narrower.
    private static let tolerance: Float = 0.09
    private static let leastError: Float = 0.12
    /// A digit as near to another one is a guess, and a check digit lets one guess in ten pass.
    private static let leastCertainty: Float = 0.1

    /// The code that starts with the bar `first`, if any.
    static func read(_ row: BarRow, at first: Int, _ wanted: Set<Symbology>) -> BarReading? {
        guard first + 33 <= row.count, let start = guardBars(row, first, 3),
            row.isQuiet(before: first, quiet, module: start.module)
        else { return nil }
        if wanted.contains(.ean13) || wanted.contains(.upcA), let reading = long(row, first, start, wanted) {
            return reading
        }
        if wanted.contains(.ean8), let reading = short(row, first, start) { return reading }
        return wanted.contains(.upcE) ? compressed(row, first, start) : nil
    }

    private typealias Guard = (module: Float, growth: Float)

    /// Bars and spaces of one module each.
    private static func guardBars(_ row: BarRow, _ first: Int, _ count: Int) -> Guard? {
        guard first + count <= row.count else { return nil }
        let module = row.width(first..<first + count) / Float(count)
        var bars: Float = 0
        var spaces: Float = 0
        for element in first..<first + count {
            let width = row.width(element) / module
            guard width > 0.4, width < 1.75 else { return nil }
            if element % 2 == 0 { bars += width } else { spaces += width }
        }
        let barCount = Float(first % 2 == 0 ? (count + 1) / 2 : count / 2)
        let growth = (bars / barCount - spaces / (Float(count) - barCount)) / 2
        // A group with one more bar than spaces is itself wider by the growth of that bar.
        let extra: Float = count % 2 == 0 ? 0 : first % 2 == 0 ? 1 : -1
        for element in first..<first + count {
            let width = row.width(element) / module - (element % 2 == 0 ? growth : -growth)
            guard abs(width - 1) < 0.35 else { return nil }
        }
        return (module / (1 + extra * growth / Float(count)), growth)
    }

    /// Some digits beside each other, with what they have shown of their sets.
    private struct Digits {
        var values: [UInt8] = []
        /// The places of digits of set B, the first in the lowest bit.
        var setB = 0
        /// That of the digit nearest to another one.
        var certainty: Float = 1
        /// How far all edges together lie from their places, in squares.
        var error: Float = 0
        var module: Float
        var evenness: Evenness
    }

    /// The digits from some elements on; nil when one of them is none.
    private static func digits(
        _ row: BarRow, _ first: Int, _ count: Int, _ alphabet: BarAlphabet, module: Float, growth: Float,
        after evenness: Evenness = Evenness()
    ) -> Digits? {
        var digits = Digits(module: module, evenness: evenness)
        for index in 0..<count {
            guard let match = alphabet.match(row, at: first + 4 * index, growth: growth), match.error < 0.6,
                match.module > 0.75 * digits.module, match.module < 1.33 * digits.module
            else { return nil }
            digits.module = match.module
            digits.evenness.add(place: row.edges[first + 4 * index], module: match.module, error: match.error)
            digits.error += match.error
            digits.values.append(UInt8(match.value % 10))
            if match.value >= 10 { digits.setB |= 1 << index }
            digits.certainty = min(digits.certainty, match.margin)
        }
        return digits
    }

    /// The digits of a code whose bars have grown as its guards say, or not at all: where pixels are large, guards say
    /// little. What fits better is taken before any check, or it would be none.
    private static func best(_ guards: [Guard], _ read: (Float) -> (Digits, Digits?)?) -> (Digits, Digits?)? {
        let growth = clamped(guards.reduce(0) { $0 + $1.growth } / Float(guards.count))
        let all = [growth, 0].compactMap(read)
        guard let best = all.min(by: { $0.0.error + ($0.1?.error ?? 0) < $1.0.error + ($1.1?.error ?? 0) }),
            best.0.certainty > leastCertainty, best.1?.certainty ?? 1 > leastCertainty,
            (best.1 ?? best.0).evenness.holds(tolerance: tolerance, least: leastError)
        else { return nil }
        return best
    }

    private static func halves(
        _ row: BarRow, _ first: Int, _ count: Int, _ guards: [Guard]
    ) -> (left: Digits, right: Digits)? {
        let found = best(guards) { growth in
            guard
                let leftHalf = digits(row, first + 3, count, left, module: guards[0].module, growth: growth),
                let rightHalf = digits(
                    row, first + 8 + 4 * count, count, right, module: leftHalf.module, growth: growth,
                    after: leftHalf.evenness)
            else { return nil }
            return (leftHalf, rightHalf)
        }
        guard case (let leftHalf, let rightHalf?)? = found,
            isBetween(leftHalf, guards[1], row, first + 8 + 4 * count),
            isWhole(row, first, last: first + 8 + 8 * count, lastDigit: first + 4 + 8 * count)
        else { return nil }
        return (leftHalf, rightHalf)
    }

    private static func long(_ row: BarRow, _ first: Int, _ start: Guard, _ wanted: Set<Symbology>) -> BarReading? {
        guard first + 59 <= row.count, let middle = guardBars(row, first + 27, 5),
            let end = guardBars(row, first + 56, 3), agree(start, middle), agree(middle, end),
            row.isQuiet(after: first + 58, quietBehind, module: end.module),
            let (leftHalf, rightHalf) = halves(row, first, 6, [start, middle, end]),
            let leadingDigit = leading.firstIndex(of: leftHalf.setB)
        else { return nil }
        let text = ([UInt8(leadingDigit)] + leftHalf.values + rightHalf.values).map { $0 + 48 }
        guard CheckDigit.isValidGTIN(text) else { return nil }
        let elements = first..<first + 59
        let certainty = min(leftHalf.certainty, rightHalf.certainty)
        if leadingDigit == 0, wanted.contains(.upcA) {
            return BarReading(.upcA, Array(text.dropFirst()), elements: elements, certainty: certainty)
        }
        guard wanted.contains(.ean13) else { return nil }
        return BarReading(.ean13, text, elements: elements, certainty: certainty)
    }

    private static func short(_ row: BarRow, _ first: Int, _ start: Guard) -> BarReading? {
        guard first + 43 <= row.count, let middle = guardBars(row, first + 19, 5),
            let end = guardBars(row, first + 40, 3), agree(start, middle), agree(middle, end),
            row.isQuiet(after: first + 42, quietBehind, module: end.module),
            let (leftHalf, rightHalf) = halves(row, first, 4, [start, middle, end]), leftHalf.setB == 0
        else { return nil }
        let text = (leftHalf.values + rightHalf.values).map { $0 + 48 }
        guard CheckDigit.isValidGTIN(text) else { return nil }
        return BarReading(
            .ean8, text, elements: first..<first + 43,
            certainty: min(leftHalf.certainty, rightHalf.certainty))
    }

    /// The sets of the six digits say the number system and the check digit of the code that this one abbreviates.
    ///
    /// The left half of an EAN-13 looks just like number system 1, cut off behind the
    /// first bar of the right half: that one must be beyond doubt.
    private static func compressed(_ row: BarRow, _ first: Int, _ start: Guard) -> BarReading? {
        guard first + 33 <= row.count, let end = guardBars(row, first + 27, 6), agree(start, end),
            row.isQuiet(after: first + 32, quiet, module: end.module),
            let (half, _) = best(
                [start, end],
                { growth in digits(row, first + 3, 6, left, module: start.module, growth: growth).map { ($0, nil) } }),
            isWhole(row, first, last: first + 30, lastDigit: first + 23)
        else { return nil }
        let system: Int
        let check: Int
        if let index = leading.firstIndex(of: half.setB ^ 0b111111), index > 0 {
            (system, check) = (0, index)
        } else if let index = leading.firstIndex(of: half.setB), index > 0 {
            (system, check) = (1, index)
        } else if half.setB == 0b000111 {
            (system, check) = (0, 0)
        } else if half.setB == 0b111000 {
            (system, check) = (1, 0)
        } else {
            return nil
        }
        if system == 1 {
            guard row.clear(after: first + 32) >= quietBehindHalf * end.module else { return nil }
            let last = row.width(first + 32) / end.module - clamped((start.growth + end.growth) / 2)
            guard abs(last - 1) < 0.3, half.certainty > 0.5 else { return nil }
        }
        let text = ([UInt8(system)] + half.values + [UInt8(check)]).map { $0 + 48 }
        // The check digit is that of the long form, and only the short form that the standard chooses is printed.
        guard let long = UPCE.expanded(text), UPCE.compressed(long) == text else { return nil }
        return BarReading(
            .upcE, text, elements: first..<first + 33, certainty: half.certainty)
    }

    /// Whether the middle bars are as wide as the digits beside them: one module more is a fifth.
    private static func isBetween(_ leftHalf: Digits, _ middle: Guard, _ row: BarRow, _ right: Int) -> Bool {
        let expected = (leftHalf.module + row.width(right..<right + 4) / 7) / 2
        return abs(middle.module - expected) < 0.12 * expected
    }

    /// Whether the guard bars at both ends are as wide as the digits beside them say where the picture ends there: a bar of
    /// another code that the edge has cut may look like the first of a guard.
    private static func isWhole(_ row: BarRow, _ first: Int, last: Int, lastDigit: Int) -> Bool {
        let ends = [
            (first, first + 3, row.isAtBorder(before: first)), (last, lastDigit, row.isAtBorder(after: last + 2)),
        ]
        return ends.allSatisfy { bars, digit, isAtBorder in
            guard isAtBorder else { return true }
            // Two edges of a kind, which ink moves alike, and the one that may be cut.
            let modules = row.width(bars..<bars + 3) / row.width(digit..<digit + 4) * 7
            return abs(modules - 3) < 0.6
        }
    }

    /// Perspective changes modules along a code, but not from one guard to the next by more than this.
    private static func agree(_ first: Guard, _ second: Guard) -> Bool {
        first.module < 1.9 * second.module && second.module < 1.9 * first.module
    }

    private static func clamped(_ growth: Float) -> Float {
        min(max(growth, -BarAlphabet.maximumGrowth), BarAlphabet.maximumGrowth)
    }
}
