// SPDX-License-Identifier: MIT
internal import Symbols

extension Card {
    /// The card as it may be kept: without white space around its texts, groups sorted, every photo once, within limits.
    ///
    /// - Throws: ``CardsError`` with `.missing` without a store or a number, or `.tooLarge`; the message names the field.
    package func checked() throws(CardsError) -> Card {
        var card = self
        card.store = try Self.text(store, "store", maximum: CardLimits.store)
        card.number = try Self.text(number, "number", maximum: CardLimits.number)
        guard !card.store.isEmpty else { throw CardsError(.missing, "The card has no store. Give it one.") }
        guard !card.number.isEmpty else { throw CardsError(.missing, "The card has no number. Give it one.") }
        if let holder {
            let text = try Self.text(holder, "holder", maximum: CardLimits.holder)
            card.holder = text.isEmpty ? nil : text
        }
        card.note = try Self.text(note, "note", maximum: CardLimits.note)
        card.codes = try checkedCodes()
        card.groups = try checkedGroups()
        card.photos = try checkedPhotos()
        return card
    }

    private func checkedCodes() throws(CardsError) -> [CardCode] {
        try Self.atMost(CardLimits.codes, codes.count, "codes")
        var kept: [CardCode] = []
        for code in codes {
            guard !code.symbol.bytes.isEmpty else { throw CardsError(.malformed, "A code of the card is empty.") }
            try Self.atMost(CardLimits.codeBytes, code.symbol.bytes.count, "bytes in a code")
            var code = code
            if let caption = code.caption {
                let text = try Self.text(caption, "caption", maximum: CardLimits.caption)
                code.caption = text.isEmpty ? nil : text
            }
            if !kept.contains(code) { kept.append(code) }
        }
        return kept
    }

    private func checkedGroups() throws(CardsError) -> [String] {
        var kept: Set<String> = []
        for group in groups {
            let name = try Self.text(group, "group", maximum: CardLimits.group)
            if !name.isEmpty { kept.insert(name) }
        }
        try Self.atMost(CardLimits.groups, kept.count, "groups")
        return kept.sorted()
    }

    private func checkedPhotos() throws(CardsError) -> [CardPhoto] {
        var kept: [CardPhoto] = []
        for photo in photos where !kept.contains(where: { $0.hash == photo.hash }) { kept.append(photo) }
        try Self.atMost(CardLimits.photos, kept.count, "photos")
        return kept
    }

    private static func text(_ text: String, _ field: String, maximum: Int) throws(CardsError) -> String {
        let trimmed = text.trimmed
        guard trimmed.utf8.count <= maximum else {
            throw CardsError(.tooLarge, "The card's \(field) has more than \(maximum) bytes. Shorten it.")
        }
        return trimmed
    }

    private static func atMost(_ maximum: Int, _ count: Int, _ what: String) throws(CardsError) {
        guard count <= maximum else { throw CardsError(.tooLarge, "A card has at most \(maximum) \(what).") }
    }
}

extension String {
    /// Without white space at both ends.
    var trimmed: String {
        // Nearly every text has none, and looking at two bytes or characters is all that costs.
        let ends = (utf8.first ?? 0, utf8.last ?? 0)
        if 0x21...0x7E ~= ends.0, 0x21...0x7E ~= ends.1 { return self }
        guard first?.isWhitespace == true || last?.isWhitespace == true else { return self }
        var rest = drop(while: \.isWhitespace)
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}
