// SPDX-License-Identifier: MIT
package import Cards
internal import Vault

extension CardCase {
    /// A card as it was until it was deleted, or until another version took its place.
    package struct Former: Hashable, Sendable {
        /// Names this version.
        package let row: Int64
        package let card: Card
        package let removed: Moment
        /// Whether another version of the same card took its place.
        package let wasReplaced: Bool
        /// Whether that was an older version, which an undo brought back.
        package let wasUndone: Bool
    }

    /// Deletes cards: they can come back for ``daysKept`` days. The caller has asked the person.
    ///
    /// - Throws: ``PocketError`` with code `.noCard`; no card is deleted then.
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
        // A sheet is written once, however many of its cards go.
        try vacate(others.lazy.map(\.card.id), in: &rows)
        let records = others.map { CardRecord($0, .deleted, at: now) }
        let first = try table.insert(records)
        return removed + records.enumerated().map { Stored(id: first + Int64($0), record: $1) }
    }

    /// What can come back, the last removed first; what an undo displaced comes after all others.
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
            // Within one tick of the clock: a card is deleted after its last change, whichever row it was in.
            if left.wasReplaced != right.wasReplaced { return right.wasReplaced }
            return left.row > right.row
        }
    }

    /// Brings back a card that was deleted: the last version of it.
    ///
    /// - Throws: ``PocketError`` with code `.noCard` when it was never here or is gone, `.duplicate` when its store and number
    ///   are another card's by now.
    @discardableResult
    package func undelete(_ id: CardID) throws -> Card {
        guard let last = deleted().first(where: { $0.card.id == id }) else {
            throw PocketError(.noCard, "There is no deleted card \(id) any more.")
        }
        return try restore(last)
    }

    /// Brings back a version of a card; the one that is there now takes its place among the former ones.
    ///
    /// - Throws: ``PocketError`` as ``undelete(_:)`` does.
    @discardableResult
    package func restore(_ version: Former) throws -> Card {
        try run {
            let card = version.card
            guard let place = former.firstIndex(where: { $0.id == version.row && $0.record.card == card }) else {
                throw PocketError(.noCard, "This version of the card is gone.")
            }
            guard shelf.twin(of: card).map({ $0.id == card.id }) ?? true else { throw Self.duplicate }
            // What an undo displaces must not be the next that an undo brings back: it would go to and fro.
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

    /// Forgets for good what could have come back.
    package func emptyBin() throws {
        try run {
            try purge(before: nil)
            try sweep()
        }
    }

    /// Forgets what was removed before a time, or everything that was.
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

    /// Takes versions off the list of what can come back.
    func forget(_ versions: [Stored<CardRecord>]) {
        guard !versions.isEmpty else { return }
        let gone = Set(versions.map(\.id))
        former.removeAll { gone.contains($0.id) }
    }
}
