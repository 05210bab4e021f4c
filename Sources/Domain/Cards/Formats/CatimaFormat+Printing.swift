// SPDX-License-Identifier: MIT
internal import Bytes

extension CatimaFormat {
    /// The files of a zip that Catima imports: only the list and the pictures.
    ///
    /// - Parameter png: converts another picture to PNG; without it, or when it fails, the picture is omitted and
    ///   reported.
    /// - Throws: ``CardsError`` with `.noCardsToExport`.
    package static func print(
        _ bundle: CardBundle, png: ([UInt8]) -> [UInt8]? = { _ in nil }
    ) throws(CardsError) -> CardExport<[FileEntry]> {
        let list = try printList(bundle)
        var export = CardExport([FileEntry(listName, list.content)], problems: list.problems)
        let numbers = numbers(of: bundle.cards)
        for (index, card) in bundle.cards.enumerated() {
            var left = 0
            for (role, photo) in placed(card.photos) {
                guard let role, let bytes = bundle.files[photo.hash],
                    let picture = photo.mediaType == .png ? bytes : png(bytes)
                else {
                    left += 1
                    continue
                }
                export.content.append(FileEntry(pictureName(numbers[index], role), picture))
            }
            if left > 0 {
                export.problems.append(
                    ImportProblem(
                        index + 1,
                        .photosLeftOut(left, of: card.photos.count)))
            }
        }
        return export
    }

    /// The list alone, version 2.
    ///
    /// - Throws: ``CardsError`` with `.noCardsToExport`.
    package static func printList(_ bundle: CardBundle) throws(CardsError) -> CardExport<[UInt8]> {
        guard !bundle.cards.isEmpty else {
            throw CardsError(.noCardsToExport, "There is no card to export. Choose at least one.")
        }
        var problems: [ImportProblem] = []
        var writer = CSVWriter()
        writer.write(["\(newestVersion)"])
        writer.endLine()
        writer.write([Column.id])
        for group in bundle.groups { writer.write([group]) }
        writer.endLine()
        writer.write(Column.all)
        let numbers = numbers(of: bundle.cards)
        for (index, card) in bundle.cards.enumerated() {
            var fields = CatimaCard.fields(card) { problems.append(ImportProblem(index + 1, $0)) }
            fields[Column.id] = "\(numbers[index])"
            writer.write(Column.all.map { fields[$0] ?? "" })
        }
        writer.endLine()
        writer.write(["cardId", "groupId"])
        for (index, card) in bundle.cards.enumerated() {
            for group in card.groups { writer.write(["\(numbers[index])", group]) }
        }
        return CardExport(writer.bytes, problems: problems)
    }

    /// The number of each card: the one that Catima assigned, by which Catima recognizes its card, or a free one.
    private static func numbers(of cards: [Card]) -> [Int] {
        var taken = Set(cards.compactMap(\.catimaNumber))
        var given: Set<Int> = []
        var next = 1
        return cards.map { card in
            // Two Catima files may have used the same number.
            if let number = card.catimaNumber, given.insert(number).inserted { return number }
            while !taken.insert(next).inserted { next += 1 }
            return next
        }
    }

    /// Each photo with Catima's name of its role. Photos without such a role take a free one.
    private static func placed(_ photos: [CardPhoto]) -> [(role: String?, photo: CardPhoto)] {
        var free = roles
        var placed: [(role: String?, photo: CardPhoto)] = []
        for photo in photos {
            let index = free.firstIndex { $0.role == photo.role }
            placed.append((index.map { free.remove(at: $0).name }, photo))
        }
        return placed.map { role, photo in
            guard role == nil, let index = free.firstIndex(where: { $0.role != .icon }) else { return (role, photo) }
            return (free.remove(at: index).name, photo)
        }
    }
}
