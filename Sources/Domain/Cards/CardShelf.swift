// SPDX-License-Identifier: MIT

/// All cards of a wallet, no two with one id or one identity; decides what becomes of a card that comes in.
package struct CardShelf: Sendable {
    private var entries: [CardID: ShelvedCard] = [:]
    private var ids: [CardIdentity: CardID] = [:]

    package init() {}

    package var count: Int { entries.count }
    /// In no order.
    package var all: some Collection<Card> { entries.values.lazy.map(\.card) }
    /// The same, as they stand here.
    package var shelved: some Collection<ShelvedCard> { entries.values }

    package subscript(id: CardID) -> Card? { entries[id]?.card }
    package subscript(shelved id: CardID) -> ShelvedCard? { entries[id] }

    /// The card that is the same: it has the same id, or else the same store and number.
    package func duplicate(of card: Card) -> Card? { entries[card.id]?.card ?? twin(of: card) }

    /// The card with the same store and number, whatever its id.
    package func twin(of card: Card) -> Card? { ids[card.identity].flatMap { entries[$0]?.card } }

    /// Makes room, which is quicker before many cards come than while they do.
    package mutating func reserveCapacity(_ count: Int) {
        entries.reserveCapacity(count)
        ids.reserveCapacity(count)
    }

    /// Puts a card in, or in the place of the one with its id.
    ///
    /// - Returns: false, with nothing changed, when another card has its store and number.
    @discardableResult
    package mutating func put(_ card: Card) -> Bool { put(ShelvedCard(card)) }

    @discardableResult
    package mutating func put(_ shelved: ShelvedCard) -> Bool {
        let (id, identity) = (shelved.card.id, shelved.identity)
        if let holder = ids.updateValue(id, forKey: identity), holder != id {
            ids[identity] = holder
            return false
        }
        let before = entries.updateValue(shelved, forKey: id)
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
        case insert(ShelvedCard)
        /// The first takes the place of the second, which has its id.
        case overwrite(ShelvedCard, ShelvedCard)
        case merge(ShelvedCard, ShelvedCard)
        /// The card that is here stays: the plan says so, or both are the same.
        case skip(ShelvedCard)
        /// The plan says that nothing is imported when this one is here.
        case cancel(ShelvedCard)
        /// A sentence for the person who brought the card.
        case refuse(String)
    }

    /// Decides by the plan, and puts in what comes of it, so that the next card of the same file meets it.
    ///
    /// - Parameter now: when the card was made, if its format does not tell.
    package mutating func take(_ card: Card, _ duplicates: ImportPlan.Duplicates, now: Moment) -> Decision {
        if let here = entries[card.id] { return meet(card, here, duplicates, now) }
        let identity = card.identity
        guard count < CardLimits.cards || ids[identity] != nil else {
            return .refuse("A wallet holds at most \(CardLimits.cards) cards.")
        }
        if let twin = ids.updateValue(card.id, forKey: identity), let here = entries[twin] {
            ids[identity] = twin
            return meet(card, here, duplicates, now)
        }
        var fresh = card
        if fresh.created == nil { fresh.created = now }
        let shelved = ShelvedCard(fresh, identity)
        entries[shelved.card.id] = shelved
        return .insert(shelved)
    }

    private mutating func meet(
        _ card: Card, _ here: ShelvedCard, _ duplicates: ImportPlan.Duplicates, _ now: Moment
    ) -> Decision {
        switch duplicates {
        case .skip: return .skip(here)
        case .cancel: return .cancel(here)
        case .merge: return replace(here, with: here.card.merging(card), Decision.merge)
        case .overwrite:
            var changed = here.card.overwritten(by: card)
            guard changed != here.card else { return .skip(here) }
            changed.modified = card.modified ?? now
            return replace(here, with: changed, Decision.overwrite)
        }
    }

    private mutating func replace(
        _ here: ShelvedCard, with changed: Card, _ decision: (ShelvedCard, ShelvedCard) -> Decision
    ) -> Decision {
        guard changed != here.card else { return .skip(here) }
        let shelved = ShelvedCard(changed)
        guard put(shelved) else {
            return .refuse("It has the id of one card and the number of another one. Change one of both first.")
        }
        return decision(shelved, here)
    }
}
