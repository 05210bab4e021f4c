// SPDX-License-Identifier: MIT

/// Draws a weighted random index in constant time by the alias method, with the steps in the order that sender and
/// receiver share. BCR-2024-001, section 3; the floating-point steps are IEEE 754 and may not be rearranged.
struct AliasTable {
    private let thresholds: [Double]
    private let aliases: [Int]

    /// - Parameter weights: positive and not empty.
    init(weights: [Double]) {
        precondition(!weights.isEmpty, "An alias table needs a weight.")
        let sum = weights.reduce(0, +)
        let count = weights.count
        var scaled = weights.map { $0 * Double(count) / sum }
        var small: [Int] = []
        var large: [Int] = []
        for index in (0..<count).reversed() {
            if scaled[index] < 1 { small.append(index) } else { large.append(index) }
        }
        // Entries left at the end, also because of rounding, keep their whole column.
        var thresholds = [Double](repeating: 1, count: count)
        var aliases = [Int](repeating: 0, count: count)
        while let low = small.last, let high = large.last {
            small.removeLast()
            large.removeLast()
            thresholds[low] = scaled[low]
            aliases[low] = high
            scaled[high] += scaled[low] - 1
            if scaled[high] < 1 { small.append(high) } else { large.append(high) }
        }
        self.thresholds = thresholds
        self.aliases = aliases
    }

    func draw(using random: inout Xoshiro256) -> Int {
        let column = random.nextUnit()
        let height = random.nextUnit()
        let index = min(Int(Double(thresholds.count) * column), thresholds.count - 1)
        return height < thresholds[index] ? index : aliases[index]
    }
}
