// SPDX-License-Identifier: MIT
import Bytes
import Cards
import Codes
import Sharing
import CardStore
import Terminal

extension Option {
    fileprivate static let link = Option("link", "Share one card as a link for Catima, without photos.")
}

extension Operand {
    fileprivate static let shown = Operand(
        "code", "Pictures of the codes, their folder or video, UR text, a link, or a file with it.", count: .any,
        completion: .files)
}

extension Command {
    /// Sharing of cards between wallets, without a network.
    static let cardHandover: [Command] = [
        Command(
            "share", "Share cards with another wallet: show a code, or an animated code.", aliases: ["handover"],
            discussion: """
                The cards stay in this wallet. The other wallet scans the codes with its camera, or reads their \
                pictures: satchel cards receive
                """,
            options: [.photosToo, .link] + DocumentSharing.shown, operands: [.cards],
            examples: [
                .init("satchel cards share grocer library", "Show two cards as codes in this terminal."),
                .init("satchel cards share 1 2 3 --photos --frames cards.y4m", "Write a video, with photos."),
                .init("satchel cards share 1 --link --png link.png", "Write a code for Catima."),
            ]
        ) { invocation in
            let context = try CardContext(invocation)
            let cards = try context.cards(.cards)
            let parcel: Parcel
            var text: [String]
            var problems: [ImportProblem] = []
            var changes: [CardParcel.Change] = []
            if invocation.has(.link) {
                guard cards.count == 1, !invocation.has(.photosToo) else {
                    throw Failure(.usage, "A link can hold only one card and no photos.")
                }
                let link = CatimaLink.print(cards[0])
                problems = link.problems
                parcel = try Parcel(document: link.content)
                text = [link.content]
            } else {
                let exported = try context.cards.export(cards.map(\.id), photos: invocation.has(.photosToo))
                problems = exported.problems
                let made = try CardParcel(exported.bundle) { try CodeReader.besideThisProgram() }
                parcel = made.parcel
                changes = made.changes
                text = invocation.wantsJSON ? try parcel.lines : []
            }
            let place = try DocumentSharing(invocation: invocation).show(parcel)
            let what = cards.count == 1 ? "The card \(cards[0].named) is" : "\(cards.count) cards are"
            invocation.answerShown(
                [
                    "cards": .array(cards.map { .string($0.id.text) }), "codes": .array(text.map { .string($0) }),
                    "problems": .problems(problems), "smaller": .array(changes.map { .change($0) }),
                ],
                ([what + " shown for another wallet.", place, changes.sentence] + problems.map(\.reason))
                    .compactMap { $0 }.joined(separator: " "))
        },
        Command(
            "receive", "Receive cards from another wallet, from pictures of its codes or as text.", confirms: true,
            discussion: "The command shows the cards and asks before it adds them.",
            options: [.duplicates, .camera, .dryRun], operands: [.shown],
            examples: [
                .init("satchel cards receive photo.jpg", "Read the picture of a code."),
                .init("satchel cards receive frames/ --duplicates merge --yes", "Read an animated code."),
            ]
        ) { invocation in
            let context = try CardContext(invocation)
            let arrived: CardImport
            switch try DocumentSharing(invocation: invocation).read(.shown, as: .cards) {
            case .text(let link): arrived = try CatimaLink.parse(link)
            case .resource(let resource):
                arrived = CardImport(try HandoverRecord.decode(resource.cbor, unpack: Inflate.decode))
            case .bytes: throw Failure(.badDocument, "This file contains no cards. Check the file.")
            }
            if !invocation.wantsJSON { invocation.console.print(invocation.table(arrived.bundle.cards) { _ in nil }) }
            let intake = CardIntake(context: context)
            guard !invocation.has(.dryRun) else {
                return invocation.answer(
                    [
                        "kept": false,
                        "cards": .array(arrived.bundle.cards.map { .card($0, number: nil) }),
                    ], "No cards were added.")
            }
            let count = arrived.bundle.cards.count
            try invocation.confirm(count == 1 ? "Add this card?" : "Add these \(count) cards?")
            try intake.take(arrived, ImportPlan(duplicates: try intake.duplicates(in: arrived)))
        },
    ]
}

extension [CardParcel.Change] {
    /// The reduced photos as a sentence; nil without any.
    fileprivate var sentence: String? {
        let largest = self.max { $0.before.width * $0.before.height < $1.before.width * $1.before.height }
        guard let largest else { return nil }
        let sizes = [largest.before, largest.after].map { "\($0.width) × \($0.height)" }.joined(separator: " → ")
        return count == 1
            ? "The photo was made smaller: \(sizes)." : "\(count) photos were made smaller, the largest: \(sizes)."
    }
}

extension JSONValue {
    fileprivate static func change(_ change: CardParcel.Change) -> JSONValue {
        func size(_ size: MadePicture.Size) -> JSONValue {
            ["width": .number(Int64(size.width)), "height": .number(Int64(size.height))]
        }
        return ["before": size(change.before), "after": size(change.after)]
    }
}

extension DocumentSharing.Wanted {
    /// Cards of another wallet, or a link with one card.
    static let cards = DocumentSharing.Wanted(
        name: "cards of a wallet", types: [HandoverRecord.type], isText: { CatimaLink.begins($0) })
}
