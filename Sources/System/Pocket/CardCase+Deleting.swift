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
            var removed: [Stored<CardRecord>] = []
            for id in ids {
                let record = CardRecord(try card(id), .deleted, at: now)
                removed.append(Stored(id: try row(of: id), record: record))
            }
            try store.transaction {
                for stored in removed { try table.update(stored) }
                try step(.deleting)
            }
            try step(.deleted)
            for id in ids {
                shelf.remove(id)
                rows[id] = nil
            }
            former += removed
            try changed(ids, removed: removed.map(\.id))
        }
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
            return (left.removed, left.row) > (right.removed, right.row)
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
            let current = try shelf[card.id].map { here in
                Stored(id: try row(of: here.id), record: CardRecord(here, state, at: now))
            }
            try store.transaction {
                if let current { try table.update(current) }
                try table.update(Stored(id: version.row, record: CardRecord(card)))
                try step(.restoring)
            }
            try step(.restored)
            former.remove(at: place)
            if let current { former.append(current) }
            shelf.put(card)
            rows[card.id] = version.row
            try changed([card.id], removed: current.map { [$0.id] } ?? [], reindexing: [(version.row, card)])
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
            for var stored in due {
                stored.record.state = .gone
                stored.record.card = nil
                stored.record.removed = nil
                try table.update(stored)
            }
            try step(.purging)
        }
        try step(.purged)
        let gone = Set(due.map(\.id))
        former.removeAll { gone.contains($0.id) }
    }
}
