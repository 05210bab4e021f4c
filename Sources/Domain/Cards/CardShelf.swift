// SPDX-License-Identifier: MIT

/// All cards of a wallet, no two with one id or one identity; decides what becomes of a card that comes in.
package struct CardShelf: Sendable {
    /// A class, so that a shelf of thousands is copied by counting references, not by copying cards.
    private final class Entry: Sendable {
        let card: Card
        let identity: CardIdentity

        init(_ card: Card, _ identity: CardIdentity) {
            self.card = card
            self.identity = identity
        }
    }

    private var entries: [CardID: Entry] = [:]
    private var ids: [CardIdentity: CardID] = [:]

    package init() {}

    package var count: Int { entries.count }
    /// In no order.
    package var all: some Collection<Card> { entries.values.lazy.map(\.card) }

    package subscript(id: CardID) -> Card? { entries[id]?.card }

    /// The card that is the same: it has the same id, or else the same store and number.
    package func duplicate(of card: Card) -> Card? { entries[card.id]?.card ?? twin(of: card) }

    /// The card with the same store and number, whatever its id.
    package func twin(of card: Card) -> Card? { twin(card.identity) }

    private func twin(_ identity: CardIdentity) -> Card? { ids[identity].flatMap { entries[$0]?.card } }

    /// Makes room, which is quicker before many cards come than while they do.
    package mutating func reserveCapacity(_ count: Int) {
        entries.reserveCapacity(count)
        ids.reserveCapacity(count)
    }

    /// Puts a card in, or in the place of the one with its id.
    ///
    /// - Returns: false, with nothing changed, when another card has its store and number.
    @discardableResult
    package mutating func put(_ card: Card) -> Bool { put(card, card.identity) }

    private mutating func put(_ card: Card, _ identity: CardIdentity) -> Bool {
        if let holder = ids.updateValue(card.id, forKey: identity), holder != card.id {
            ids[identity] = holder
            return false
        }
        let before = entries.updateValue(Entry(card, identity), forKey: card.id)
        if let before, before.identity != identity { ids[before.identity] = nil }
        return true
    }

    package mutating func remove(_ id: CardID) {
        guard let entry = entries.removeValue(forKey: id) else { return }
        ids[entry.identity] = nil
    }

    // MARK: - Importing

    /// What becomes of a card that comes in.
    package enum Decision: Equatable, Sendable {
        case insert(Card)
        /// The first takes the place of the second, which has its id.
        case overwrite(Card, Card)
        case merge(Card, Card)
        /// The card that is here stays: the plan says so, or both are the same.
        case skip
        /// The plan says that nothing is imported when this one is here.
        case cancel(Card)
        /// A sentence for the person who brought the card.
        case refuse(String)
    }

    /// Decides by the plan, and puts in what comes of it, so that the next card of the same file meets it.
    ///
    /// - Parameter now: when the card was made, if its format does not tell.
    package mutating func take(_ card: Card, _ duplicates: ImportPlan.Duplicates, now: Moment) -> Decision {
        let identity = card.identity
        guard let here = entries[card.id]?.card ?? twin(identity) else {
            guard count < CardLimits.cards else {
                return .refuse("A wallet holds at most \(CardLimits.cards) cards.")
            }
            var fresh = card
            fresh.created = card.created ?? now
            _ = put(fresh, identity)
            return .insert(fresh)
        }
        switch duplicates {
        case .skip: return .skip
        case .cancel: return .cancel(here)
        case .merge: return replace(here, with: here.merging(card), Decision.merge)
        case .overwrite:
            var changed = here.overwritten(by: card)
            guard changed != here else { return .skip }
            changed.modified = card.modified ?? now
            return replace(here, with: changed, Decision.overwrite)
        }
    }

    private mutating func replace(
        _ here: Card, with changed: Card, _ decision: (Card, Card) -> Decision
    ) -> Decision {
        guard changed != here else { return .skip }
        guard put(changed) else {
            return .refuse("It has the id of one card and the number of another one. Change one of both first.")
        }
        return decision(changed, here)
    }
}
