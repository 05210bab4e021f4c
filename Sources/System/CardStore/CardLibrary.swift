// SPDX-License-Identifier: MIT
package import Cards
package import Crypto
internal import SQLite
package import Vault

/// The operations on cards: one method per user intention.
///
/// The cards are rows of the wallet's file, and all are in memory while it is open. Only ``updatePass(of:language:by:)``
/// contacts a server. Every method throws ``CardStoreError``, and does either all of its work durably or nothing. It has one owner at a time and is
/// not thread-safe by design; the lock of the wallet's folder keeps other processes out.
package final class CardLibrary {
    let store: SealedStore
    let photoStore: PhotoStore
    let environment: Environment
    /// The cards in memory.
    var shelf: CardShelf
    var rows: CardRows
    /// Earlier versions of cards, oldest first; see ``deleted()``.
    var former: [Stored<CardRecord>]
    /// Built at the first search, updated by each change.
    var index: SearchIndex?
    /// The cached orders of the cards, until one changes.
    var orders: [CardQuery.Order: [CardID]] = [:]
    /// Why the automatic export failed after the last change; see ``setExportFolder(_:)``.
    package internal(set) var exportFailure: CardStoreError?
    /// True after `onStep` has thrown. Every operation then fails as if the process were dead, until the cards are
    /// reopened.
    private var isStopped = false

    /// Opens the cards in a wallet's file, and creates their table when there is none.
    ///
    /// It permanently deletes old deleted cards, and what a crash left over.
    ///
    /// - Throws: ``CardStoreError`` with code `.newerVersion` when a newer program wrote the cards, `.damaged`.
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
            throw CardStoreError.translating(error)
        }
        do {
            try run {
                try numberCards()
                try purge(before: environment.clock().advanced(byMilliseconds: -Self.daysKept * 86_400_000))
                try sweep()
            }
        } catch let error as CardStoreError where error.code == .storageFull {
            // Safe: the cleanup can wait until there is space; opening the cards matters more.
        }
    }

    /// How many days a deleted card can be restored.
    package static let daysKept: Int64 = 30

    // MARK: - Looking

    package var count: Int { shelf.count }
    package var isEmpty: Bool { shelf.isEmpty }

    /// - Throws: ``CardStoreError`` with code `.noCard`.
    package func card(_ id: CardID) throws -> Card {
        guard let card = shelf[id] else {
            throw CardStoreError(.noCard, "There is no card \(id). List the cards to see their names.")
        }
        return card
    }

    /// The matching cards, in order; fast enough to call at each typed letter.
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

    /// The number of a card in lists; nil for a card that does not exist. It is constant while the card exists, and no
    /// other card gets it while the card can be restored.
    package func number(of id: CardID) -> Int? { shelf[shelved: id]?.place }

    /// The card with a number; nil where none has it.
    package func card(numbered number: Int) -> Card? { shelf.shelved.first { $0.place == number }?.card }

    /// The names of all groups with their numbers of cards: first the owner's order, then by name.
    package func groups() throws -> [(name: String, count: Int)] {
        try run {
            var counts: [String: Int] = [:]
            for card in shelf.all { for group in card.groups { counts[group, default: 0] += 1 } }
            let known = try groupOrder.filter { counts[$0] != nil }
            return (known + Set(counts.keys).subtracting(known).sorted()).map { ($0, counts[$0] ?? 0) }
        }
    }

    /// The unarchived cards that expire within these days or have expired, the first to expire first.
    package func expiring(withinDays days: Int) -> [Card] {
        let days = Int64(max(0, min(days, 366_000)))
        let end = environment.clock().advanced(byMilliseconds: days * 86_400_000)
        return shelf.all.filter { !$0.isArchived && ($0.expiry.map { $0 <= end } ?? false) }
            .sorted { ($0.expiry ?? end, $0.id.text) < ($1.expiry ?? end, $1.id.text) }
    }

    /// The places of use of a card's original pass; nil where it names none, or the pass is lost.
    package func places(of card: Card, language: String) -> PassPlaces? {
        // Safe: a lost or damaged pass names no place; backups report it.
        card.origin.flatMap { try? file($0) }.flatMap { CardFormat.places(ofPass: $0, language: language) }
    }

    /// The bytes of a photo or of an original pass.
    ///
    /// - Throws: ``CardStoreError`` with code `.noPhoto` when the file is missing or damaged; the card itself is not
    ///   affected.
    package func file(_ hash: Digest) throws -> [UInt8] { try run { try photoStore.read(hash) } }

    /// Builds the search index now instead of at the first typed letter.
    package func prepareSearch() throws { try run { _ = try searchIndex() } }

    // MARK: - Inside

    /// Runs one operation and translates its errors to ``CardStoreError``.
    func run<R>(_ body: () throws -> R) throws -> R {
        guard !isStopped else {
            throw CardStoreError(.stopped, "The cards were stopped in the middle of something. Open the wallet again.")
        }
        do {
            return try body()
        } catch {
            throw CardStoreError.translating(error)
        }
    }

    /// Calls `onStep` with a named step.
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
