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
    /// - Parameters:
    ///   - reminderDays: marks cards that expire within these days.
    ///   - nearest: shows the distance of these cards' places.
    ///   - number: the number of a card in lists; nil for a card that is not in the wallet.
    func table(
        _ cards: [Card], reminderDays: Int = Card.reminderDays, nearest: [CardID: PassPlaces.Nearest] = [:],
        number: (CardID) -> Int?
    ) -> String {
        let hasBalance = cards.contains { $0.balance != nil }
        let hasGroups = cards.contains { !$0.groups.isEmpty }
        var columns: [Table.Column] = [.numbers("no"), .words(""), .words("store"), .words("number"), .words("code")]
        if hasBalance { columns.append(.numbers("balance")) }
        columns.append(.words("expires"))
        if hasGroups { columns.append(.words("groups")) }
        if !nearest.isEmpty { columns += [.numbers("distance"), .words("place")] }
        var table = Table(columns)
        for card in cards {
            let mark = (card.isStarred ? "*" : "") + (card.isArchived ? "archived" : "")
            var cells = [
                number(card.id).map(String.init) ?? "", mark, card.store.shortened(to: 28),
                card.number.shortened(to: 24), card.codes.first?.symbol.symbology.name ?? "none",
            ]
            if hasBalance { cells.append(card.balance?.shown ?? "") }
            cells.append(card.expiry.map { $0.isoDate + card.expiryMark(reminderDays) } ?? "")
            if hasGroups { cells.append(card.groups.joined(separator: ", ").shortened(to: 24)) }
            if !nearest.isEmpty {
                let place = nearest[card.id]
                cells.append(place?.distance ?? "")
                cells.append([place?.isInReach == true ? "here" : "", place?.text ?? ""].shown)
            }
            table.add(cells)
        }
        return table.text
    }

    /// Prints a list of cards, or a sentence if it is empty.
    func print(
        _ cards: [Card], of context: CardContext, nearest: [CardID: PassPlaces.Nearest] = [:], none: String
    ) throws {
        if wantsJSON {
            console.print(
                .items(
                    cards.map { JSONValue.card($0, number: context.cards.number(of: $0.id), nearest: nearest[$0.id]) }))
        } else if cards.isEmpty {
            console.print(none)
        } else {
            let days = try context.cards.reminderDays
            console.print(table(cards, reminderDays: days, nearest: nearest, number: context.cards.number))
        }
    }

    /// Prints the result of a change of one card.
    func answer(_ card: Card, of context: CardContext, _ sentence: String) throws {
        let number = context.cards.number(of: card.id)
        answer(JSONValue.card(card, number: number), sentence + (number.map { " It is number \($0)." } ?? ""))
    }
}

extension String {
    /// For a cell of a table.
    func shortened(to length: Int) -> String { count > length ? prefix(length - 1) + "…" : self }
}

extension Card {
    /// The mark after the date in lists.
    fileprivate func expiryMark(_ days: Int) -> String {
        switch reminder(at: CardContext.now, days: days) {
        case .expired: " expired"
        case .soon: " soon"
        case nil: ""
        }
    }

    /// For sentences: the store and the card number.
    var named: String { "'\(store)' (\(number.shortened(to: 40)))" }
}

extension PassPlaces.Nearest {
    /// Metres below a kilometre, then kilometres with one decimal.
    fileprivate var distance: String { metres < 1000 ? "\(metres) m" : "\(metres / 1000).\(metres / 100 % 10) km" }
}

extension [String] {
    /// For a cell of a table: those that are not empty.
    fileprivate var shown: String { filter { !$0.isEmpty }.joined(separator: ": ").shortened(to: 40) }
}

extension [Card] {
    /// For sentences: each of them by name.
    var named: String { map(\.named).joined(separator: ", ") }
}

extension JSONValue {
    static func card(_ card: Card, number: Int?, nearest: PassPlaces.Nearest? = nil) -> JSONValue {
        [
            "no": number.map { .number(Int64($0)) } ?? .null, "id": .string(card.id.text), "store": .string(card.store),
            "number": .string(card.number), "holder": .string(card.holder), "note": .string(card.note),
            "colour": .string(card.colour?.hex), "codes": .array(card.codes.map(code)),
            "validFrom": .string(card.validFrom?.iso8601), "expiry": .string(card.expiry?.iso8601),
            "balance": card.balance.map {
                ["value": .string($0.text), "currency": .string($0.currency?.code)]
            } ?? .null,
            "groups": .array(card.groups.map { .string($0) }), "starred": .bool(card.isStarred),
            "archived": .bool(card.isArchived), "lastUsed": .string(card.lastUsed?.iso8601),
            "created": .string(card.created?.iso8601), "modified": .string(card.modified?.iso8601),
            "photos": .array(
                card.photos.map {
                    [
                        "role": .string($0.role.rawValue), "type": .string($0.mediaType.rawValue),
                        "sha256": .string($0.hash.description),
                    ]
                }), "originalPass": .string(card.origin?.description),
            "distanceMetres": nearest.map { .number(Int64($0.metres)) } ?? .null,
            "place": .string(nearest?.text), "isInReach": nearest.map { .bool($0.isInReach) } ?? .null,
        ]
    }

    static func code(_ code: CardCode) -> JSONValue {
        guard case .object(let members) = symbol(code.symbol) else { return .null }
        return .object(members + [Member("caption", .string(code.caption))])
    }

    static func symbol(_ symbol: Symbol) -> JSONValue {
        [
            "kind": .string(symbol.symbology.word), "text": .string(symbol.text),
            "bytes": .string(Hex.encode(symbol.bytes)),
            "eci": symbol.eci.map { .number(Int64($0)) } ?? .null, "gs1": .bool(symbol.isGS1),
        ]
    }

    static func problems(_ problems: [ImportProblem]) -> JSONValue {
        .array(problems.map { ["position": .number(Int64($0.position)), "code": .string($0.remark.code)] })
    }
}
