// SPDX-License-Identifier: MIT
package import Cards
internal import Crypto

extension CardLibrary {
    /// Cards with their photos, for a file or for another wallet; all cards by default.
    ///
    /// A missing or damaged photo is omitted and reported by its card's position in the bundle, from 1. It does not
    /// fail the export.
    ///
    /// - Throws: ``CardStoreError`` with code `.noCardsToExport` or `.noCard`.
    package func export(
        _ ids: [CardID]? = nil, photos: Bool = true
    ) throws -> (bundle: CardBundle, problems: [ImportProblem]) {
        try run {
            var bundle = CardBundle()
            var problems: [ImportProblem] = []
            let cards = try ids.map { try $0.map(card) } ?? self.cards(CardQuery(archive: .all))
            guard !cards.isEmpty else {
                throw CardStoreError(.noCardsToExport, "There are no cards to export. Add or import some first.")
            }
            for (index, card) in cards.enumerated() {
                var card = card
                for hash in card.files where bundle.files[hash] == nil {
                    guard photos else { continue }
                    do {
                        bundle.files[hash] = try photoStore.read(hash)
                    } catch let error as CardStoreError {
                        problems.append(ImportProblem(index + 1, CardRemark(lost: error)))
                    }
                }
                card.photos.removeAll { bundle.files[$0.hash] == nil }
                if let origin = card.origin, bundle.files[origin] == nil { card.origin = nil }
                bundle.cards.append(card)
            }
            bundle.groupOrder = try groupOrder
            return (bundle, problems)
        }
    }
}
