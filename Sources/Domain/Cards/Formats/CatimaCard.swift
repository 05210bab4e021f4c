// SPDX-License-Identifier: MIT
internal import Money
internal import Barcodes

/// Converts cards to and from the columns of Catima's list and link.
enum CatimaCard {
    typealias Column = CatimaFormat.Column

    /// The label of the last line of a note that holds the card's holder, for whom Catima has no column.
    private static let holderMark = "Holder:"

    /// - Parameters:
    ///   - field: the text of a column; empty if missing.
    ///   - note: receives sentences on omitted data.
    /// - Throws: ``CardsError`` with `.missing` without a store or number.
    static func card(_ field: (String) -> String, note complain: (CardRemark) -> Void) throws(CardsError) -> Card {
        let (store, number) = (field(Column.store), field(Column.number))
        guard !store.isEmpty else { throw CardsError(CardFault.noStore) }
        guard !number.isEmpty else { throw CardsError(CardFault.noNumber) }
        let (note, holder) = split(field(Column.note))
        var card = Card(
            id: CardIdentity(store: store, number: number).derivedID, store: store, number: number, holder: holder,
            note: note)
        func moment(_ column: String, _ what: CardField, _ make: (Int64) -> Moment?) -> Moment? {
            let text = field(column)
            guard !text.isEmpty else { return nil }
            let moment = Int64(text).flatMap(make)
            if moment == nil { complain(.badDate(what)) }
            return moment
        }
        card.validFrom = moment(Column.validFrom, .validFrom) { Moment(milliseconds: $0) }
        card.expiry = moment(Column.expiry, .expiry) { Moment(milliseconds: $0) }
        // Never used is written as zero.
        if field(Column.lastUsed) != "0" { card.lastUsed = moment(Column.lastUsed, .lastUsed) { Moment(seconds: $0) } }
        card.balance = balance(field(Column.balance), field(Column.balanceType), complain)
        card.colour = colour(field(Column.colour), complain)
        card.isStarred = field(Column.starred) == "1"
        card.isArchived = field(Column.archived) == "1"
        card.catimaNumber = Int(field(Column.id)).flatMap { 1...CatimaFormat.largestNumber ~= $0 ? $0 : nil }
        if let code = code(field, number, complain) { card.codes = [code] }
        return card
    }

    /// The columns of a card that have a value; ``CatimaFormat`` writes `_id`.
    ///
    /// - Parameter note: gets what Catima cannot hold, in sentences.
    static func fields(_ card: Card, note complain: (CardRemark) -> Void) -> [String: String] {
        var fields: [String: String] = [
            Column.store: card.store, Column.number: card.number, Column.note: joined(card.note, card.holder),
            Column.balance: card.balance?.text ?? "0", Column.balanceType: card.balance?.unit.code ?? "",
            Column.starred: card.isStarred ? "1" : "0", Column.archived: card.isArchived ? "1" : "0",
            Column.lastUsed: "\(card.lastUsed?.seconds ?? 0)",
        ]
        fields[Column.validFrom] = card.validFrom.map { "\($0.milliseconds)" }
        fields[Column.expiry] = card.expiry.map { "\($0.milliseconds)" }
        fields[Column.colour] = card.colour.map { colour in
            let bits = UInt32(0xFF) << 24 | UInt32(colour.red) << 16 | UInt32(colour.green) << 8 | UInt32(colour.blue)
            return "\(Int32(bitPattern: bits))"
        }
        if card.codes.count > 1 { complain(.firstCodeOnly(of: card.codes.count)) }
        guard let symbol = card.codes.first?.symbol, let name = CatimaFormat.names[symbol.symbology] else {
            return fields
        }
        fields[Column.codeType] = name
        let (text, encoding) = text(of: symbol)
        fields[Column.codeEncoding] = encoding
        if text != card.number { fields[Column.codeText] = text }
        return fields
    }

    // MARK: - Codes

    private static func code(
        _ field: (String) -> String, _ number: String, _ complain: (CardRemark) -> Void
    ) -> CardCode? {
        let type = field(Column.codeType)
        guard !type.isEmpty else { return nil }
        guard let symbology = CatimaFormat.symbologies[type.uppercased()] else {
            complain(.unknownKindOfCode)
            return nil
        }
        let text = field(Column.codeText)
        let encoding: CodeEncoding = field(Column.codeEncoding).uppercased() == "UTF-8" ? .utf8 : .latin1
        return CardCode.foreign(text.isEmpty ? number : text, as: symbology, encoding: encoding, note: complain)
    }

    /// The text that gives the symbol's bytes in the returned encoding.
    private static func text(of symbol: Symbol) -> (text: String, encoding: String) {
        let (latin1, utf8) = ("ISO-8859-1", "UTF-8")
        if symbol.isGS1 { return (symbol.text, latin1) }
        if symbol.eci == 26, let text = String(validating: symbol.bytes, as: UTF8.self) { return (text, utf8) }
        return (String(latin1Bytes: symbol.bytes), latin1)
    }

    // MARK: - Balance and colour

    private static func balance(_ text: String, _ type: String, _ complain: (CardRemark) -> Void) -> CardBalance? {
        guard !text.isEmpty else { return nil }
        do {
            let balance = try CardBalance(text, CardBalance.Unit(code: type))
            // Catima writes zero points for a card without a balance.
            return balance.text == "0" && balance.unit == .points ? nil : balance
        } catch {
            complain(.badBalance)
            return nil
        }
    }

    private static func colour(_ text: String, _ complain: (CardRemark) -> Void) -> CardColour? {
        guard !text.isEmpty else { return nil }
        guard let number = Int32(text) else {
            complain(.badColour)
            return nil
        }
        let bits = UInt32(bitPattern: number)
        return CardColour(
            red: UInt8(truncatingIfNeeded: bits >> 16), green: UInt8(truncatingIfNeeded: bits >> 8),
            blue: UInt8(truncatingIfNeeded: bits))
    }

    // MARK: - The holder in the note

    /// If the note's own last line looks like a holder, an empty one follows it.
    static func joined(_ note: String, _ holder: String?) -> String {
        guard holder != nil || split(note).holder != nil || note.hasSuffix(holderMark) else { return note }
        return (note.isEmpty ? "" : note + "\n") + holderMark + (holder.map { " " + $0 } ?? "")
    }

    static func split(_ text: String) -> (note: String, holder: String?) {
        // By bytes, because Swift treats CR LF as one character.
        let end = text.utf8.lastIndex(of: UInt8(ascii: "\n"))
        let last = text.utf8[(end.map { text.utf8.index(after: $0) } ?? text.startIndex)...]
        guard last.starts(with: holderMark.utf8), let holder = Substring(last).split(separator: ":", maxSplits: 1).last
        else {
            return (text, nil)
        }
        var note = end.map { text.utf8[..<$0] } ?? text.utf8[..<text.startIndex]
        if note.last == UInt8(ascii: "\r") { note.removeLast() }
        let name = last.count == holderMark.utf8.count ? "" : String(holder).trimmed
        return (String(Substring(note)), name.isEmpty ? nil : name)
    }
}
