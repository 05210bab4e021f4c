// SPDX-License-Identifier: MIT
import Cards
import Money
import Pocket
import Symbols
import Terminal

extension Option {
    static let store = Option("store", value: "name", "Who gave the card.")
    static let cardNumber = Option("number", value: "text", "What is printed on it as its number.")
    static let holder = Option("holder", value: "name", "Whose it is.")
    static let cardNote = Option("note", value: "text", "Your own words.")
    static let colour = Option("colour", value: "#RRGGBB", "The colour that it is shown in.")
    static let codeKind = Option(
        "as", value: "kind", "The kind of its code; the most likely one without it, none for a card without a code.",
        completion: .choices(Symbology.allCases.map(\.word) + ["none"]))
    static let codeText = Option("code", value: "text", "What its code holds, where that is not the number.")
    static let expiry = Option("expiry", value: "date", "The last day that it is good for, such as 2027-12-31.")
    static let validFrom = Option("valid-from", value: "date", "The first day that it is good for.")
    static let balance = Option(
        "balance", value: "amount", "What is on it: '12.50 EUR' or '12,50 EUR', or 120 for points.")
    static let inGroup = Option("group", value: "name", "A group that it belongs to.", isRepeated: true)
    static let star = Option("star", "Mark it as one of the best.")
    static let photo = Option(
        "photo", value: "file", "A photo: the first is its front, the second its back.", isRepeated: true,
        completion: .files)
    fileprivate static let redo = Option("redo", "Bring back what the last undo took the place of.")
    fileprivate static let ungroup = Option("ungroup", value: "name", "Take it out of a group.", isRepeated: true)

    /// What a card is made of.
    static let cardFields: [Option] = [
        .store, .cardNumber, .holder, .cardNote, .colour, .codeKind, .codeText, .expiry, .validFrom, .balance, .inGroup,
    ]
}

extension Operand {
    fileprivate static let formerCard = Operand(
        "card", "A card by its store, its number or the start of its id; the last one that was changed without it.",
        count: .optional)
}

extension Invocation {
    /// Says what a reader will not take, where a code of the card is valid and so short that readers pass it over.
    func adviseOnReading(_ card: Card) {
        guard !wantsJSON else { return }
        for code in card.codes { if let advice = code.symbol.readingAdvice { console.note(advice) } }
    }

    fileprivate func sentence(about version: CardCase.Former) -> String {
        version.wasReplaced
            ? "The card \(version.card.named) is as it was before." : "The card \(version.card.named) is back."
    }
}

extension Command {
    /// Adding, changing and removing cards.
    static let cardEditing: [Command] = [
        Command(
            "add", "Add a card that you type; to read its code off a photo, use `satchel cards scan`.",
            options: Option.cardFields + [.star, .photo],
            examples: [
                .init(
                    "satchel cards add --store Grocer --number 4006381333931", "Its code is an EAN-13, by its digits."),
                .init(
                    "satchel cards add --store Library --number A-17 --as code39 --holder Ann", "Another kind of code."),
                .init("satchel cards add --store Cinema --number 8 --as none --photo front.jpg", "Only a photo."),
            ]
        ) { invocation in
            let desk = try CardDesk(invocation)
            var draft = CardDraft(Card(id: desk.cards.makeID(), store: "", number: ""))
            try draft.fill(from: invocation)
            try draft.completeCode(invocation)
            let card = try desk.cards.add(draft.card, files: draft.files)
            try invocation.answer(card, of: desk, "The card \(card.named) is added.")
            invocation.adviseOnReading(card)
        },
        Command(
            "edit", "Change a card; what is not named stays, and an empty text takes a field away.",
            discussion: "What it was can be brought back for 30 days: satchel cards undo",
            options: Option.cardFields + [.ungroup], operands: [.card],
            examples: [
                .init("satchel cards edit grocer --balance '7.20 EUR' --note ''", "A new balance and no note."),
                .init("satchel cards edit 3 --group food --ungroup home", "Into one group and out of another."),
            ]
        ) { invocation in
            let desk = try CardDesk(invocation)
            let before = try desk.card()
            let card = try desk.cards.edit(before.id) { card in
                var draft = CardDraft(card)
                try draft.fill(from: invocation)
                if invocation.has(.codeKind) || invocation.has(.codeText) {
                    try draft.completeCode(invocation)
                } else {
                    try draft.followNumber()
                }
                card = draft.card
                card.groups.removeAll { invocation.values(.ungroup).contains($0) }
            }
            try invocation.answer(card, of: desk, card == before ? "Nothing is different." : "The card is changed.")
            if card.codes != before.codes { invocation.adviseOnReading(card) }
        },
        Command(
            "delete", "Delete cards; for 30 days `satchel cards undo` brings them back.", options: [.yes],
            operands: [.cards]
        ) { invocation in
            let desk = try CardDesk(invocation)
            let cards = try desk.cards(.cards)
            if !invocation.has(.yes) {
                guard try invocation.console.confirm("Delete \(cards.named)?") else {
                    throw Failure(.failed, "Nothing was deleted.")
                }
            }
            try desk.cards.delete(cards.map(\.id))
            invocation.answer(
                ["deleted": .array(cards.map { .text($0.id.text) })],
                "Deleted: \(cards.named). "
                    + "To bring \(cards.count == 1 ? "it" : "the last one") back: satchel cards undo")
        },
        Command(
            "undo", "Bring back what was deleted, changed or replaced last; each time one further back.",
            discussion: "Whatever is done to a card can be undone for \(CardCase.daysKept) days.",
            options: [.redo], operands: [.formerCard],
            examples: [
                .init("satchel cards undo", "The last deletion or change."),
                .init("satchel cards undo grocer", "The last one of that card."),
            ]
        ) { invocation in
            let desk = try CardDesk(invocation)
            if let word = invocation.optional(.formerCard) {
                guard !invocation.has(.redo) else { throw Failure(.usage, "Say either a card or --redo.") }
                let version = try desk.formerCard(named: word)
                return try invocation.answer(
                    try desk.cards.restore(version), of: desk, invocation.sentence(about: version))
            }
            let undoing = try invocation.has(.redo) ? desk.cards.redo() : desk.cards.undo()
            let stayed = undoing.stayed.map { stayed in
                "The card \(stayed.version.card.named) stays away: another card has its store and number, "
                    + "number \(desk.cards.number(of: stayed.twin.id) ?? 0) in the list. "
                    + "Give that one another number or delete it, then: "
                    + "satchel cards undo \(stayed.version.card.id.text.prefix(8))"
            }
            guard let version = undoing.version else {
                let nothing =
                    invocation.has(.redo)
                    ? "There is no undo to take back."
                    : desk.cards.deleted().contains(where: \.wasUndone)
                        ? "There is nothing more to undo. To take the last undo back: satchel cards undo --redo"
                        : "No card was deleted, changed or replaced within the last \(CardCase.daysKept) days."
                throw Failure(.failed, (stayed.isEmpty ? [nothing] : stayed).joined(separator: "\n"))
            }
            let card = version.card
            let number = desk.cards.number(of: card.id)
            let sentence = invocation.sentence(about: version) + (number.map { " It is number \($0)." } ?? "")
            invocation.answer(JSON.card(card, number: number), [sentence] + stayed)
        },
        marking("archive", "Put cards away: lists leave them out, and nothing is lost.", "in the archive") {
            try $0.setArchived($1, true)
        },
        marking("unarchive", "Take cards out of the archive.", "out of the archive") { try $0.setArchived($1, false) },
        marking("star", "Mark cards as the best; `list --sort starred` shows them first.", "starred") {
            try $0.setStarred($1, true)
        },
        marking("unstar", "Take the star away.", "without a star") { try $0.setStarred($1, false) },
    ]

    private static func marking(
        _ name: String, _ summary: String, _ state: String,
        mark: @escaping @Sendable (CardCase, CardID) throws -> Void
    ) -> Command {
        Command(name, summary, operands: [.cards]) { invocation in
            let desk = try CardDesk(invocation)
            let cards = try desk.cards(.cards)
            let ids = cards.map(\.id)
            for id in ids { try mark(desk.cards, id) }
            invocation.answer(
                .array(try ids.map { JSON.card(try desk.cards.card($0), number: desk.cards.number(of: $0)) }),
                "Now \(state): \(cards.named).")
        }
    }
}
