// SPDX-License-Identifier: MIT
internal import Cards
internal import Crypto
package import CardStore
internal import Barcodes

/// What a person does with cards while the process is killed.
package enum CardDeed: String, CaseIterable {
    case add, addPhoto, removePhoto, edit, editAlone, delete, undelete, emptyBin
    case importSkipping, importOverwriting, importMerging, importErasing
    /// Opens the wallet when what was deleted is due to go.
    case openLater

    /// How long after the beginning the deed is done.
    package var days: Int64 { self == .openLater ? 31 : 1 }

    /// The cards that every deed begins with: nine on one sheet, two of them with photos, one alone, and one more in the bin.
    package static func prepare(_ cards: CardLibrary) throws {
        var files: [Digest: [UInt8]] = [:]
        let sheet = (0..<9).map { card($0, photos: $0 < 2 ? [photo($0), photo(50)] : [], &files) }
        _ = try cards.take(CardImport(CardBundle(cards: sheet, files: files)))
        files = [:]
        try cards.add(card(9, photos: [], &files))
        try cards.add(card(10, photos: [photo(10)], &files), files: files)
        try cards.delete([id(10)])
    }

    package func carry(out cards: CardLibrary) throws {
        switch self {
        case .add:
            var files: [Digest: [UInt8]] = [:]
            let card = Self.card(11, photos: [Self.photo(11), Self.photo(12)], &files)
            try cards.add(card, files: files)
        case .addPhoto: try cards.addPhoto(Self.photo(60), role: .back, to: Self.id(1))
        case .removePhoto: try cards.edit(Self.id(0)) { $0.photos = [] }
        case .edit: try cards.edit(Self.id(0)) { $0.note = "changed" }
        case .editAlone: try cards.edit(Self.id(9)) { $0.note = "changed" }
        case .delete: try cards.delete([Self.id(0), Self.id(1), Self.id(2)])
        case .undelete: try cards.undelete(Self.id(10))
        case .emptyBin: try cards.emptyBin()
        case .importSkipping: try take(cards, ImportPlan(duplicates: .skip))
        case .importOverwriting: try take(cards, ImportPlan(duplicates: .overwrite))
        case .importMerging: try take(cards, ImportPlan(duplicates: .merge))
        case .importErasing: try take(cards, ImportPlan(erase: true))
        case .openLater: break
        }
    }

    private func take(_ cards: CardLibrary, _ plan: ImportPlan) throws {
        var bundle = CardBundle()
        for number in 5..<30 {
            let photos = number.isMultiple(of: 10) ? [Self.photo(number), Self.photo(number + 100)] : []
            var card = Self.card(number, photos: photos, &bundle.files)
            card.note = "imported"
            bundle.cards.append(card)
        }
        _ = try cards.take(CardImport(bundle), plan)
    }

    // MARK: - Samples

    private static func id(_ number: Int) -> CardID { CardID([UInt8](repeating: UInt8(number), count: CardID.count)) }

    private static func photo(_ number: Int) -> [UInt8] { [UInt8](repeating: UInt8(number), count: 3000 + number) }

    private static func card(_ number: Int, photos: [[UInt8]], _ files: inout [Digest: [UInt8]]) -> Card {
        for photo in photos { files[SHA256.hash(photo)] = photo }
        return Card(
            id: id(number), store: "Shop \(number % 3)", number: "\(1000 + number)",
            codes: [CardCode(Symbol(.code128, Array("\(1000 + number)".utf8)))], created: Moment(seconds: 1),
            photos: photos.map { CardPhoto(role: .front, of: $0) })
    }
}
