// SPDX-License-Identifier: MIT
import Bytes
import Cards
import Keys
import CardStore
import Terminal

extension Option {
    fileprivate static let role = Option(
        "role", value: "side", "Role of the photos: front, back, icon or other.",
        completion: .choices(CardPhoto.Role.allCases.map(\.rawValue)))
}

extension Operand {
    fileprivate static let photoFiles = Operand(
        "file", "PNG, JPEG, WebP, GIF, BMP, HEIC, AVIF, TIFF or PDF files.", count: .many, completion: .files)
    fileprivate static let photoNumber = Operand("number", "Number of the photo in the list.")
    fileprivate static let target = Operand("file", "File to write.", completion: .files)
}

extension Command {
    static let cardPhotos: [Command] = [
        Command("photos", "Manage the photos of a card: list, add, save, remove.", commands: photos)
    ]

    private static let photos: [Command] = [
        Command("list", "List the photos of a card.", operands: [.card]) { invocation in
            let context = try CardContext(invocation)
            let card = try context.card()
            let sizes = try card.photos.map { try context.size(of: $0) }
            guard !invocation.wantsJSON else {
                return invocation.console.print(
                    .items(
                        zip(card.photos, sizes).map { photo, size in
                            [
                                "role": .string(photo.role.rawValue), "type": .string(photo.mediaType.rawValue),
                                "bytes": size.count.map { .number(Int64($0)) } ?? .null,
                                "sha256": .string("\(photo.hash)"), "isLost": .bool(size.count == nil),
                            ]
                        }))
            }
            guard !card.photos.isEmpty else { return invocation.console.print("The card has no photos.") }
            var table = Table(.numbers("no"), .words("side"), .words("kind"), .numbers("bytes"))
            for (index, photo) in card.photos.enumerated() {
                table.add(
                    String(index + 1), photo.role.rawValue, photo.mediaType.rawValue,
                    sizes[index].count.map(String.init) ?? "lost")
            }
            invocation.console.print(table.text)
            for (index, size) in sizes.enumerated() {
                if let problem = size.problem { invocation.console.note("photo \(index + 1): \(problem)") }
            }
        },
        Command(
            "add", "Add photos to a card, at most ten in total.", options: [.role], operands: [.card, .photoFiles],
            examples: [.init("satchel cards photos add grocer front.jpg back.jpg", "Add both sides.")]
        ) { invocation in
            let context = try CardContext(invocation)
            let before = try context.card()
            var draft = CardDraft(before)
            let role = try invocation.choice(.role, of: CardPhoto.Role.self)
            for path in invocation.operands(.photoFiles) { try draft.addPhoto(path, role: role) }
            let card = try context.cards.edit(before.id, files: draft.files) { $0.photos = draft.card.photos }
            let count = card.photos.count == 1 ? "1 photo" : "\(card.photos.count) photos"
            try invocation.answer(card, of: context, "The card \(card.named) has \(count).")
        },
        Command("save", "Write a photo of a card to a file.", operands: [.card, .photoNumber, .target]) { invocation in
            let context = try CardContext(invocation)
            let (_, photo) = try invocation.photo(of: try context.card())
            let path = try invocation.operand(.target)
            try AtomicFile.write(try context.cards.file(photo.hash), to: path)
            invocation.answer(
                ["file": .string(path), "type": .string(photo.mediaType.rawValue)], "Written to \(path).")
        },
        Command(
            "remove", "Remove a photo of a card. `satchel cards undo` restores it within 30 days.", confirms: true,
            operands: [.card, .photoNumber]
        ) { invocation in
            let context = try CardContext(invocation)
            let card = try context.card()
            let (place, photo) = try invocation.photo(of: card)
            try invocation.confirm("Remove photo \(place + 1) (\(photo.role.rawValue)) of \(card.named)?")
            let changed = try context.cards.edit(card.id) { $0.photos.remove(at: place) }
            try invocation.answer(changed, of: context, "Removed the photo. To restore it: satchel cards undo.")
        },
    ]
}

extension CardContext {
    /// The size of a photo in bytes, or why it is unknown.
    fileprivate func size(of photo: CardPhoto) throws -> (count: Int?, problem: String?) {
        do {
            return (try cards.file(photo.hash).count, nil)
        } catch let error as CardStoreError where error.code == .noPhoto {
            return (nil, error.message)
        }
    }
}

extension Invocation {
    fileprivate func photo(of card: Card) throws -> (Int, CardPhoto) {
        try operand(.photoNumber) { text in
            guard let number = Int(text), card.photos.indices.contains(number - 1) else {
                throw Failure(.usage, "the card has \(card.photos.count) photos; see `satchel cards photos list`")
            }
            return (number - 1, card.photos[number - 1])
        }
    }
}
