// SPDX-License-Identifier: MIT
import Cards
import Codes
import Pocket
import Symbols
import Terminal

extension Option {
    fileprivate static let code = Option(
        "code", short: "c", "Show its code as large as the terminal, black on white, until a key is pressed.")
    fileprivate static let which = Option("which", value: "number", "Which of the card's codes.", fallback: "1")
}

extension Command {
    /// Looking at a card, and holding its code before a scanner.
    static let cardShowing: [Command] = [
        Command(
            "show", "Show a card; with --code, --png or --svg its code, which marks it as used.",
            discussion: "The code has the kind, the bytes and the margin of the original, and whole pixels a module.",
            options: [.code, .which, .png, .svg], operands: [.card],
            examples: [
                .init("satchel cards show grocer --code", "Fill the terminal with its code."),
                .init("satchel cards show 3 --png code.png", "As a picture."),
            ]
        ) { invocation in
            let desk = try CardDesk(invocation)
            let card = try desk.card()
            guard invocation.has(.code) || invocation.has(.png) || invocation.has(.svg) else {
                return try invocation.show(card, of: desk)
            }
            let number = try invocation.integer(.which, in: 1...CardLimits.codes) ?? 1
            guard !card.codes.isEmpty else {
                throw Failure(
                    .failed, "The card \(card.named) has no code. Give it one: satchel cards edit --code TEXT")
            }
            guard card.codes.indices.contains(number - 1) else {
                throw Failure(.usage, "The card \(card.named) has \(card.codes.count) codes, not \(number).")
            }
            let code = card.codes[number - 1]
            let matrix = try code.symbol.drawn()
            let places = try invocation.write(matrix)
            if invocation.has(.code) {
                guard let screen = invocation.console.fullScreen else {
                    throw Failure(
                        .failed, "Standard output is no terminal. Write the code as a picture: --png FILE")
                }
                try desk.cards.markUsed(card.id)
                try screen.show { size in
                    try matrix.picture(filling: size, caption: "\(card.store)  \(code.caption ?? card.number)")
                }
            } else {
                try desk.cards.markUsed(card.id)
            }
            let shown = try desk.cards.card(card.id)
            let place = places.isEmpty ? "" : " Written to \(places.joined(separator: " and "))."
            try invocation.answer(
                shown, of: desk, "\(matrix.symbology.name) of \(card.named.dropLast()).\(place)")
        }
    ]
}

extension Invocation {
    /// Writes the code as the pictures that the command line names, and returns their names.
    fileprivate func write(_ matrix: Matrix) throws -> [String] {
        try [Option.png, .svg].compactMap { option in
            guard let path = value(option) else { return nil }
            guard option.name != Option.svg.name || path.lowercased().hasSuffix(".svg") else {
                throw Failure(.usage, "The name of an SVG picture must end in .svg.")
            }
            try matrix.write(to: path)
            return path
        }
    }

    /// Everything that a card says, a line each.
    fileprivate func show(_ card: Card, of desk: CardDesk) throws {
        let number = try desk.numbers()[card.id]
        guard !wantsJSON else { return console.print(JSON.card(card, number: number)) }
        var lines: [(String, String?)] = [
            ("store", card.store), ("number", card.number), ("holder", card.holder),
            ("balance", card.balance?.shown), ("valid from", card.validFrom?.isoDate),
            ("expires", card.expiry.map { $0.isoDate + (card.isExpired(at: CardDesk.now) ? ", which is over" : "") }),
            ("groups", card.groups.isEmpty ? nil : card.groups.joined(separator: ", ")), ("colour", card.colour.hex),
        ]
        for code in card.codes {
            let text = code.symbol.text == card.number ? "" : "  " + code.symbol.text.shortened(to: 60)
            lines.append(("code", code.symbol.symbology.name + text))
        }
        if card.codes.isEmpty { lines.append(("code", "none")) }
        lines.append(("photos", card.photos.isEmpty ? nil : card.photos.map(\.role.rawValue).joined(separator: ", ")))
        lines.append(("marked", card.isStarred ? "starred" : nil))
        lines.append(("kept", card.isArchived ? "in the archive" : nil))
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

extension Matrix {
    /// The code on a whole screen: bars as high as half of it, squares as they are.
    ///
    /// - Throws: ``CodesError`` with `.tooLong` when the screen has too few columns or lines.
    func picture(filling size: FullScreen.Size, caption: String) throws -> FullScreen.Picture {
        var matrix = self
        if symbology.isLinear {
            // Two modules in a line; longer bars are easier to hit with a scanner's line.
            matrix = withRowHeight(max(rowHeight, min(size.rows - 4, size.columns / 3)))
        }
        guard matrix.fullWidth <= size.columns, (matrix.fullHeight + 1) / 2 <= size.rows else {
            throw CodesError(
                .tooLong,
                """
                The code needs \(matrix.fullWidth) columns and \((matrix.fullHeight + 1) / 2) lines, and this terminal \
                has \(size.columns) and \(size.rows). Make it larger or its letters smaller, or write it with --png FILE.
                """)
        }
        return matrix.picture(caption: caption)
    }
}
