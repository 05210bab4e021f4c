// SPDX-License-Identifier: MIT
import Barcodes

/// Reads DataBar Omnidirectional, and Truncated, which differs only in its height: ISO/IEC 24724, section 5.
enum DataBarCode {
    /// A guard bar, two pairs, a guard space and a guard bar.
    static let count = 45
    static let modules = 95
    private static let leastCertainty: Float = 0.1

    /// The code that starts with the guard bar `first`, if any.
    static func read(_ row: BarRow, at first: Int) -> BarReading? {
        guard first + count <= row.count, let left = leftPair(row, at: first + 1),
            let right = rightPair(row, at: first + 22), isBetweenGuards(row, first, left, right)
        else { return nil }
        var evenness = Evenness()
        left.add(to: &evenness, row)
        right.add(to: &evenness, row)
        let certainty = min(left.certainty, right.certainty)
        guard certainty > leastCertainty, evenness.holds(tolerance: 0.06, least: 0.2, coarsest: 0.1),
            let leftHalf = StackTally.Half(left), let rightHalf = StackTally.Half(right),
            let digits = digits(leftHalf, rightHalf)
        else { return nil }
        return BarReading(
            .dataBar, digits, elements: first..<first + count, certainty: certainty, modules: modules)
    }

    /// Whether some elements look like half of a code: with plausible widths and a finder in the middle.
    static func mayHavePair(_ row: BarRow, at first: Int) -> Bool {
        let (left, right) = (DataBarCharacter.outer.modules, DataBarCharacter.inner.modules)
        return DataBarPair.mayBegin(
            row, at: first, modules: first % 2 == 0 ? (right, left) : (left, right),
            among: DataBarFinder.omnidirectional)
    }

    /// The left half, which begins with a space.
    static func leftPair(_ row: BarRow, at first: Int) -> DataBarPair? {
        pair(row, at: first, DataBarCharacter.outer, DataBarCharacter.inner)
    }

    /// The right half, which begins with a bar.
    static func rightPair(_ row: BarRow, at first: Int) -> DataBarPair? {
        pair(row, at: first, DataBarCharacter.inner, DataBarCharacter.outer)
    }

    private static func pair(
        _ row: BarRow, at first: Int, _ left: DataBarCharacter.Kind, _ right: DataBarCharacter.Kind
    ) -> DataBarPair? {
        guard let pair = DataBarPair(row, at: first, left, right, among: DataBarFinder.omnidirectional),
            pair.isFinderEven(row)
        else { return nil }
        return pair
    }

    private static func isBetweenGuards(
        _ row: BarRow, _ first: Int, _ left: DataBarPair, _ right: DataBarPair
    ) -> Bool {
        let (start, end) = (left.left.fit.module, right.left.fit.module)
        return DataBarGuard.isNarrow(row, first, module: start, growth: left.growth)
            && DataBarGuard.isNarrow(row, first + 43, module: end, growth: right.growth)
            && DataBarGuard.isNarrow(row, first + 44, module: end, growth: right.growth)
            && DataBarGuard.mayBegin(row, first, module: start)
            && DataBarGuard.mayEnd(row, first + 44, module: end)
    }

    /// One half between guards, as in the rows of a stack. ISO/IEC 24724, 5.3.2.
    static func half(_ row: BarRow, at first: Int) -> (half: StackTally.Half, certainty: Float, elements: Range<Int>)? {
        // The left one is between two bars, the right one between two bars with a space.
        for (guards, pair) in [(1, leftPair(row, at: first + 1)), (2, rightPair(row, at: first + 2))] {
            let end = first + guards + DataBarPair.count
            let last = end + guards - 1
            guard let pair, let half = StackTally.Half(pair), pair.certainty > leastCertainty,
                DataBarGuard.mayBegin(row, first, module: pair.left.fit.module),
                DataBarGuard.mayEnd(row, last, module: pair.left.fit.module),
                (Array(first..<first + guards) + Array(end...last)).allSatisfy({
                    DataBarGuard.isNarrow(row, $0, module: pair.left.fit.module, growth: pair.growth)
                })
            else { continue }
            return (half, pair.certainty, first..<last + 1)
        }
        return nil
    }

    /// The article number with its check digit; nil when the finders do not match the characters.
    static func digits(_ left: StackTally.Half, _ right: StackTally.Half) -> [UInt8]? {
        let characters = [left.left, left.right, right.right, right.left]
        let sum = characters.enumerated().reduce(0) { $0 + $1.element.check(first: 8 * $1.offset, modulus: 79) }
        // Two of the 81 finder pairs are unused. ISO/IEC 24724, 5.2.6.
        var check = sum % 79
        if check >= 8 { check += 1 }
        if check >= 72 { check += 1 }
        guard check == 9 * left.finder + right.finder else { return nil }
        let value =
            4_537_077 * (1_597 * left.left.value + left.right.value) + 1_597 * right.right.value + right.left.value
        return gtin(value, linkage: 10_000_000_000_000)
    }

    /// - Parameter linkage: the amount added when a two-dimensional part belongs to the code; such a part is ignored.
    static func gtin(_ value: Int, linkage: Int) -> [UInt8]? {
        let number = value >= linkage ? value - linkage : value
        guard number < 10_000_000_000_000 else { return nil }
        let text = String(number)
        let digits = [UInt8](repeating: UInt8(ascii: "0"), count: 13 - text.utf8.count) + text.utf8
        return digits + [CheckDigit.gtin(digits)]
    }
}
