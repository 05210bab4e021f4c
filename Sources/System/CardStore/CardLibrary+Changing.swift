// SPDX-License-Identifier: MIT
package import Cards
package import Crypto
internal import Vault

extension CardLibrary {
    /// A new random id for a card.
    package func makeID() -> CardID { CardID(store.random.bytes(CardID.count)) }

    /// Adds a card that the user created.
    ///
    /// - Parameter files: the bytes of its photos that are not stored yet.
    /// - Throws: ``CardStoreError`` with code `.duplicate`, `.badCard`, `.tooLarge`, or `.noPhoto` for missing bytes.
    @discardableResult
    package func add(_ card: Card, files: [Digest: [UInt8]] = [:]) throws -> Card {
        try run {
            var card = try card.checked()
            guard shelf.count < CardLimits.cards else {
                throw CardStoreError(.tooLarge, "A wallet holds at most \(CardLimits.cards) cards. Delete some first.")
            }
            guard shelf.duplicate(of: card) == nil else { throw Self.duplicate }
            card.created = card.created ?? now
            card.modified = now
            try keep(files, of: [card])
            let shelved = shelf.placed(card)
            let row = try store.transaction {
                let row = try table.insert(CardRecord([shelved]))
                try step(.adding)
                return row
            }
            try step(.added)
            shelf.put(shelved)
            rows.put([shelved], in: row)
            try changed([card.id], reindexing: [card])
            return card
        }
    }

    /// Applies a user's change to a card. The id stays, whatever `change` does.
    ///
    /// The earlier version can be restored for ``daysKept`` days.
    ///
    /// - Parameter files: the bytes of new photos.
    /// - Throws: ``CardStoreError`` as ``add(_:files:)`` does, and with code `.noCard`; what `change` throws.
    @discardableResult
    package func edit(
        _ id: CardID, files: [Digest: [UInt8]] = [:], _ change: (inout Card) throws -> Void
    ) throws -> Card {
        try write(id, files: files, keepsFormer: true) { card in
            let before = card
            try change(&card)
            card = try card.identified(as: id).checked()
            guard card != before else { return }
            card.modified = now
        }
    }

    /// Records that a card was shown at a till. This is not a change for merging, and cannot be undone.
    @discardableResult
    package func markUsed(_ id: CardID) throws -> Card { try write(id, keepsFormer: false) { $0.lastUsed = now } }

    package func setStarred(_ id: CardID, _ isStarred: Bool) throws { try edit(id) { $0.isStarred = isStarred } }

    package func setArchived(_ id: CardID, _ isArchived: Bool) throws { try edit(id) { $0.isArchived = isArchived } }

    /// Adds a photo to a card. Adding the same bytes again changes nothing.
    ///
    /// - Throws: ``CardStoreError`` with code `.noCard`, `.badCard` for no bytes, or `.tooLarge` for too many bytes or
    ///   photos.
    @discardableResult
    package func addPhoto(_ bytes: [UInt8], role: CardPhoto.Role, to id: CardID) throws -> Card {
        var bundle = CardBundle()
        let photo = try run { try bundle.addPhoto(bytes, role: role) }
        return try edit(id, files: bundle.files) { card in
            if !card.photos.contains(where: { $0.hash == photo.hash }) { card.photos.append(photo) }
        }
    }

    /// Renames a group on all its cards, or removes it from all of them, in one transaction.
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
            try rewrite(cards) { try renameInOrder(name, to: other) }
        }
    }

    // MARK: - Inside

    /// The most cards that are updated in the index one by one; beyond it the index is rebuilt.
    static let reindexLimit = 1000
    /// The most versions of one card that can be restored; beyond it the oldest is deleted.
    static let formerLimit = 50

    static let duplicate = CardStoreError(
        .duplicate, "There is a card of this store with this number already. Change that one, or give another number.")

    private func write(
        _ id: CardID, files: [Digest: [UInt8]] = [:], keepsFormer: Bool, _ change: (inout Card) throws -> Void
    ) throws -> Card {
        try run {
            let before = try card(id)
            var card = before
            try change(&card)
            guard card != before else { return card }
            guard shelf.twin(of: card).map({ $0.id == id }) ?? true else { throw Self.duplicate }
            try keep(files, of: [card])
            try rewrite([card], keepsFormer: keepsFormer)
            if before.files != card.files { try sweep() }
            return card
        }
    }

    /// Writes existing cards, each into its own row, in one transaction.
    ///
    /// - Parameter meanwhile: what to write in the same transaction.
    private func rewrite(
        _ cards: [Card], keepsFormer: Bool = true, meanwhile: () throws -> Void = {}
    ) throws {
        guard !cards.isEmpty else { return }
        let after = cards.map { shelf.placed($0) }
        let before = keepsFormer ? try cards.map { try shelved($0.id) } : []
        var rows = rows
        var removed: [Stored<CardRecord>] = []
        var outdated: [Stored<CardRecord>] = []
        try store.transaction {
            for card in after { try move(CardRecord([card]), of: card.card.id, in: &rows) }
            for card in before {
                outdated += outdatedVersions(of: card.card.id)
                let record = CardRecord(card, .replaced, at: now)
                removed.append(Stored(id: try table.insert(record), record: record))
            }
            for stored in outdated { try table.update(Stored(id: stored.id, record: .gone)) }
            try meanwhile()
            try step(.editing)
        }
        try step(.edited)
        for card in after { shelf.put(card) }
        self.rows = rows
        forget(outdated)
        former += removed
        try changed(Set(cards.map(\.id)), reindexing: cards)
    }

    /// Writes a card's new state into its own row: the existing one, or a new one if it was part of a sheet. Inside a
    /// transaction.
    ///
    /// - Returns: the row.
    @discardableResult
    func move(_ record: CardRecord, of id: CardID, in rows: inout CardRows) throws -> Int64 {
        guard let row = rows[id] else { throw VaultError(.damaged, "The card \(id) has no row.") }
        guard rows.sheet(row).count > 1 else {
            try table.update(Stored(id: row, record: record))
            if record.state == .kept { rows.put(record.cards, in: row) } else { _ = rows.take([id]) }
            return row
        }
        try vacate([id], in: &rows)
        let own = try table.insert(record)
        if record.state == .kept { rows.put(record.cards, in: own) }
        return own
    }

    /// Numbers the cards of the first programs, which numbered each list from 1, in the order of their last lists.
    func numberCards() throws {
        guard shelf.shelved.contains(where: { $0.place == 0 }) else { return }
        var numbered: [CardID: ShelvedCard] = [:]
        for card in CardOrdering.sorted(shelf.all, by: CardQuery().order).compactMap({ shelf[shelved: $0] }) {
            numbered[card.card.id] = shelf.placed(card.card, place: card.place)
        }
        let sheets = Set(numbered.keys.compactMap { rows[$0] }).sorted()
        try store.transaction {
            for row in sheets {
                try table.update(Stored(id: row, record: CardRecord(rows.sheet(row).compactMap { numbered[$0] })))
            }
        }
        for card in numbered.values { shelf.put(card) }
    }

    /// Removes cards from their sheets, and rewrites the sheets with the rest. Inside a transaction.
    func vacate(_ ids: some Sequence<CardID>, in rows: inout CardRows) throws {
        for (row, rest) in rows.take(ids) {
            let record = rest.isEmpty ? .gone : CardRecord(try rest.map(shelved))
            try table.update(Stored(id: row, record: record))
        }
    }

    func shelved(_ id: CardID) throws -> ShelvedCard {
        guard let shelved = shelf[shelved: id] else {
            throw VaultError(.damaged, "A row names the card \(id), which is not here.")
        }
        return shelved
    }

    /// The versions of a card to delete to make room for another one.
    private func outdatedVersions(of id: CardID) -> [Stored<CardRecord>] {
        let versions = former.filter { $0.record.card?.id == id }
        guard versions.count >= Self.formerLimit else { return [] }
        let oldest = versions.sorted { ($0.record.removed ?? now, $0.id) < ($1.record.removed ?? now, $1.id) }
        return Array(oldest.prefix(versions.count - Self.formerLimit + 1))
    }

    /// Updates the index and the orders, and calls the observer.
    ///
    /// - Parameters:
    ///   - removed: ids of deleted cards.
    ///   - reindexing: the current cards.
    func changed(_ ids: Set<CardID>, removed: [CardID] = [], reindexing: [Card] = []) throws {
        orders = [:]
        if reindexing.count + removed.count > Self.reindexLimit {
            // Rebuilding it at the next search is faster.
            index = nil
        } else if let index {
            do {
                for id in removed + reindexing.map(\.id) { try index.remove(id) }
                try index.add(reindexing)
            } catch {
                // The cards are stored in any case; the index is rebuilt.
                self.index = nil
            }
        }
        exportChange()
        environment.onChange(ids)
    }
}
