// SPDX-License-Identifier: MIT
internal import Barcodes

extension Card {
    /// The card in valid form: texts trimmed, groups sorted, photos unique, everything within limits.
    ///
    /// - Throws: ``CardsError`` with `.missing` without a store or a number, or `.tooLarge`; the message names the
    ///   field.
    package func checked() throws(CardsError) -> Card {
        var card = self
        try card.check()
        return card
    }

    /// Validates in place. Nearly every card of a large file is valid already and stays unchanged.
    mutating func check() throws(CardsError) {
        try Self.tidy(&store, .store, maximum: CardLimits.store)
        try Self.tidy(&number, .number, maximum: CardLimits.number)
        guard !store.isEmpty else { throw CardsError(CardFault.noStore) }
        guard !number.isEmpty else { throw CardsError(CardFault.noNumber) }
        if holder != nil { holder = try Self.tidied(holder, .holder, maximum: CardLimits.holder) }
        if !note.isEmpty { try Self.tidy(&note, .note, maximum: CardLimits.note) }
        if !codes.isEmpty { try checkCodes() }
        if !groups.isEmpty { try checkGroups() }
        if !photos.isEmpty { try checkPhotos() }
    }

    private mutating func checkCodes() throws(CardsError) {
        try Self.atMost(CardLimits.codes, codes.count, .codes)
        for index in codes.indices {
            try codes[index].check()
            if codes[index].caption != nil {
                codes[index].caption = try Self.tidied(codes[index].caption, .caption, maximum: CardLimits.caption)
            }
        }
        guard codes.count > 1 else { return }
        var kept: [CardCode] = []
        for code in codes where !kept.contains(code) { kept.append(code) }
        codes = kept
    }

    private mutating func checkGroups() throws(CardsError) {
        var kept: Set<String> = []
        for group in groups {
            if let name = try Self.tidied(group, .group, maximum: CardLimits.group) { kept.insert(name) }
        }
        try Self.atMost(CardLimits.groups, kept.count, .groups)
        groups = kept.sorted()
    }

    private mutating func checkPhotos() throws(CardsError) {
        var kept: [CardPhoto] = []
        for photo in photos where !kept.contains(where: { $0.hash == photo.hash }) { kept.append(photo) }
        try Self.atMost(CardLimits.photos, kept.count, .photos)
        photos = kept
    }

    /// Without white space around it; nil when nothing is left.
    private static func tidied(_ text: String?, _ field: CardField, maximum: Int) throws(CardsError) -> String? {
        guard var text else { return nil }
        try tidy(&text, field, maximum: maximum)
        return text.isEmpty ? nil : text
    }

    private static func tidy(_ text: inout String, _ field: CardField, maximum: Int) throws(CardsError) {
        if !text.isTrimmed { text = text.trimmed }
        guard text.utf8.count <= maximum else { throw CardsError(CardFault.tooLong(field, maximum: maximum)) }
    }

    private static func atMost(_ maximum: Int, _ count: Int, _ field: CardField) throws(CardsError) {
        guard count <= maximum else { throw CardsError(CardFault.tooMany(field, maximum: maximum)) }
    }
}

extension CardCode {
    /// Requires that the code can be stored and parsed again.
    fileprivate func check() throws(CardsError) {
        guard !symbol.bytes.isEmpty else { throw CardsError(CardFault.emptyCode) }
        guard symbol.bytes.count <= CardLimits.codeBytes else {
            throw CardsError(CardFault.largeCode(maximum: CardLimits.codeBytes))
        }
        let hasRedundancy =
            switch symbol.correction {
            case .pdf417(let level): 0...8 ~= level
            case .aztec(let percent): 0...100 ~= percent
            case .qr, nil: true
            }
        // ECI numbers have six digits. AIM ITS/04-023
        guard hasRedundancy, symbol.eci.map({ 0...999_999 ~= $0 }) ?? true else {
            throw CardsError(CardFault.badCode)
        }
    }
}

extension String {
    /// Whether there is no white space at either end, judged by the first and last byte.
    fileprivate var isTrimmed: Bool {
        guard let first = utf8.first, let last = utf8.last else { return true }
        return 0x21...0x7E ~= first && 0x21...0x7E ~= last
    }

    /// Without white space at both ends.
    var trimmed: String {
        // Most texts need no trimming, and checking two bytes or characters is all that this costs.
        if isTrimmed { return self }
        guard first?.isWhitespace == true || last?.isWhitespace == true else { return self }
        var rest = drop(while: \.isWhitespace)
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}
