// SPDX-License-Identifier: MIT
import Bytes
import Cards
import Codes
import CardStore
import Barcodes
import Terminal

extension Option {
    fileprivate static let code = Option(
        "code", short: "c", "Fill the terminal with the code, black on white, until a key is pressed.")
    fileprivate static let which = Option(
        "which", value: "number", "Number of the code, if there are several.", fallback: "1")
}

extension Command {
    /// A card's details, and its code for a scanner.
    static let cardShowing: [Command] = [
        Command(
            "show", "Show a card, or with --code, --png or --svg its code. Showing the code marks the card as used.",
            discussion: "The code has the kind, bytes and margin of the original. Each module has whole pixels.",
            options: [.code, .which] + CodePictures.options, operands: [.card],
            examples: [
                .init("satchel cards show grocer --code", "Fill the terminal with its code."),
                .init("satchel cards show 3 --png code.png --size high", "Write a picture of 1000 by 500 pixels."),
            ]
        ) { invocation in
            let context = try CardContext(invocation)
            let card = try context.card()
            guard invocation.has(.code) || invocation.has(.png) || invocation.has(.svg) else {
                return try invocation.show(card, of: context)
            }
            let number = try invocation.integer(.which, in: 1...CardLimits.codes) ?? 1
            guard !card.codes.isEmpty else {
                let place = context.cards.number(of: card.id).map(String.init) ?? "CARD"
                throw Failure(
                    .failed, "The card \(card.named) has no code. Add one: satchel cards edit \(place) --code TEXT")
            }
            guard card.codes.indices.contains(number - 1) else {
                throw Failure(.usage, "The card \(card.named) has only \(card.codes.count) codes. Change --which.")
            }
            let code = card.codes[number - 1]
            let matrix = try code.symbol.drawn()
            let places = try CodePictures(invocation: invocation).write(matrix, text: code.caption ?? card.number)
            if invocation.has(.code) {
                guard let screen = invocation.console.fullScreen else {
                    throw Failure(
                        .failed, "Standard output is not a terminal. Write the code as a picture: --png FILE")
                }
                try context.cards.markUsed(card.id)
                try screen.show { size in
                    try matrix.picture(filling: size, caption: "\(card.store)  \(code.caption ?? card.number)")
                }
            } else {
                try context.cards.markUsed(card.id)
            }
            let shown = try context.cards.card(card.id)
            let place = places.isEmpty ? "" : " Written to \(places.joined(separator: " and "))."
            let listed = context.cards.number(of: card.id)
            invocation.answer(
                JSONValue.card(shown, number: listed), "\(matrix.symbology.name) of \(card.named).\(place)")
        }
    ]
}

extension Invocation {
    /// All fields of a card, one line each.
    fileprivate func show(_ card: Card, of context: CardContext) throws {
        let number = context.cards.number(of: card.id)
        // Safe: an unreadable pass has no signature to show.
        let seal = card.origin.flatMap { try? context.cards.file($0) }.flatMap { CardFormat.seal(ofPass: $0) }
        guard !wantsJSON else {
            guard case .object(let members) = JSONValue.card(card, number: number) else { return }
            return console.print(.object(members + [JSONValue.Member("seal", .string(seal?.code))]))
        }
        var lines: [(String, String?)] = [
            ("store", card.store), ("number", card.number), ("holder", card.holder),
            ("balance", card.balance?.shown), ("valid from", card.validFrom?.isoDate),
            ("expires", card.expiry.map { $0.isoDate + (card.isExpired(at: CardContext.now) ? " (expired)" : "") }),
            ("groups", card.groups.isEmpty ? nil : card.groups.joined(separator: ", ")), ("colour", card.colour?.hex),
        ]
        for code in card.codes {
            let text = code.symbol.text == card.number ? "" : "  " + code.symbol.text.shortened(to: 60)
            lines.append(("code", code.symbol.symbology.name + text))
        }
        if card.codes.isEmpty { lines.append(("code", "none")) }
        lines.append(("photos", card.photos.isEmpty ? nil : card.photos.map(\.role.rawValue).joined(separator: ", ")))
        lines.append(("pass", seal?.sentence))
        lines.append(("marked", card.isStarred ? "starred" : nil))
        lines.append(("archived", card.isArchived ? "yes" : nil))
        lines.append(("last used", card.lastUsed?.iso8601InSeconds))
        lines.append(("added", card.created?.iso8601InSeconds))
        lines.append(("id", card.id.text))
        lines.append(("note", card.note.isEmpty ? nil : card.note))
        for (name, text) in lines {
            guard let text else { continue }
            let padded = name + String(repeating: " ", count: max(0, 11 - name.count))
            for (index, line) in text.split(whereSeparator: \.isNewline).enumerated() {
                console.print((index == 0 ? padded : String(repeating: " ", count: 11)) + String(line).printable())
            }
        }
    }
}
