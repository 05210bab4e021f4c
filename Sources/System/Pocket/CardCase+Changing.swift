// SPDX-License-Identifier: MIT
package import Cards
package import Crypto
internal import Vault

extension CardCase {
    /// A fresh name for a card.
    package func makeID() -> CardID { CardID(store.random.bytes(CardID.count)) }

    /// Keeps a card that a person has made.
    ///
    /// - Parameter files: the bytes of its photos, as far as they are not here already.
    /// - Throws: ``PocketError`` with code `.duplicate`, `.badCard`, `.tooLarge`, or `.noPhoto` for bytes that are missing.
    @discardableResult
    package func add(_ card: Card, files: [Digest: [UInt8]] = [:]) throws -> Card {
        try run {
            var card = try card.checked()
            guard shelf.count < CardLimits.cards else {
                throw PocketError(.tooLarge, "A wallet holds at most \(CardLimits.cards) cards. Delete some first.")
            }
            guard shelf.duplicate(of: card) == nil else { throw Self.duplicate }
            card.created = card.created ?? now
            card.modified = now
            try keep(files, of: [card])
            let row = try store.transaction {
                let row = try table.insert(CardRecord(card))
                try step(.adding)
                return row
            }
            try step(.added)
            shelf.put(card)
            rows[card.id] = row
            try changed([card.id], reindexing: [(row, card)])
            return card
        }
    }

    /// Changes a card as a person does; the id stays whatever `change` does to it.
    ///
    /// - Parameter files: the bytes of new photos.
    /// - Throws: ``PocketError`` as ``add(_:files:)`` does, and with code `.noCard`; what `change` throws.
    @discardableResult
    package func edit(
        _ id: CardID, files: [Digest: [UInt8]] = [:], _ change: (inout Card) throws -> Void
    ) throws -> Card {
        try write(id, files: files) { card in
            let before = card
            try change(&card)
            card = try card.identified(as: id).checked()
            guard card != before else { return }
            card.modified = now
        }
    }

    /// Notes that a card was shown at a till; no change of the card for merging.
    @discardableResult
    package func markUsed(_ id: CardID) throws -> Card { try write(id) { $0.lastUsed = now } }

    package func setStarred(_ id: CardID, _ isStarred: Bool) throws { try edit(id) { $0.isStarred = isStarred } }

    package func setArchived(_ id: CardID, _ isArchived: Bool) throws { try edit(id) { $0.isArchived = isArchived } }

    /// Adds a photo to a card; the same bytes again change nothing.
    ///
    /// - Throws: ``PocketError`` with code `.noCard`, `.badCard` for no bytes, or `.tooLarge` for too many bytes or photos.
    @discardableResult
    package func addPhoto(_ bytes: [UInt8], role: CardPhoto.Role, to id: CardID) throws -> Card {
        var bundle = CardBundle()
        let photo = try run { try bundle.addPhoto(bytes, role: role) }
        return try edit(id, files: bundle.files) { card in
            if !card.photos.contains(where: { $0.hash == photo.hash }) { card.photos.append(photo) }
        }
    }

    /// Gives a group another name on all its cards, or takes it off them all; one transaction.
    package func renameGroup(_ name: String, to other: String?) throws {
        try run {
            var cards: [Card] = []
            for card in shelf.all where card.groups.contains(name) {
                var card = card
                card.groups = card.groups.filter { $0 != name } + (other.map { [$0] } ?? [])
                card = try card.checked()
                card.modified = now
                cards.append(card)
            }
            try rewrite(cards)
        }
    }

    // MARK: - Inside

    /// How many cards are brought up to date in the index one by one; beyond it the index is made again.
    static let reindexLimit = 1000

    static let duplicate = PocketError(
        .duplicate, "There is a card of this store with this number already. Change that one, or give another number.")

    private func write(
        _ id: CardID, files: [Digest: [UInt8]] = [:], _ change: (inout Card) throws -> Void
    ) throws -> Card {
        try run {
            let before = try card(id)
            var card = before
            try change(&card)
            guard card != before else { return card }
            guard shelf.twin(of: card).map({ $0.id == id }) ?? true else { throw Self.duplicate }
            try keep(files, of: [card])
            try rewrite([card])
            if before.files != card.files { try sweep() }
            return card
        }
    }

    /// Writes cards that are here already back to their rows, in one transaction.
    private func rewrite(_ cards: [Card]) throws {
        guard !cards.isEmpty else { return }
        var written: [(row: Int64, card: Card)] = []
        try store.transaction {
            for card in cards {
                let row = try row(of: card.id)
                try table.update(Stored(id: row, record: CardRecord(card)))
                written.append((row, card))
            }
            try step(.editing)
        }
        try step(.edited)
        for card in cards { shelf.put(card) }
        try changed(Set(cards.map(\.id)), reindexing: written)
    }

    func row(of id: CardID) throws -> Int64 {
        guard let row = rows[id] else { throw VaultError(.damaged, "The card \(id) has no row.") }
        return row
    }

    /// Brings the index and the orders up to date and tells who looks on.
    ///
    /// - Parameters:
    ///   - removed: rows that are no cards any more.
    ///   - reindexing: rows with the cards that they hold now.
    func changed(
        _ ids: Set<CardID>, removed: [Int64] = [], reindexing: [(row: Int64, card: Card)] = []
    ) throws {
        orders = [:]
        if reindexing.count + removed.count > Self.reindexLimit {
            // Quicker to make again, at the next search.
            index = nil
        } else if let index {
            do {
                for row in removed + reindexing.map(\.row) { try index.remove(row) }
                try index.add(reindexing)
            } catch {
                // The cards are kept whatever becomes of the index, which is made again.
                self.index = nil
            }
        }
        exportChange()
        environment.onChange(ids)
    }
}
