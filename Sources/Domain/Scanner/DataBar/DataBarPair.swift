// SPDX-License-Identifier: MIT

/// A finder pattern of DataBar with the character to its left, and usually one to its right.
///
/// A pair that begins with a space has the finder's widths from the left, one that begins with a bar has them from the
/// right: in a row of several pairs they alternate.
struct DataBarPair {
    let finder: DataBarFinder
    let beginsWithBar: Bool
    let left: SeenCharacter
    let right: SeenCharacter?
    /// The elements that it takes.
    let elements: Range<Int>
    let growth: Float

    static let count = 21

    /// The largest ratio between the module widths of its three parts, as perspective allows.
    private static let most: Float = 1.2

    init?(
        _ row: BarRow, at first: Int, _ leftKind: DataBarCharacter.Kind, _ rightKind: DataBarCharacter.Kind?,
        among patterns: [[Int]]
    ) {
        let count = rightKind == nil ? 13 : Self.count
        guard first >= 0, first + count <= row.count else { return nil }
        let leftModule = row.width(first..<first + 8) / Float(leftKind.modules)
        // The growth is unknown yet; it makes the finder slightly wider or narrower.
        let beside = rightKind.map { row.width(first + 13..<first + 21) / Float($0.modules) } ?? leftModule
        guard leftModule < Self.most * beside, beside < Self.most * leftModule,
            let finder = DataBarFinder(row, at: first + 8, module: (leftModule + beside) / 2, among: patterns)
        else { return nil }
        func characters(_ growth: Float) -> (left: SeenCharacter, right: SeenCharacter?)? {
            guard let left = SeenCharacter(leftKind, row, at: first, isMirrored: false, growth: growth) else {
                return nil
            }
            guard let rightKind else { return (left, nil) }
            guard let right = SeenCharacter(rightKind, row, at: first + 13, isMirrored: true, growth: growth) else {
                return nil
            }
            return (left, right)
        }
        guard var found = characters(finder.growth) else { return nil }
        // Characters have more edges than the finder, so their estimate of the growth is better.
        let shown = [finder.growth, found.left.fit.growth, found.right?.fit.growth].compactMap { $0 }
        let mean = shown.reduce(0, +) / Float(shown.count)
        if abs(mean) <= BarAlphabet.maximumGrowth, let better = characters(mean) { found = better }
        self.finder = finder
        beginsWithBar = first % 2 == 0
        left = found.left
        right = found.right
        elements = first..<first + count
        growth = mean
    }

    /// Whether some elements look like a pair: characters of plausible width beside a finder.
    static func mayBegin(
        _ row: BarRow, at first: Int, modules: (left: Int, right: Int), among patterns: [[Int]]
    ) -> Bool {
        guard first + count <= row.count else { return false }
        let left = row.width(first..<first + 8) / Float(modules.left)
        let right = row.width(first + 13..<first + 21) / Float(modules.right)
        return left < most * right && right < most * left
            && DataBarFinder(row, at: first + 8, module: (left + right) / 2, among: patterns) != nil
    }

    var certainty: Float { min(left.certainty, right?.certainty ?? 1) }

    var error: Float { left.fit.error + (right?.fit.error ?? 0) }

    /// Adds the module widths of its three parts.
    func add(to evenness: inout Evenness, _ row: BarRow) {
        let first = elements.lowerBound
        evenness.add(place: row.edges[first], module: left.fit.module, error: left.fit.error)
        let grown = (beginsWithBar ? growth : -growth) * left.fit.module
        evenness.add(
            place: row.edges[first + 8],
            module: (row.width(first + 8..<first + 13) - grown) / Float(DataBarFinder.modules), error: finder.error)
        guard let right else { return }
        evenness.add(place: row.edges[elements.lowerBound + 13], module: right.fit.module, error: right.fit.error)
    }

    /// Once the growth is known, the finder's corrected width must be its number of modules.
    func isFinderEven(_ row: BarRow) -> Bool {
        let module = right.map { ($0.fit.module + left.fit.module) / 2 } ?? left.fit.module
        let width = row.width(elements.lowerBound + 8..<elements.lowerBound + 13) / module
        return abs(width - (beginsWithBar ? growth : -growth) - Float(DataBarFinder.modules)) < 0.6
    }
}

/// The bars that begin and end every row of DataBar: one module each, with the paper around them.
enum DataBarGuard {
    /// Whether a bar or a space is about one module wide.
    static func isNarrow(_ row: BarRow, _ element: Int, module: Float, growth: Float) -> Bool {
        guard 0..<row.count ~= element else { return false }
        return abs(row.width(element) / module - (element % 2 == 0 ? growth : -growth) - 1) < 0.6
    }

    /// Whether a row may begin with this bar, with a light module before it.
    static func mayBegin(_ row: BarRow, _ bar: Int, module: Float) -> Bool {
        row.isAtBorder(before: bar) || row.clear(before: bar) > 0.6 * module
    }

    static func mayEnd(_ row: BarRow, _ bar: Int, module: Float) -> Bool {
        row.isAtBorder(after: bar) || row.clear(after: bar) > 0.6 * module
    }
}
