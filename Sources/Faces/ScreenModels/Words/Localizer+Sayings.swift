// SPDX-License-Identifier: MIT
internal import HubAPI
internal import Money

extension Localizer {
    /// What a lower part said or kept in English, in the person's language; what nobody here knows, such as the words of
    /// a server, is quoted as it is.
    package func said(_ sentence: String) -> String {
        guard language != .english else { return sentence }
        return known(sentence) ?? original(sentence)
    }

    /// Somebody else's own words, named as such where they are not in the person's language.
    package func original(_ text: String) -> String {
        language == .english ? text : self(.originalWords, ["text": text])
    }

    /// Sentences one after the other.
    package func join(_ sentences: [String]) -> String {
        sentences.joined(separator: language == .japanese ? "" : " ")
    }

    /// What a text of known sentences may have, in bytes and in sentences, and how deep one may tell another's reason.
    /// Others write such texts, so the work is bounded: a text beyond that is quoted.
    private static let (maximumBytes, maximumSentences, maximumDepth) = (1_024, 8, 3)
    /// A saying is of so many sentences at most, but for what somebody else said at the end of the text.
    private static let maximumJoined = 3

    /// A known sentence, or several of them; nil when one is not known.
    private func known(_ text: String, depth: Int = 0) -> String? {
        guard text.utf8.count <= Self.maximumBytes, depth < Self.maximumDepth else { return nil }
        let sentences = Self.sentences(in: text)
        guard sentences.count <= Self.maximumSentences else { return nil }
        var said: [String] = []
        var rest = sentences[...]
        // What was found is not taken back, or the ways to join sentences would double with each of them.
        while !rest.isEmpty {
            guard let (sentence, count) = beginning(of: rest, in: text, depth: depth) else { return nil }
            said.append(sentence)
            rest = rest.dropFirst(count)
        }
        return join(said)
    }

    /// What the first sentences say, and how many they are; nil when they are not known.
    private func beginning(
        of sentences: ArraySlice<Range<String.Index>>, in text: String, depth: Int
    ) -> (String, Int)? {
        for count in [sentences.count] + (1...Self.maximumJoined) where count <= sentences.count {
            let part = sentences.prefix(count)
            guard let first = part.first, let last = part.last else { return nil }
            if let said = saying(String(text[first.lowerBound..<last.upperBound]), depth: depth) {
                return (said, count)
            }
        }
        return nil
    }

    /// A text that is one saying; nil for any other.
    private func saying(_ text: String, depth: Int) -> String? {
        for saying in Saying.all {
            if let values = saying.values(in: text), areWhole(values) {
                return Wording.fill(
                    saying.text(in: language), values.mapValuesByName { value($0, $1, depth: depth) })
            }
        }
        return nil
    }

    /// Where the sentences of a text stand, without the spaces between them.
    private static func sentences(in text: String) -> [Range<String.Index>] {
        var sentences: [Range<String.Index>] = []
        var start = text.startIndex
        for (end, next) in zip(text.indices, text.indices.dropFirst()) where text[end] == "." && text[next] == " " {
            sentences.append(start..<next)
            start = text.index(after: next)
        }
        return sentences + [start..<text.endIndex]
    }

    /// A value never goes on over the end of its sentence, but for what somebody else said.
    private func areWhole(_ values: [String: String]) -> Bool {
        values.allSatisfy { name, text in name == "text" || name == "reason" || !text.contains(". ") }
    }

    private func value(_ name: String, _ text: String, depth: Int) -> String {
        switch name {
        case "amount", "paid": amount(formatted: text) ?? text
        case "time": CalendarDay(text: String(text.prefix(10))).map { day($0) } ?? text
        case "number", "left": Int(text).map { number($0) } ?? text
        case "rate": decimal(text)
        case "reason": known(text, depth: depth + 1) ?? known(text + ".", depth: depth + 1) ?? text
        case "what": Saying.terms[text].map { language == .german ? $0.german : $0.japanese } ?? text
        default: text
        }
    }

    /// An amount as the parts below write it: `12.50 USD`.
    private func amount(formatted text: String) -> String? {
        let parts = text.split(separator: " ")
        guard parts.count == 2 else { return nil }
        // Safe: what is no amount after all is shown as it was said.
        guard let currency = try? Currency(code: String(parts[1])),
            // Safe: the same.
            let amount = try? Amount(decimalText: String(parts[0]), currency: currency)
        else { return nil }
        return self.amount(amount)
    }
}

extension [String: String] {
    fileprivate func mapValuesByName(_ change: (String, String) -> String) -> [String: String] {
        reduce(into: [:]) { $0[$1.key] = change($1.key, $1.value) }
    }
}
