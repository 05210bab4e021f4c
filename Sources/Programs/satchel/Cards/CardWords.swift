// SPDX-License-Identifier: MIT
import Bytes
import Cards
import Crypto
import Money
import CardStore
import Barcodes
import Terminal

extension Operand {
    static let card = Operand(
        "card", "Number in the list, store, card number, or start of the ID.")
    static let cards = Operand(
        "card", "Cards, by number in the list, store, card number, or start of the ID.", count: .many)
    static let someCards = Operand("card", "Only these cards. Default: all.", count: .any)
}

extension Option {
    static let photosToo = Option("photos", "Include the photos.")
    static let duplicates = Option(
        "duplicates", value: "action",
        "Treatment of cards that you already have: update (only changed passes), skip, overwrite, merge or cancel.",
        fallback: "update",
        completion: .choices(ImportPlan.Duplicates.allCases.map(\.rawValue)))
    static let archiveToo = Option("archived", "Include archived cards.")
}

extension Invocation {
    /// A table of cards.
    ///
    /// - Parameter number: the number of a card in lists; nil for a card that is not in the wallet.
    func table(_ cards: [Card], number: (CardID) -> Int?) -> String {
        let hasBalance = cards.contains { $0.balance != nil }
        let hasGroups = cards.contains { !$0.groups.isEmpty }
        var columns: [Table.Column] = [.numbers("no"), .words(""), .words("store"), .words("number"), .words("code")]
        if hasBalance { columns.append(.numbers("balance")) }
        columns.append(.words("expires"))
        if hasGroups { columns.append(.words("groups")) }
        var table = Table(columns)
        for card in cards {
            let mark = (card.isStarred ? "*" : "") + (card.isArchived ? "archived" : "")
            var cells = [
                number(card.id).map(String.init) ?? "", mark, card.store.shortened(to: 28),
                card.number.shortened(to: 24), card.codes.first?.symbol.symbology.name ?? "none",
            ]
            if hasBalance { cells.append(card.balance?.shown ?? "") }
            cells.append(card.expiry.map { $0.isoDate + card.expiryMark(at: CardContext.now) } ?? "")
            if hasGroups { cells.append(card.groups.joined(separator: ", ").shortened(to: 24)) }
            table.add(cells)
        }
        return table.text
    }

    /// Prints a list of cards, or a sentence if it is empty.
    func print(_ cards: [Card], of desk: CardContext, none: String) throws {
        if wantsJSON {
            console.print(.items(cards.map { JSON.card($0, number: desk.cards.number(of: $0.id)) }))
        } else {
            console.print(cards.isEmpty ? none : table(cards, number: desk.cards.number))
        }
    }

    /// Prints the result of a change of one card.
    func answer(_ card: Card, of desk: CardContext, _ sentence: String) throws {
        let number = desk.cards.number(of: card.id)
        answer(JSON.card(card, number: number), sentence + (number.map { " It is number \($0)." } ?? ""))
    }
}

extension String {
    /// For a cell of a table.
    func shortened(to length: Int) -> String { count > length ? prefix(length - 1) + "…" : self }
}

extension Card {
    /// Lists mark a card that expires within 14 days, in milliseconds.
    private static let soon: Int64 = 14 * 86_400_000

    /// The mark after the date in lists.
    fileprivate func expiryMark(at now: Moment) -> String {
        if isExpired(at: now) { return " expired" }
        return isExpired(at: now.advanced(byMilliseconds: Self.soon)) ? " soon" : ""
    }

    /// For sentences: the store and the card number.
    var named: String { "'\(store)' (\(number.shortened(to: 40)))" }
}

extension [Card] {
    /// For sentences: each of them by name.
    var named: String { map(\.named).joined(separator: ", ") }
}

extension JSON {
    static func card(_ card: Card, number: Int?) -> JSON {
        [
            "no": number.map { .integer(Int64($0)) } ?? .null, "id": .text(card.id.text), "store": .text(card.store),
            "number": .text(card.number), "holder": .text(card.holder), "note": .text(card.note),
            "colour": .text(card.colour?.hex), "codes": .array(card.codes.map(code)),
            "validFrom": .text(card.validFrom?.iso8601), "expiry": .text(card.expiry?.iso8601),
            "balance": card.balance.map {
                ["value": .text($0.text), "currency": .text($0.currency?.code)]
            } ?? .null,
            "groups": .array(card.groups.map { .text($0) }), "starred": .bool(card.isStarred),
            "archived": .bool(card.isArchived), "lastUsed": .text(card.lastUsed?.iso8601),
            "created": .text(card.created?.iso8601), "modified": .text(card.modified?.iso8601),
            "photos": .array(
                card.photos.map {
                    [
                        "role": .text($0.role.rawValue), "type": .text($0.mediaType.rawValue),
                        "sha256": .text($0.hash.description),
                    ]
                }), "originalPass": .text(card.origin?.description),
        ]
    }

    static func code(_ code: CardCode) -> JSON {
        guard case .object(let members) = symbol(code.symbol) else { return .null }
        return .object(members + [Member("caption", .text(code.caption))])
    }

    static func symbol(_ symbol: Symbol) -> JSON {
        [
            "kind": .text(symbol.symbology.word), "text": .text(symbol.text), "bytes": .text(Hex.encode(symbol.bytes)),
            "eci": symbol.eci.map { .integer(Int64($0)) } ?? .null, "gs1": .bool(symbol.isGS1),
        ]
    }

    static func problems(_ problems: [ImportProblem]) -> JSON {
        .array(problems.map { ["position": .integer(Int64($0.position)), "code": .text($0.remark.code)] })
    }
}
