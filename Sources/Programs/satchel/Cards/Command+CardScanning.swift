// SPDX-License-Identifier: MIT
import Cards
import Codes
import Pocket
import Symbols
import Terminal

extension Option {
    fileprivate static let into = Option("into", value: "card", "Give the code to this card instead of a new one.")
    fileprivate static let choose = Option("choose", value: "number", "Which of several codes in the pictures.")
    fileprivate static let keepPhoto = Option("keep-photo", "Keep the pictures as photos of the card.")
}

extension Operand {
    fileprivate static let photos = Operand(
        "image", "Photos or screenshots of the card; with --camera, its device.", count: .any, completion: .files)
}

extension Command {
    /// Cards by a photo of them.
    static let cardScanning: [Command] = [
        Command(
            "scan", "Read the code of a card off a photo, and make a card of it or complete one.",
            discussion: """
                Without --store and --into it only says what it sees. Pictures are read in a process of its own that can \
                open no file and reach no network.
                """,
            options: [.camera, .into, .choose, .keepPhoto, .star] + Option.cardFields, operands: [.photos],
            examples: [
                .init("satchel cards scan photo.jpg", "Say which codes are there."),
                .init("satchel cards scan photo.jpg --store Grocer", "Make a card; its number is what the code holds."),
                .init(
                    "satchel cards scan back.jpg --into grocer --keep-photo", "A second code and a photo for a card."),
            ]
        ) { invocation in
            guard !invocation.has(.codeKind), !invocation.has(.codeText) else {
                throw Failure(
                    .usage, "The code is the one that is seen. Leave --as and --code out, or use `satchel cards add`.")
            }
            let images = invocation.has(.camera) ? [] : invocation.operands(.photos)
            let symbols = try invocation.symbols(in: images)
            guard invocation.has(.store) || invocation.has(.into) || (symbols.count == 1 && invocation.canAsk) else {
                return invocation.list(symbols)
            }
            let symbol = try invocation.chosen(of: symbols)
            if !invocation.has(.store), !invocation.has(.into) {
                invocation.console.print("\(symbol.symbology.name): \(symbol.text.shortened(to: 200))".printable())
            }
            let desk = try CardDesk(invocation)
            if let word = invocation.value(.into) {
                let before = try desk.card(named: word)
                var draft = CardDraft(before)
                try draft.take(symbol, from: invocation, photos: images)
                let card = try desk.cards.edit(before.id, files: draft.files) { $0 = draft.card }
                return try invocation.answer(
                    card, of: desk, "The card \(card.named) has the \(symbol.symbology.name) code.")
            }
            var draft = CardDraft(Card(id: desk.cards.makeID(), store: "", number: symbol.text))
            try draft.take(symbol, from: invocation, photos: images)
            if draft.card.store.isEmpty { draft.card.store = try invocation.console.ask("Which store is it of?") }
            let card = try desk.cards.add(draft.card, files: draft.files)
            try invocation.answer(
                card, of: desk, "The card \(card.named) is added with its \(symbol.symbology.name) code.")
        }
    ]
}

extension CardDraft {
    fileprivate mutating func take(_ symbol: Symbol, from invocation: Invocation, photos: [String]) throws {
        try fill(from: invocation)
        if !card.codes.contains(where: { $0.symbol == symbol }) { card.codes.append(CardCode(symbol)) }
        guard invocation.has(.keepPhoto) else { return }
        for path in photos { try addPhoto(path, role: nil) }
    }
}

extension Invocation {
    fileprivate var canAsk: Bool { console.isTerminal && !wantsJSON }

    /// The codes in the pictures, each once.
    fileprivate func symbols(in images: [String]) throws -> [Symbol] {
        let reader = try CodeReader.besideThisProgram()
        var found: [Symbol] = []
        if has(.camera) {
            let camera = try Camera(device: optional(.photos) ?? Camera.firstDevice)
            _ = try LiveReading(camera, with: reader).run(forMilliseconds: 60_000) { codes in
                found = codes.map(\.symbol)
                return !found.isEmpty
            }
            guard !found.isEmpty else {
                throw CodesError(.noCode, "No code was seen in 60 seconds. Show the whole code, sharp and near enough.")
            }
            return found
        }
        guard !images.isEmpty else { throw Failure(.usage, "Name a photo of the card, or use --camera.") }
        var refusal: CodesError?
        for image in images {
            do {
                for code in try reader.read(imageFile: image) where !found.contains(code.symbol) {
                    found.append(code.symbol)
                }
            } catch let error as CodesError where images.count > 1 {
                // The code is on one side of the card, and both were given.
                refusal = refusal ?? error
            }
        }
        if found.isEmpty, let refusal { throw refusal }
        return found
    }

    /// The code that is meant: the only one, the one of `--choose`, or the one that the person names.
    fileprivate func chosen(of symbols: [Symbol]) throws -> Symbol {
        if let number = try integer(.choose, in: 1...max(1, symbols.count)) { return symbols[number - 1] }
        guard symbols.count > 1 else { return symbols[0] }
        let list = symbols.enumerated().map { "\($0 + 1)  \($1.symbology.name)  \($1.text.shortened(to: 60))" }
        guard canAsk else {
            throw Failure(
                .usage, "There are \(symbols.count) codes; say which with --choose: \(list.joined(separator: "; "))")
        }
        for line in list { console.print(line.printable()) }
        guard let number = Int(try console.ask("Which one?")), symbols.indices.contains(number - 1) else {
            throw Failure(.failed, "No card was made.")
        }
        return symbols[number - 1]
    }

    fileprivate func list(_ symbols: [Symbol]) {
        guard !wantsJSON else { return console.print(.array(symbols.map { JSON.symbol($0) })) }
        var table = Table(.numbers("no"), .words("kind"), .words("text"))
        for (number, symbol) in symbols.enumerated() {
            table.add(String(number + 1), symbol.symbology.name, symbol.text.shortened(to: 60))
        }
        console.print(table.text)
        console.note("To make a card of it, repeat this with --store NAME; for a card that is here, with --into CARD.")
    }
}
