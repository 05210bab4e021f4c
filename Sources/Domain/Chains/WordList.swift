// SPDX-License-Identifier: MIT

/// The 2048 words of one language, as BIP-0039 publishes them.
struct WordList: Sendable {
    /// In the order of the list, in Unicode's form NFKD.
    let words: [String]
    private let indices: [String: Int]

    /// Eleven bits choose a word.
    static let count = 2048

    /// The text has the words in order, white space between them; it is part of the program.
    init(_ text: StaticString) {
        let words = "\(text)".split { $0 == " " || $0 == "\n" }.map(String.init)
        precondition(words.count == Self.count, "A word list has \(words.count) words.")
        self.words = words
        indices = Dictionary(uniqueKeysWithValues: words.enumerated().map { ($1, $0) })
    }

    /// The place of a word, which is in form NFKD and in small letters.
    func index(of word: String) -> Int? { indices[word] }

    /// The words that somebody may have meant, the nearest first; at most `maximum`.
    ///
    /// Near is a word that begins the same way, or differs in one or two letters left out, added, changed or swapped.
    func suggestions(for word: String, maximum: Int) -> [String] {
        let letters = Array(word.unicodeScalars)
        guard 1...32 ~= letters.count else { return [] }
        var near: [(distance: Int, word: String)] = []
        for candidate in words {
            let scalars = Array(candidate.unicodeScalars)
            // Four letters tell most lists' words apart, so whoever typed four meant the rest.
            let isBeginning = letters.count >= 3 && scalars.starts(with: letters)
            let distance = isBeginning ? 0 : Self.distance(letters, scalars)
            // Of a short word two changed letters leave too little.
            guard distance <= (letters.count > 3 ? 2 : 1) else { continue }
            near.append((distance, candidate))
        }
        // Stable by the list's order, which Swift's sort keeps.
        return near.sorted { $0.distance < $1.distance }.prefix(maximum).map(\.word)
    }

    /// How many letters are to be left out, added, changed or swapped with their neighbour.
    private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
        guard abs(a.count - b.count) <= 2 else { return .max }
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var cost = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
                row.append(cost)
            }
            (beforeLast, last) = (last, row)
        }
        return last[b.count]
    }
}
