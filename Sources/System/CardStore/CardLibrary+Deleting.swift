// SPDX-License-Identifier: MIT
package import Cards
internal import Vault

extension CardLibrary {
    /// An earlier version of a card, before it was deleted or replaced.
    package struct Former: Hashable, Sendable {
        /// Identifies this version.
        package let row: Int64
        package let card: Card
        package let removed: Moment
        /// Whether another version of the same card replaced it.
        package let wasReplaced: Bool
        /// Whether the replacement was an older version that an undo restored.
        package let wasUndone: Bool
    }

    /// Deletes cards. They can be restored for ``daysKept`` days. The caller must have asked the user.
    ///
    /// - Throws: ``CardStoreError`` with code `.noCard`; no card is deleted then.
    package func delete(_ ids: [CardID]) throws {
        try run {
            let ids = Set(ids)
            let cards = try ids.map { id in
                _ = try card(id)
                return try shelved(id)
            }
            var removed: [Stored<CardRecord>] = []
            var rows = rows
            try store.transaction {
                removed = try bury(cards, in: &rows)
                try step(.deleting)
            }
            try step(.deleted)
            for id in ids { shelf.remove(id) }
            self.rows = rows
            former += removed
            try changed(ids, removed: Array(ids))
        }
    }

    /// Writes cards as deleted ones. Inside a transaction.
    func bury(_ cards: [ShelvedCard], in rows: inout CardRows) throws -> [Stored<CardRecord>] {
        let alone = cards.filter { card in rows[card.card.id].map { rows.sheet($0).count == 1 } ?? false }
        var removed: [Stored<CardRecord>] = []
        for card in alone {
            let record = CardRecord(card, .deleted, at: now)
            removed.append(Stored(id: try move(record, of: card.card.id, in: &rows), record: record))
        }
        let others = cards.filter { rows[$0.card.id] != nil }
        guard !others.isEmpty else { return removed }
        // A sheet is written once, even if several of its cards are deleted.
        try vacate(others.lazy.map(\.card.id), in: &rows)
        let records = others.map { CardRecord($0, .deleted, at: now) }
        let first = try table.insert(records)
        return removed + records.enumerated().map { Stored(id: first + Int64($0), record: $1) }
    }

    /// The versions that can be restored, the last removed first; versions that an undo replaced come last.
    package func deleted() -> [Former] {
        former.compactMap { stored in
            guard let card = stored.record.card, let removed = stored.record.removed else { return nil }
            let state = stored.record.state
            return Former(
                row: stored.id, card: card, removed: removed, wasReplaced: state != .deleted,
                wasUndone: state == .undone)
        }.sorted { left, right in
            if left.wasUndone != right.wasUndone { return right.wasUndone }
            if left.removed != right.removed { return left.removed > right.removed }
            // With equal times, a card's deletion comes after its last change, whichever row it was in.
            if left.wasReplaced != right.wasReplaced { return right.wasReplaced }
            return left.row > right.row
        }
    }

    /// Restores the last version of a deleted card.
    ///
    /// - Throws: ``CardStoreError`` with code `.noCard` when it never existed or is gone, `.duplicate` when another card
    ///   has its store and number by now.
    @discardableResult
    package func undelete(_ id: CardID) throws -> Card {
        guard let last = deleted().first(where: { $0.card.id == id }) else {
            throw CardStoreError(.noCard, "There is no deleted card \(id) any more.")
        }
        return try restore(last)
    }

    /// Restores a version of a card. The current version becomes an earlier one.
    ///
    /// - Throws: ``CardStoreError`` as ``undelete(_:)`` does.
    @discardableResult
    package func restore(_ version: Former) throws -> Card {
        try run {
            let card = version.card
            guard let place = former.firstIndex(where: { $0.id == version.row && $0.record.card == card }) else {
                throw CardStoreError(.noCard, "This version of the card is gone.")
            }
            guard shelf.twin(of: card).map({ $0.id == card.id }) ?? true else { throw Self.duplicate }
            // The version that an undo replaces must not be the next undo's target, or undo would alternate between the
            // two.
            let state: CardRecord.State = version.wasUndone ? .replaced : .undone
            let current = shelf[shelved: card.id].map { CardRecord($0, state, at: now) }
            let shelved = shelf.placed(card, place: former[place].record.cards.first?.place ?? 0)
            var displaced: Stored<CardRecord>?
            var rows = rows
            try store.transaction {
                if let current {
                    displaced = Stored(id: try move(current, of: card.id, in: &rows), record: current)
                }
                try table.update(Stored(id: version.row, record: CardRecord([shelved])))
                try step(.restoring)
            }
            try step(.restored)
            former.remove(at: place)
            if let displaced { former.append(displaced) }
            shelf.put(shelved)
            rows.put([shelved], in: version.row)
            self.rows = rows
            try changed([card.id], removed: current == nil ? [] : [card.id], reindexing: [card])
            return card
        }
    }

    /// Permanently deletes everything that could be restored.
    package func emptyBin() throws {
        try run {
            try purge(before: nil)
            try sweep()
        }
    }

    /// Permanently deletes everything that was removed before a time, or everything removed.
    func purge(before end: Moment?) throws {
        let due = former.filter { stored in
            guard let end, let removed = stored.record.removed else { return true }
            return removed < end
        }
        guard !due.isEmpty else { return }
        try store.transaction {
            for stored in due { try table.update(Stored(id: stored.id, record: .gone)) }
            try step(.purging)
        }
        try step(.purged)
        forget(due)
    }

    /// Removes versions from the list of those that can be restored.
    func forget(_ versions: [Stored<CardRecord>]) {
        guard !versions.isEmpty else { return }
        let gone = Set(versions.map(\.id))
        former.removeAll { gone.contains($0.id) }
    }
}
