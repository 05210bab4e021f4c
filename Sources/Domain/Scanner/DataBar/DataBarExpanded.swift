// SPDX-License-Identifier: MIT
import Barcodes

/// Reads DataBar Expanded: ISO/IEC 24724, section 7. One row or several consist of the same pairs.
enum DataBarExpanded {
    /// The finders of all pairs in order, by number: A to F, odd where the pair begins with a bar. Table 10.
    static let sequences: [[Int]] = [
        "Aa", "AbB", "AcBd", "AeBdC", "AeBdDf", "AeBdEfF", "AaBbCcDd", "AaBbCcDeE",
        "AaBbCcDeFf", "AaBbCcDdEeF",
    ].map { $0.utf8.map { $0 >= 97 ? 2 * Int($0 - 97) + 1 : 2 * Int($0 - 65) } }

    private static let leastCertainty: Float = 0.1

    /// The pairs of a row between two guards.
    struct Row {
        let pairs: [DataBarPair]
        let elements: Range<Int>
    }

    /// The code in one row that starts at the guard bar `first`, if any.
    static func read(_ row: BarRow, at first: Int) -> BarReading? {
        guard let found = pairs(row, at: first), let text = text(of: found.pairs.map(Part.init)) else { return nil }
        let certainty = found.pairs.reduce(1) { min($0, $1.certainty) }
        let characters = found.pairs.reduce(0) { $0 + ($1.right == nil ? 1 : 2) }
        return BarReading(
            .dataBarExpanded, text, elements: found.elements, certainty: certainty,
            modules: 17 * characters + 15 * found.pairs.count + 3)
    }

    /// Whether some elements look like a pair.
    static func mayHavePair(_ row: BarRow, at first: Int) -> Bool {
        DataBarPair.mayBegin(row, at: first, modules: (17, 17), among: DataBarFinder.expanded)
    }

    /// The pairs from a guard bar to the next guard.
    static func pairs(_ row: BarRow, at first: Int) -> Row? {
        for start in [first + 1, first + 2] {
            if let found = pairs(row, at: first, from: start) { return found }
        }
        return nil
    }

    private static func pairs(_ row: BarRow, at first: Int, from start: Int) -> Row? {
        var pairs: [DataBarPair] = []
        var element = start
        while let pair = pair(row, at: element, isWhole: true) {
            pairs.append(pair)
            element += DataBarPair.count
        }
        // The last pair may have one character, whose first bar may look like a guard.
        if let pair = pair(row, at: element, isWhole: false), isGuard(row, element + 13, pair) {
            pairs.append(pair)
            element += 13
        }
        guard let begin = pairs.first, isGuard(row, element, pairs.last),
            DataBarGuard.mayBegin(row, first, module: begin.left.fit.module),
            (first..<start).allSatisfy({
                DataBarGuard.isNarrow(row, $0, module: begin.left.fit.module, growth: begin.growth)
            })
        else { return nil }
        var evenness = Evenness()
        for pair in pairs { pair.add(to: &evenness, row) }
        guard evenness.holds(tolerance: 0.06, least: 0.2, coarsest: 0.1) else { return nil }
        return Row(pairs: pairs, elements: first..<element + (element % 2 == 0 ? 1 : 2))
    }

    private static func pair(_ row: BarRow, at first: Int, isWhole: Bool) -> DataBarPair? {
        guard
            let pair = DataBarPair(
                row, at: first, DataBarCharacter.expanded, isWhole ? DataBarCharacter.expanded : nil,
                among: DataBarFinder.expanded), pair.isFinderEven(row), pair.certainty > leastCertainty
        else { return nil }
        return pair
    }

    /// Whether a row may end with an element: with a bar, or with a space and a bar, of one module each.
    private static func isGuard(_ row: BarRow, _ element: Int, _ pair: DataBarPair?) -> Bool {
        guard let pair else { return false }
        let module = (pair.right ?? pair.left).fit.module
        let bar = element % 2 == 0 ? element : element + 1
        return (element...bar).allSatisfy { DataBarGuard.isNarrow(row, $0, module: module, growth: pair.growth) }
            && DataBarGuard.mayEnd(row, bar, module: module)
    }

    /// The content of a pair, independent of its position.
    struct Part: Hashable {
        /// 0 for A that begins with a space, 1 for A that begins with a bar, and so on.
        let finder: Int
        let left: DataBarCharacter
        let right: DataBarCharacter?

        init(_ pair: DataBarPair) {
            finder = 2 * pair.finder.index + (pair.beginsWithBar ? 1 : 0)
            left = pair.left.character
            right = pair.right?.character
        }

        var characters: [DataBarCharacter] { [left] + (right.map { [$0] } ?? []) }

        /// The first part's first character is the check itself; the weights begin after it.
        func check() -> Int {
            characters.enumerated().reduce(0) { sum, character in
                let row = 2 * finder + character.offset
                return row == 0 ? sum : sum + character.element.check(first: 8 * (row - 1), modulus: 211)
            }
        }
    }

    /// The number of characters in the code that has this check character, including it; nil when there is none.
    static func count(check value: Int) -> Int? {
        let count = value / 211 + 4
        return 4...22 ~= count ? count : nil
    }

    /// The elements of a complete code; nil when the parts do not form one.
    static func text(of parts: [Part]) -> [UInt8]? {
        let characters = parts.flatMap(\.characters)
        guard let check = characters.first?.value, count(check: check) == characters.count,
            sequences.contains(parts.map(\.finder)), parts.dropLast().allSatisfy({ $0.right != nil }),
            parts.reduce(0, { $0 + $1.check() }) % 211 == check % 211
        else { return nil }
        let values = characters.dropFirst().map(\.value)
        guard values.allSatisfy({ $0 < 4096 }) else { return nil }
        return ExpandedText.bytes(of: values)
    }
}
