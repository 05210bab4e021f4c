// SPDX-License-Identifier: MIT

/// Finds the word that the user probably meant.
enum Suggestion {
    /// The name most like a word, or nil when none is near: a third of its letters may be wrong.
    static func closest(to word: String, among names: [String]) -> String? {
        let near = names.map { (name: $0, distance: distance(word.lowercased(), $0)) }
            .filter { $0.distance <= max(1, $0.name.count / 3) }
            .min { $0.distance < $1.distance }
        let starting = names.filter { word.count > 2 && $0.hasPrefix(word) }
        return near?.name ?? (starting.count == 1 ? starting[0] : nil)
    }

    /// Letters to insert, remove, change or swap with their neighbour to turn one text into the other.
    ///
    /// The restricted Damerau-Levenshtein distance, in rows.
    static func distance(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left), Array(right))
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for (i, a) in left.enumerated() {
            var row = [i + 1]
            for (j, b) in right.enumerated() {
                var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a == b ? 0 : 1))
                if i > 0, j > 0, a == right[j - 1], b == left[i - 1] { cost = min(cost, beforeLast[j - 1] + 1) }
                row.append(cost)
            }
            (beforeLast, last) = (last, row)
        }
        return last[right.count]
    }
}
