// SPDX-License-Identifier: MIT

extension Phrase {
    /// The languages with a word list in BIP-0039.
    package enum Language: String, CaseIterable, Sendable {
        case english = "english", japanese = "japanese", korean = "korean", spanish = "spanish"
        case chineseSimplified = "chineseSimplified", chineseTraditional = "chineseTraditional", french = "french"
        case italian = "italian", czech = "czech", portuguese = "portuguese"

        /// Whether a word is in the list, in any equivalent Unicode spelling.
        package func contains(_ word: String) -> Bool {
            guard let word = Phrase.normalizedWords(of: word)?.first else { return false }
            return list.index(of: word) != nil
        }

        /// The words with this prefix, for completion; all of them for an empty prefix.
        package func words(beginningWith text: String) -> [String] {
            guard let beginning = Phrase.normalizedWords(of: text) else { return [] }
            let scalars = beginning.first.map { Array($0.unicodeScalars) } ?? []
            return list.words.filter { $0.unicodeScalars.starts(with: scalars) }
        }

        /// The words most similar to a mistyped one, the nearest first; at most `maximum`.
        package func suggestions(for word: String, maximum: Int = 3) -> [String] {
            guard let word = Phrase.normalizedWords(of: word)?.first else { return [] }
            return list.suggestions(for: word, maximum: maximum)
        }

        var list: WordList {
            switch self {
            case .english: .english
            case .japanese: .japanese
            case .korean: .korean
            case .spanish: .spanish
            case .chineseSimplified: .chineseSimplified
            case .chineseTraditional: .chineseTraditional
            case .french: .french
            case .italian: .italian
            case .czech: .czech
            case .portuguese: .portuguese
            }
        }

        var separator: String { self == .japanese ? "\u{3000}" : " " }
    }
}
