// SPDX-License-Identifier: MIT
internal import HubAPI
internal import Money

extension Words {
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

    /// A known sentence, or several of them; nil when one is not known.
    private func known(_ text: String) -> String? {
        for saying in Saying.all {
            if let values = saying.values(in: text), areWhole(values) {
                return Wording.fill(saying.text(in: language), values.mapValuesByName(value))
            }
        }
        var start = text.startIndex
        while let end = text[start...].firstIndex(of: "."), text.index(after: end) < text.endIndex {
            start = text.index(after: end)
            guard text[start] == " " else { continue }
            if let first = known(String(text[...end])), let rest = known(String(text[text.index(after: start)...])) {
                return join([first, rest])
            }
        }
        return nil
    }

    /// A value never goes on over the end of its sentence, but for what somebody else said.
    private func areWhole(_ values: [String: String]) -> Bool {
        values.allSatisfy { name, text in name == "text" || name == "reason" || !text.contains(". ") }
    }

    private func value(_ name: String, _ text: String) -> String {
        switch name {
        case "amount", "paid": amount(formatted: text) ?? text
        case "time": CalendarDay(text: String(text.prefix(10))).map { day($0) } ?? text
        case "number", "left": Int(text).map { number($0) } ?? text
        case "rate": decimal(text)
        case "reason": known(text) ?? known(text + ".") ?? text
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
