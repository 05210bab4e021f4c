// SPDX-License-Identifier: MIT
package import Bytes
internal import Crypto

extension Phrase {
    /// The longest text accepted, in UTF-8 bytes: 24 words of the longest list, and room for spaces.
    package static let maximumTextCount = Normalization.maximumCount

    /// Parses words in any of the languages, in capital or small letters, any white space between them.
    ///
    /// Many Chinese words are in both Chinese lists, and some words are both French and English. Where the words alone
    /// are ambiguous, the checksum decides; where it matches two languages, the first is used. The seed is the same
    /// either way, because it is derived from the words and not from the entropy.
    ///
    /// - Throws: ``ChainsError`` with `.badPhrase`, naming a word that is in no list with up to three similar words, or
    ///   for a wrong count or checksum.
    package init(parsing text: String, language: Language? = nil) throws {
        guard text.utf8.count <= Self.maximumTextCount, let words = Self.normalizedWords(of: text) else {
            throw ChainsError(.badPhrase, "This is too long for a phrase, which has at most 24 words.")
        }
        guard Self.wordCounts.contains(words.count) else {
            throw ChainsError(.badPhrase, "A phrase has 12, 15, 18, 21 or 24 words; these are \(words.count).")
        }
        let asked = language.map { [$0] } ?? Language.allCases
        var isEveryWordKnown = false
        for language in asked {
            let indices = words.compactMap { language.list.index(of: $0) }
            guard indices.count == words.count else { continue }
            isEveryWordKnown = true
            guard let entropy = Self.entropy(of: indices) else { continue }
            try self.init(entropy: entropy, language: language)
            return
        }
        guard !isEveryWordKnown else {
            throw ChainsError(
                .badPhrase,
                "Every word is in the list, but together they are not a phrase: one is wrong, or two are swapped.")
        }
        throw Self.unknownWord(in: words, asked)
    }

    /// Parses text that is stored as a secret.
    ///
    /// - Throws: ``ChainsError`` as ``init(parsing:language:)`` does; also for text that is not UTF-8.
    package init(parsing text: SecretBytes, language: Language? = nil) throws {
        guard let text = text.withUnsafeBytes({ String(validating: $0, as: UTF8.self) }) else {
            throw ChainsError(.badPhrase, "A phrase is text in UTF-8.")
        }
        try self.init(parsing: text, language: language)
    }

    /// The words in the normalized form of the lists; nil for a text that is too long.
    static func normalizedWords(of text: String) -> [String]? {
        do {
            // Lower case first: some capital letters only decompose in lower case.
            return try Normalization.apply(Normalization.nfkd, to: text.lowercased())
                .split(whereSeparator: \.isWhitespace).map(String.init)
        } catch {
            return nil
        }
    }

    /// Splits the indices into entropy and checksum; nil when the checksum is wrong.
    private static func entropy(of indices: [Int]) -> SecretBytes? {
        var bytes: [UInt8] = []
        var pending = 0
        var bits = 0
        for index in indices {
            pending = pending << 11 | index
            bits += 11
            while bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: pending >> bits))
                pending &= 1 << bits - 1
            }
        }
        // One bit of checksum per three words: 4 to 8 bits, so at most one byte.
        let checksumBits = indices.count / 3
        let count = indices.count / 3 * 4
        let tail = bits > 0 ? bytes[count...] + [UInt8(truncatingIfNeeded: pending << (8 - bits))] : bytes[count...]
        guard let checksum = tail.first else { return nil }
        let entropy = Array(bytes[..<count])
        guard SHA256.hash(entropy).bytes[0] >> (8 - checksumBits) == checksum >> (8 - checksumBits) else { return nil }
        return SecretBytes(entropy)
    }

    /// Names the first unknown word, in the language that has most of the others.
    private static func unknownWord(in words: [String], _ languages: [Language]) -> ChainsError {
        let known = languages.map { language in words.filter { language.list.index(of: $0) != nil }.count }
        let best = zip(languages, known).max { $0.1 < $1.1 }?.0 ?? .english
        let place = words.firstIndex { best.list.index(of: $0) == nil } ?? 0
        let near = best.list.suggestions(for: words[place], maximum: 3)
        let hint = near.isEmpty ? "Check how it is written." : "Did you mean \(near.joined(separator: ", "))?"
        return ChainsError(.badPhrase, "Word \(place + 1), \"\(words[place].prefix(32))\", is in no list. \(hint)")
    }
}
