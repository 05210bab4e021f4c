// SPDX-License-Identifier: MIT

/// A sentence that a lower part says, or has kept in a store, in English, with what it is in the other languages.
///
/// Stores and reports keep sentences, since the command line prints them; the app finds the sentence again by its fixed
/// words and says it in the person's language, with the values put in as the language writes them.
struct Saying: Sendable {
    /// With `{places}` for what varies.
    let english: String
    let german: String
    let japanese: String
    private let pieces: [Piece]

    private enum Piece: Hashable, Sendable { case fixed(String), place(String) }

    init(_ english: String, _ german: String, _ japanese: String) {
        (self.english, self.german, self.japanese) = (english, german, japanese)
        var pieces: [Piece] = []
        var rest = english[...]
        while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
            if start > rest.startIndex { pieces.append(.fixed(String(rest[..<start]))) }
            pieces.append(.place(String(rest[rest.index(after: start)..<end])))
            rest = rest[rest.index(after: end)...]
        }
        if !rest.isEmpty { pieces.append(.fixed(String(rest))) }
        self.pieces = pieces
    }

    func text(in language: Language) -> String {
        switch language {
        case .english: english
        case .german: german
        case .japanese: japanese
        }
    }

    /// What stands in the places of a sentence; nil for another sentence.
    func values(in sentence: String) -> [String: String]? {
        var values: [String: String] = [:]
        var rest = sentence[...]
        var place: String?
        for (index, piece) in pieces.enumerated() {
            switch piece {
            case .place(let name): place = name
            case .fixed(let text):
                guard let name = place else {
                    guard rest.hasPrefix(text) else { return nil }
                    rest = rest.dropFirst(text.count)
                    continue
                }
                // The last fixed piece ends the sentence; the others are looked for from the left.
                let isLast = index == pieces.count - 1
                guard let found = isLast ? rest.ending(in: text) : rest.first(text), found.lowerBound > rest.startIndex
                else { return nil }
                values[name] = String(rest[..<found.lowerBound])
                rest = rest[found.upperBound...]
                place = nil
            }
        }
        if let name = place {
            guard !rest.isEmpty else { return nil }
            values[name] = String(rest)
            rest = rest[rest.endIndex...]
        }
        return rest.isEmpty ? values : nil
    }
}

extension Substring {
    /// Where a text first occurs.
    fileprivate func first(_ text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            let rest = self[start...]
            if rest.hasPrefix(text) { return start..<rest.index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return nil
    }

    /// Where a text is at the end.
    fileprivate func ending(in text: String) -> Range<Index>? {
        hasSuffix(text) ? index(endIndex, offsetBy: -text.count)..<endIndex : nil
    }
}
