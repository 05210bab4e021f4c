// SPDX-License-Identifier: MIT

/// Where the rows of a long list stand when only the rows on the screen were ever measured.
///
/// Rows not measured yet count with the mean of those that were. Every question takes logarithmic time.
nonisolated package struct RowHeights: Sendable {
    package private(set) var count: Int
    private var known: [Double?]
    private var sums: PrefixSums
    private var numbers: PrefixSums
    private var total = 0.0
    private var measured = 0
    private let guess: Double

    /// - Parameter guess: a row's height in points until the first is measured.
    package init(count: Int, guess: Double) {
        self.count = count
        self.guess = guess
        known = Array(repeating: nil, count: count)
        sums = PrefixSums(count: count)
        numbers = PrefixSums(count: count)
    }

    /// What an unmeasured row is taken for.
    package var estimate: Double { measured == 0 ? guess : total / Double(measured) }

    /// The height of all rows together.
    package var length: Double { total + Double(count - measured) * estimate }

    /// A row's height as far as it is known.
    package subscript(row: Int) -> Double { known[row] ?? estimate }

    /// Notes a measured height.
    package mutating func set(_ height: Double, at row: Int) {
        guard known[row] != height else { return }
        sums.add(height - (known[row] ?? 0), at: row)
        total += height - (known[row] ?? 0)
        if known[row] == nil {
            numbers.add(1, at: row)
            measured += 1
        }
        known[row] = height
    }

    /// How far below the top of the list a row begins; the row after the last gives the length.
    package func offset(of row: Int) -> Double {
        let before = numbers.sum(before: row)
        return sums.sum(before: row) + (Double(row) - before) * estimate
    }

    /// The row at a distance from the top; the first or last row beyond the ends.
    package func row(at distance: Double) -> Int {
        var low = 0
        var high = max(count - 1, 0)
        while low < high {
            let middle = (low + high + 1) / 2
            if offset(of: middle) <= distance { low = middle } else { high = middle - 1 }
        }
        return low
    }

    /// The rows that touch a stretch of the list.
    package func rows(from top: Double, to bottom: Double) -> Range<Int> {
        guard count > 0, bottom >= 0, top <= length else { return 0..<0 }
        return row(at: max(top, 0))..<(row(at: max(bottom, 0)) + 1)
    }
}

/// Sums of the first numbers of a row, kept while single numbers change. (A Fenwick tree.)
nonisolated struct PrefixSums: Sendable {
    private var tree: [Double]

    init(count: Int) { tree = Array(repeating: 0, count: count + 1) }

    mutating func add(_ value: Double, at index: Int) {
        var place = index + 1
        while place < tree.count {
            tree[place] += value
            place += place & -place
        }
    }

    func sum(before index: Int) -> Double {
        var place = index
        var sum = 0.0
        while place > 0 {
            sum += tree[place]
            place -= place & -place
        }
        return sum
    }
}
