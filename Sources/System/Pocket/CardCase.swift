// SPDX-License-Identifier: MIT
package import Cards
package import Crypto
internal import SQLite
package import Vault

/// What a person can do with cards: one method per intention.
///
/// The cards are rows of the wallet's file and are all in memory while it is open; nothing is contacted. Every method
/// throws ``PocketError`` and either did all of its work, durably, or nothing. One owner at a time: not thread-safe by
/// design; the lock of the wallet's folder keeps other processes out.
package final class CardCase {
    let store: SealedStore
    let photoStore: PhotoStore
    let environment: Environment
    /// The cards, and the row that each lives in.
    var shelf: CardShelf
    var rows: CardRows
    /// Cards as they were, oldest first; see ``deleted()``.
    var former: [Stored<CardRecord>]
    /// Made at the first search, kept up to date by each change.
    var index: SearchIndex?
    /// The order in which cards are listed, until one changes.
    var orders: [CardQuery.Order: [CardID]] = [:]
    /// Why the file that follows the cards could not be written after the last change; see ``setExportFolder(_:)``.
    package internal(set) var exportFailure: PocketError?
    /// Set when `onStep` has thrown: the cards behave as a dead process until they are opened again.
    private var isStopped = false

    /// Opens the cards in a wallet's file, and makes their table when there is none.
    ///
    /// What was deleted long ago and what a crash left over goes now.
    ///
    /// - Throws: ``PocketError`` with code `.newerVersion` when a newer program wrote the cards, `.damaged`.
    package init(store: SealedStore, photos: PhotoPlace, _ environment: Environment) throws {
        do {
            try store.open(CardSchema.part)
            let table = store.table(CardRecord.self)
            var shelf = CardShelf()
            var rows = CardRows()
            for stored in try table.rows(.kept) {
                for card in stored.record.cards where rows[card.card.id] != nil || !shelf.put(asStored: card) {
                    throw VaultError(.damaged, "Row \(stored.id) of the cards contradicts another one.")
                }
                rows.put(stored.record.cards, in: stored.id)
            }
            let former = try table.rows(.deleted, .replaced, .undone)
            for stored in former { shelf.reserve(place: stored.record.cards.map(\.place).max() ?? 0) }
            self.store = store
            self.environment = environment
            self.shelf = shelf
            self.rows = rows
            photoStore = PhotoStore(photos, vaultKey: store.vaultKey, random: store.random)
            self.former = former
        } catch {
            throw PocketError.translating(error)
        }
        do {
            try run {
                try numberCards()
                try purge(before: environment.clock().advanced(byMilliseconds: -Self.daysKept * 86_400_000))
                try sweep()
            }
        } catch let error as PocketError where error.code == .storageFull {
            // Safe: what is to go can wait for room, and cards that cannot be looked at until then are worse.
        }
    }

    /// How long a deleted card can come back.
    package static let daysKept: Int64 = 30

    // MARK: - Looking

    package var count: Int { shelf.count }

    /// - Throws: ``PocketError`` with code `.noCard`.
    package func card(_ id: CardID) throws -> Card {
        guard let card = shelf[id] else {
            throw PocketError(.noCard, "There is no card \(id). List the cards to see their names.")
        }
        return card
    }

    /// The cards that are wanted, in order; as one types, each letter asks anew.
    package func cards(_ query: CardQuery = CardQuery()) throws -> [Card] {
        try run {
            let terms = SearchIndex.terms(of: query.text)
            let index = terms.isEmpty ? nil : try searchIndex()
            let found = try index?.find(terms)
            return ordered(query.order).compactMap { id in
                if let found, !(index?.row(of: id).map(found.contains) ?? false) { return nil }
                guard let card = shelf[id] else { return nil }
                switch query.archive {
                case .without where card.isArchived, .only where !card.isArchived: return nil
                default: break
                }
                if let group = query.group, !card.groups.contains(group) { return nil }
                return card
            }
        }
    }

    /// The number by which lists name a card, the same as long as it is here, and never another card's while it can come
    /// back; nil for a card that is not here.
    package func number(of id: CardID) -> Int? { shelf[shelved: id]?.place }

    /// The card of a number; nil where none has it.
    package func card(numbered number: Int) -> Card? { shelf.shelved.first { $0.place == number }?.card }

    /// The names of all groups, in the order that their owner gave them and then by name, with how many cards each has.
    package func groups() throws -> [(name: String, count: Int)] {
        try run {
            var counts: [String: Int] = [:]
            for card in shelf.all { for group in card.groups { counts[group, default: 0] += 1 } }
            let known = try groupOrder.filter { counts[$0] != nil }
            return (known + Set(counts.keys).subtracting(known).sorted()).map { ($0, counts[$0] ?? 0) }
        }
    }

    /// The cards of no archive that expire within these days or have expired, the first to expire first.
    package func expiring(withinDays days: Int) -> [Card] {
        let days = Int64(max(0, min(days, 366_000)))
        let end = environment.clock().advanced(byMilliseconds: days * 86_400_000)
        return shelf.all.filter { !$0.isArchived && ($0.expiry.map { $0 <= end } ?? false) }
            .sorted { ($0.expiry ?? end, $0.id.text) < ($1.expiry ?? end, $1.id.text) }
    }

    /// The bytes of a photo or of an original pass.
    ///
    /// - Throws: ``PocketError`` with code `.noPhoto` when the file is missing or damaged; the card is still whole.
    package func file(_ hash: Digest) throws -> [UInt8] { try run { try photoStore.read(hash) } }

    /// Makes the index of the search now, not at the first letter that is typed.
    package func prepareSearch() throws { try run { _ = try searchIndex() } }

    // MARK: - Inside

    /// Runs one intention, and says what failed in the words of this module.
    func run<R>(_ body: () throws -> R) throws -> R {
        guard !isStopped else {
            throw PocketError(.stopped, "The cards were stopped in the middle of something. Open the wallet again.")
        }
        do {
            return try body()
        } catch {
            throw PocketError.translating(error)
        }
    }

    /// Announces a named step.
    func step(_ step: CardStep) throws {
        do {
            try environment.onStep(step)
        } catch {
            isStopped = true
            throw error
        }
    }

    var table: SealedTable<CardRecord> { store.table(CardRecord.self) }
    var now: Moment { environment.clock() }

    private func searchIndex() throws -> SearchIndex {
        if let index { return index }
        let made = try SearchIndex()
        try made.add(shelf.all)
        index = made
        return made
    }

    private func ordered(_ order: CardQuery.Order) -> [CardID] {
        if let known = orders[order] { return known }
        let made = CardOrdering.sorted(shelf.all, by: order)
        orders[order] = made
        return made
    }
}
