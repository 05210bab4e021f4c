// SPDX-License-Identifier: MIT

/// The 2048 words of one language, as published in BIP-0039.
struct WordList: Sendable {
    /// In the order of the list, in Unicode's form NFKD.
    let words: [String]
    private let indices: [String: Int]
    /// The words as scalars, which only suggestions need.
    private let letters: [[Unicode.Scalar]]

    /// Eleven bits select a word.
    static let count = 2048

    /// The text contains the words in order, separated by white space. It is part of the program.
    init(_ text: StaticString) {
        let words = "\(text)".split { $0 == " " || $0 == "\n" }.map(String.init)
        precondition(words.count == Self.count, "A word list has \(words.count) words.")
        self.words = words
        letters = words.map { Array($0.unicodeScalars) }
        indices = Dictionary(uniqueKeysWithValues: words.enumerated().map { ($1, $0) })
    }

    /// The index of a word, which must be in form NFKD and lower case.
    func index(of word: String) -> Int? { indices[word] }

    /// The words most similar to a mistyped one, the nearest first; at most `maximum`.
    ///
    /// A similar word begins the same way, or differs in one or two letters omitted, added, changed or swapped.
    func suggestions(for word: String, maximum: Int) -> [String] {
        let typed = Array(word.unicodeScalars)
        guard 1...32 ~= typed.count else { return [] }
        // In a short word, two changed letters leave too little.
        let limit = typed.count > 3 ? 2 : 1
        var near: [(distance: Int, word: String)] = []
        for (index, candidate) in letters.enumerated() {
            // In most lists the first four letters identify a word.
            if typed.count >= 3, candidate.starts(with: typed) {
                near.append((0, words[index]))
            } else if abs(candidate.count - typed.count) <= limit, Self.beginAlike(typed, candidate) {
                let distance = Self.distance(typed, candidate, limit: limit)
                if distance <= limit { near.append((distance, words[index])) }
            }
        }
        // Swift's sort is stable, so equal distances keep the order of the list.
        return near.sorted { $0.distance < $1.distance }.prefix(maximum).map(\.word)
    }

    /// Whether one of the first two letters is among the other's first two. Few typing errors change both, and this
    /// check saves most of the work.
    private static func beginAlike(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Bool {
        a[0] == b[0] || (a.count > 1 && (a[1] == b[0] || (b.count > 1 && a[1] == b[1])))
            || (b.count > 1 && a[0] == b[1])
    }

    /// The number of letters omitted, added, changed or swapped with their neighbour; some number above the limit for
    /// more.
    private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar], limit: Int) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            row.reserveCapacity(b.count + 1)
            var least = i + 1
            for j in b.indices {
                var cost = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
                row.append(cost)
                least = min(least, cost)
            }
            // Once two rows exceed the limit, all later ones do: a swap looks back over one row.
            if least > limit, (last.min() ?? 0) > limit { return limit + 1 }
            (beforeLast, last) = (last, row)
        }
        return last[b.count]
    }
}
