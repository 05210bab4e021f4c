// SPDX-License-Identifier: MIT
import Bytes
import Cards
import Codes
import CardStore
import Barcodes
import Terminal

extension Option {
    fileprivate static let into = Option("into", value: "card", "Add the code to this card instead of a new card.")
    fileprivate static let choose = Option("choose", value: "number", "Number of the code, if there are several.")
    fileprivate static let keepPhoto = Option("keep-photo", "Store the pictures as photos of the card.")
}

extension Operand {
    fileprivate static let photos = Operand(
        "image", "Photos or screenshots of the card; with --camera, the device.", count: .any, completion: .files)
}

extension Command {
    /// Cards from photos of them.
    static let cardScanning: [Command] = [
        Command(
            "scan", "Read the code of a card from a photo, and add the card or complete one.",
            discussion: """
                Without --store and --into, the command only prints the codes that it finds. A separate process \
                reads the pictures. It cannot open files or use the network.
                """,
            options: [.camera, .into, .choose, .keepPhoto, .star] + Option.cardFields, operands: [.photos],
            examples: [
                .init("satchel cards scan photo.jpg", "Print the codes in a photo."),
                .init("satchel cards scan photo.jpg --store Grocer", "Add a card with its code's text as number."),
                .init(
                    "satchel cards scan back.jpg --into grocer --keep-photo", "Add a code and a photo to a card."),
            ]
        ) { invocation in
            guard !invocation.has(.codeKind), !invocation.has(.codeText) else {
                throw Failure(
                    .usage, "The scan sets the code. Leave out --as and --code, or use `satchel cards add`.")
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
            let context = try CardContext(invocation)
            if let word = invocation.value(.into) {
                let before = try context.card(named: word)
                var draft = CardDraft(before)
                try draft.take(symbol, from: invocation, photos: images)
                let card = try context.cards.edit(before.id, files: draft.files) { $0 = draft.card }
                return try invocation.answer(
                    card, of: context, "Added the \(symbol.symbology.name) code to the card \(card.named).")
            }
            var draft = CardDraft(Card(id: context.cards.makeID(), store: "", number: symbol.text))
            try draft.take(symbol, from: invocation, photos: images)
            if draft.card.store.isEmpty { draft.card.store = try invocation.console.ask("Store:") }
            let card = try context.cards.add(draft.card, files: draft.files)
            try invocation.answer(
                card, of: context, "Added the card \(card.named) with its \(symbol.symbology.name) code.")
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
                throw CodesError(.noCode, "No code was found in 60 seconds. Show the whole code, close and in focus.")
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
                // Photos of both sides were given, and the code is on one of them.
                refusal = refusal ?? error
            }
        }
        if found.isEmpty, let refusal { throw refusal }
        return found
    }

    /// The wanted code: the only one, the one of `--choose`, or the one of an answer.
    fileprivate func chosen(of symbols: [Symbol]) throws -> Symbol {
        if let number = try integer(.choose, in: 1...max(1, symbols.count)) { return symbols[number - 1] }
        guard symbols.count > 1 else { return symbols[0] }
        let list = symbols.enumerated().map { "\($0 + 1)  \($1.symbology.name)  \($1.text.shortened(to: 60))" }
        guard canAsk else {
            throw Failure(
                .usage, "There are \(symbols.count) codes. Choose one with --choose: \(list.joined(separator: "; "))")
        }
        for line in list { console.print(line.printable()) }
        guard let number = Int(try console.ask("Number of the code:")), symbols.indices.contains(number - 1) else {
            throw Failure(.failed, "There is no such code. No card was added.")
        }
        return symbols[number - 1]
    }

    fileprivate func list(_ symbols: [Symbol]) {
        guard !wantsJSON else { return console.print(.items(symbols.map { JSONValue.symbol($0) })) }
        var table = Table(.numbers("no"), .words("kind"), .words("text"))
        for (number, symbol) in symbols.enumerated() {
            table.add(String(number + 1), symbol.symbology.name, symbol.text.shortened(to: 60))
        }
        console.print(table.text)
        console.note("To add a card, repeat the command with --store NAME. To complete a card, use --into CARD.")
    }
}
