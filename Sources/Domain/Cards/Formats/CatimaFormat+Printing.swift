// SPDX-License-Identifier: MIT
internal import Bytes

extension CatimaFormat {
    /// The files of a zip that Catima imports: the list and the pictures, nothing else.
    ///
    /// - Parameter png: makes a PNG of a picture of another kind; without it, or when it cannot, such a picture is left out
    ///   and reported.
    /// - Throws: ``CardsError`` with `.noCardsToExport`.
    package static func print(
        _ bundle: CardBundle, png: ([UInt8]) -> [UInt8]? = { _ in nil }
    ) throws(CardsError) -> CardExport<[FileEntry]> {
        let list = try printList(bundle)
        var export = CardExport([FileEntry(listName, list.content)], problems: list.problems)
        for (index, card) in bundle.cards.enumerated() {
            var left = 0
            for (role, photo) in placed(card.photos) {
                guard let role, let bytes = bundle.files[photo.hash],
                    let picture = photo.mediaType == .png ? bytes : png(bytes)
                else {
                    left += 1
                    continue
                }
                export.content.append(FileEntry(pictureName(index + 1, role), picture))
            }
            if left > 0 {
                export.problems.append(
                    ImportProblem(
                        index + 1,
                        "\(left) of its \(card.photos.count) photos were left out: Catima takes three in PNG."))
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
        for group in Set(bundle.cards.flatMap(\.groups)).sorted() { writer.write([group]) }
        writer.endLine()
        writer.write(Column.all)
        for (index, card) in bundle.cards.enumerated() {
            var fields = CatimaCard.fields(card) { problems.append(ImportProblem(index + 1, $0)) }
            fields[Column.id] = "\(index + 1)"
            writer.write(Column.all.map { fields[$0] ?? "" })
        }
        writer.endLine()
        writer.write(["cardId", "groupId"])
        for (index, card) in bundle.cards.enumerated() {
            for group in card.groups { writer.write(["\(index + 1)", group]) }
        }
        return CardExport(writer.bytes, problems: problems)
    }

    /// Each photo with Catima's word for what it shows; those that show nothing of that kind take a place that is free.
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
