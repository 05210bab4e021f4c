// SPDX-License-Identifier: MIT
import Bytes
import Cards
import Money
import CardStore
import Barcodes
import Terminal

extension Option {
    static let store = Option("store", value: "name", "Store or issuer of the card.")
    static let cardNumber = Option("number", value: "text", "Printed card number.")
    static let holder = Option("holder", value: "name", "Name of the card holder.")
    static let cardNote = Option("note", value: "text", "A note.")
    static let colour = Option("colour", value: "#RRGGBB", "Colour of the card.")
    static let codeKind = Option(
        "as", value: "kind", "Kind of the code, or none. Default: the most likely kind for the number.",
        completion: .choices(Symbology.allCases.map(\.word) + ["none"]))
    static let codeText = Option("code", value: "text", "Text of the code, if it differs from the number.")
    static let expiry = Option("expiry", value: "date", "Last day of validity, such as 2027-12-31.")
    static let validFrom = Option("valid-from", value: "date", "First day of validity.")
    static let balance = Option(
        "balance", value: "amount", "Balance of the card: '12.50 EUR', '12,50 EUR', or 120 for points.")
    static let inGroup = Option("group", value: "name", "Add it to this group; can be repeated.", isRepeated: true)
    static let star = Option("star", "Star the card.")
    static let photo = Option(
        "photo", value: "file", "Photo of the card; can be repeated: first the front, then the back.", isRepeated: true,
        completion: .files)
    fileprivate static let redo = Option("redo", "Redo what the last undo reverted.")
    fileprivate static let ungroup = Option("ungroup", value: "name", "Remove it from this group.", isRepeated: true)

    /// The fields of a card.
    static let cardFields: [Option] = [
        .store, .cardNumber, .holder, .cardNote, .colour, .codeKind, .codeText, .expiry, .validFrom, .balance, .inGroup,
    ]
}

extension Operand {
    fileprivate static let formerCard = Operand(
        "card", "Store, card number, or start of the ID. Default: the last changed card.",
        count: .optional)
}

extension Invocation {
    /// Prints advice for codes of the card that are valid, but so short that many readers ignore them.
    func adviseOnReading(_ card: Card) {
        guard !wantsJSON else { return }
        for code in card.codes { if let advice = code.symbol.readingAdvice { console.note(advice) } }
    }

    fileprivate func sentence(about version: CardLibrary.Former) -> String {
        version.wasReplaced
            ? "Reverted the last change of \(version.card.named)." : "Restored the card \(version.card.named)."
    }
}

extension Command {
    /// Adding, changing and removing cards.
    static let cardEditing: [Command] = [
        Command(
            "add", "Add a card by its number. To read its code from a photo, use `satchel cards scan`.",
            options: Option.cardFields + [.star, .photo],
            examples: [
                .init(
                    "satchel cards add --store Grocer --number 4006381333931", "Add a card with an EAN-13 code."),
                .init(
                    "satchel cards add --store Library --number A-17 --as code39 --holder Ann",
                    "Add a card with another kind of code."),
                .init("satchel cards add --store Cinema --number 8 --as none --photo front.jpg", "Add a photo only."),
            ]
        ) { invocation in
            let context = try CardContext(invocation)
            var draft = CardDraft(Card(id: context.cards.makeID(), store: "", number: ""))
            try draft.fill(from: invocation)
            try draft.completeCode(invocation)
            let card = try context.cards.add(draft.card, files: draft.files)
            try invocation.answer(card, of: context, "Added the card \(card.named).")
            invocation.adviseOnReading(card)
        },
        Command(
            "edit", "Change fields of a card. An empty text removes a field.",
            discussion: "You can revert the change for 30 days: satchel cards undo",
            options: Option.cardFields + [.ungroup], operands: [.card],
            examples: [
                .init("satchel cards edit grocer --balance '7.20 EUR' --note ''", "Set the balance, remove the note."),
                .init("satchel cards edit 3 --group food --ungroup home", "Move the card to another group."),
            ]
        ) { invocation in
            let context = try CardContext(invocation)
            let before = try context.card()
            let card = try context.cards.edit(before.id) { card in
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
            try invocation.answer(card, of: context, card == before ? "Nothing was changed." : "Changed the card.")
            if card.codes != before.codes { invocation.adviseOnReading(card) }
        },
        Command(
            "remove", "Remove cards. `satchel cards undo` restores them within 30 days.", aliases: ["delete"],
            confirms: true, operands: [.cards]
        ) { invocation in
            let context = try CardContext(invocation)
            let cards = try context.cards(.cards)
            try invocation.confirm("Remove \(cards.named)?")
            try context.cards.delete(cards.map(\.id))
            invocation.answer(
                ["removed": .array(cards.map { .string($0.id.text) })],
                "Removed: \(cards.named). "
                    + "To restore \(cards.count == 1 ? "it" : "the last one"): satchel cards undo")
        },
        Command(
            "undo", "Undo the last deletion, change or replacement of a card. Repeat it to go further back.",
            discussion: "You can undo changes for \(CardLibrary.daysKept) days.",
            options: [.redo], operands: [.formerCard],
            examples: [
                .init("satchel cards undo", "Undo the last deletion or change."),
                .init("satchel cards undo grocer", "Undo the last change of that card."),
            ]
        ) { invocation in
            let context = try CardContext(invocation)
            if let word = invocation.optional(.formerCard) {
                guard !invocation.has(.redo) else { throw Failure(.usage, "Give either a card or --redo, not both.") }
                let version = try context.formerCard(named: word)
                return try invocation.answer(
                    try context.cards.restore(version), of: context, invocation.sentence(about: version))
            }
            let undoing = try invocation.has(.redo) ? context.cards.redo() : context.cards.undo()
            let stayed = undoing.stayed.map { stayed in
                "Could not restore the card \(stayed.version.card.named): another card has its store and number, "
                    + "number \(context.cards.number(of: stayed.twin.id) ?? 0) in the list. "
                    + "Change the number of that card or delete it, then run: "
                    + "satchel cards undo \(stayed.version.card.id.text.prefix(8))"
            }
            guard let version = undoing.version else {
                let nothing =
                    invocation.has(.redo)
                    ? "There is nothing to redo."
                    : context.cards.deleted().contains(where: \.wasUndone)
                        ? "There is nothing more to undo. To redo the last undo: satchel cards undo --redo"
                        : "No card was deleted, changed or replaced within the last \(CardLibrary.daysKept) days."
                throw Failure(.failed, (stayed.isEmpty ? [nothing] : stayed).joined(separator: "\n"))
            }
            let card = version.card
            let number = context.cards.number(of: card.id)
            let sentence = invocation.sentence(about: version) + (number.map { " It is number \($0)." } ?? "")
            invocation.answer(JSONValue.card(card, number: number), [sentence] + stayed)
        },
        marking("archive", "Archive cards: lists hide them.", "in the archive") {
            try $0.setArchived($1, true)
        },
        marking("unarchive", "Restore cards from the archive.", "not in the archive") { try $0.setArchived($1, false) },
        marking("star", "Star cards. `list --sort starred` shows them first.", "starred") {
            try $0.setStarred($1, true)
        },
        marking("unstar", "Remove the star from cards.", "not starred") { try $0.setStarred($1, false) },
    ]

    private static func marking(
        _ name: String, _ summary: String, _ state: String,
        mark: @escaping @Sendable (CardLibrary, CardID) throws -> Void
    ) -> Command {
        Command(name, summary, operands: [.cards]) { invocation in
            let context = try CardContext(invocation)
            let cards = try context.cards(.cards)
            let ids = cards.map(\.id)
            for id in ids { try mark(context.cards, id) }
            invocation.answer(
                .items(
                    try ids.map { JSONValue.card(try context.cards.card($0), number: context.cards.number(of: $0)) }),
                "Now \(state): \(cards.named).")
        }
    }
}
