// SPDX-License-Identifier: MIT

/// All cards of a wallet, unique by id and by identity. It decides what happens to an incoming card.
package struct CardShelf: Sendable {
    private var entries: [CardID: ShelvedCard] = [:]
    private var ids: [CardIdentity: CardID] = [:]
    /// The highest number that any card has had.
    private var lastPlace = 0

    package init() {}

    package var count: Int { entries.count }
    package var isEmpty: Bool { entries.isEmpty }
    /// In no particular order.
    package var all: some Collection<Card> { entries.values.lazy.map(\.card) }
    /// All cards with their numbers, in no particular order.
    package var shelved: some Collection<ShelvedCard> { entries.values }

    package subscript(id: CardID) -> Card? { entries[id]?.card }
    package subscript(shelved id: CardID) -> ShelvedCard? { entries[id] }

    /// The existing card with the same id, or else the same store and number.
    package func duplicate(of card: Card) -> Card? { entries[card.id]?.card ?? twin(of: card) }

    /// The existing card with the same store and number, whatever its id.
    package func twin(of card: Card) -> Card? { ids[card.identity].flatMap { entries[$0]?.card } }

    /// A card with its number: its existing one, `place` where that is free, or a new one.
    package mutating func placed(_ card: consuming Card, place: Int = 0) -> ShelvedCard {
        if let known = entries[card.id]?.place, known > 0 { return ShelvedCard(card, place: known) }
        let isFree = place > 0 && !entries.values.contains { $0.place == place }
        return ShelvedCard(card, place: isFree ? place : nextPlace())
    }

    /// Reserves the numbers up to this one for cards that may be restored.
    package mutating func reserve(place: Int) { lastPlace = max(lastPlace, place) }

    private mutating func nextPlace() -> Int {
        lastPlace += 1
        return lastPlace
    }

    /// Reserves capacity, which is faster before many cards are added.
    package mutating func reserveCapacity(_ count: Int) {
        entries.reserveCapacity(count)
        ids.reserveCapacity(count)
    }

    /// Adds a card, or replaces the one with its id.
    ///
    /// - Returns: false, with nothing changed, when another card has its store and number.
    @discardableResult
    package mutating func put(_ card: Card) -> Bool { put(placed(card)) }

    @discardableResult
    package mutating func put(_ shelved: ShelvedCard) -> Bool {
        put(asStored: shelved.place > 0 ? shelved : placed(shelved.card))
    }

    /// Adds a stored card, which may not have a number yet.
    @discardableResult
    package mutating func put(asStored shelved: ShelvedCard) -> Bool {
        let (id, identity) = (shelved.card.id, shelved.identity)
        if let holder = ids.updateValue(id, forKey: identity), holder != id {
            ids[identity] = holder
            return false
        }
        reserve(place: shelved.place)
        let before = entries.updateValue(shelved, forKey: id)
        if let before, before.identity != identity { ids[before.identity] = nil }
        return true
    }

    package mutating func remove(_ id: CardID) {
        guard let entry = entries.removeValue(forKey: id) else { return }
        ids[entry.identity] = nil
    }

    // MARK: - Importing

    /// The decision about an incoming card.
    package enum Decision: Equatable, Sendable {
        case insert(ShelvedCard)
        /// The first replaces the second, which has its id.
        case overwrite(ShelvedCard, ShelvedCard)
        case merge(ShelvedCard, ShelvedCard)
        /// The first is the second with the changes of its newer pass.
        case update(ShelvedCard, ShelvedCard)
        /// The existing card stays, because the plan says so or because both are equal.
        case skip(ShelvedCard)
        /// By the plan, this existing card cancels the whole import.
        case cancel(ShelvedCard)
        case refuse(CardRemark)
    }

    /// Decides by the plan and applies the decision, so that later cards of the same file are compared with the result.
    ///
    /// - Parameters:
    ///   - now: the creation time, if the card's format does not record it.
    ///   - former: the card that an existing card's pass was at its import; called when the pass is imported again.
    package mutating func take(
        _ card: Card, _ duplicates: ImportPlan.Duplicates, now: Moment, former: (Card) -> Card? = { _ in nil }
    ) -> Decision {
        if let here = entries[card.id] { return meet(card, here, duplicates, now, former) }
        let identity = card.identity
        let twin = ids[identity].flatMap { entries[$0] }
        // Two passes with different identities are two cards, even with one number; passes with the same bytes are one
        // card.
        let isOther = twin.map { $0.card.origin != nil && card.origin != nil && $0.card.origin != card.origin } ?? false
        if let twin, !isOther { return meet(card, twin, duplicates, now, former) }
        guard count < CardLimits.cards else {
            return .refuse(.walletFull(maximum: CardLimits.cards))
        }
        var fresh = card
        if fresh.created == nil { fresh.created = now }
        if isOther { tellApart(&fresh) }
        let shelved = ShelvedCard(fresh, isOther ? fresh.identity : identity, place: nextPlace())
        entries[shelved.card.id] = shelved
        ids[shelved.identity] = shelved.card.id
        return .insert(shelved)
    }

    /// Gives a card a number that no other card of its store has.
    private func tellApart(_ card: inout Card) {
        let number = card.number
        var count = 2
        while let other = ids[card.identity], other != card.id {
            card.number = "\(number) (\(count))"
            count += 1
        }
    }

    private mutating func meet(
        _ card: Card, _ here: ShelvedCard, _ duplicates: ImportPlan.Duplicates, _ now: Moment, _ former: (Card) -> Card?
    ) -> Decision {
        switch duplicates {
        case .skip: return .skip(here)
        case .cancel: return .cancel(here)
        case .update where !card.updates(here.card): return .skip(here)
        case .merge where !card.updates(here.card):
            return replace(here, with: here.card.merging(card), Decision.merge)
        case .update, .merge:
            var changed = here.card.updated(by: card, from: former(here.card))
            changed.modified = card.modified ?? now
            tellApart(&changed)
            return replace(here, with: changed, Decision.update)
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
        let shelved = ShelvedCard(changed, place: here.place)
        guard put(shelved) else {
            return .refuse(.meetsTwo)
        }
        return decision(shelved, here)
    }

    // MARK: - Asking before importing

    /// The relation of an incoming card to the existing ones.
    package enum Relation: Sendable {
        case new
        /// The existing card already has all its data.
        case same
        /// A newer copy of an existing card's pass.
        case update
        /// It exists with different data.
        case different
    }

    package func relation(of card: Card) -> Relation {
        guard let here = duplicate(of: card) else { return .new }
        if card.updates(here) { return .update }
        if let origin = card.origin, origin == here.origin { return .same }
        return here.overwritten(by: card) == here ? .same : .different
    }
}
