// SPDX-License-Identifier: MIT

/// All cards of a wallet, no two with one id or one identity; decides what becomes of a card that comes in.
package struct CardShelf: Sendable {
    private var entries: [CardID: ShelvedCard] = [:]
    private var ids: [CardIdentity: CardID] = [:]
    /// The highest number that any card has had.
    private var lastPlace = 0

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

    /// A card as it is to stand here: with the number that it has here, with `place` where that is free, or with one that
    /// no card has had.
    package mutating func placed(_ card: consuming Card, place: Int = 0) -> ShelvedCard {
        if let known = entries[card.id]?.place, known > 0 { return ShelvedCard(card, place: known) }
        let isFree = place > 0 && !entries.values.contains { $0.place == place }
        return ShelvedCard(card, place: isFree ? place : nextPlace())
    }

    /// Gives no other card these numbers, which cards had that may come back.
    package mutating func reserve(place: Int) { lastPlace = max(lastPlace, place) }

    private mutating func nextPlace() -> Int {
        lastPlace += 1
        return lastPlace
    }

    /// Makes room, which is quicker before many cards come than while they do.
    package mutating func reserveCapacity(_ count: Int) {
        entries.reserveCapacity(count)
        ids.reserveCapacity(count)
    }

    /// Puts a card in, or in the place of the one with its id.
    ///
    /// - Returns: false, with nothing changed, when another card has its store and number.
    @discardableResult
    package mutating func put(_ card: Card) -> Bool { put(placed(card)) }

    @discardableResult
    package mutating func put(_ shelved: ShelvedCard) -> Bool {
        put(asStored: shelved.place > 0 ? shelved : placed(shelved.card))
    }

    /// Puts a card in as it was kept, perhaps without a number.
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

    /// What becomes of a card that comes in.
    package enum Decision: Equatable, Sendable {
        case insert(ShelvedCard)
        /// The first takes the place of the second, which has its id.
        case overwrite(ShelvedCard, ShelvedCard)
        case merge(ShelvedCard, ShelvedCard)
        /// The first is the second after its pass came again.
        case update(ShelvedCard, ShelvedCard)
        /// The card that is here stays: the plan says so, or both are the same.
        case skip(ShelvedCard)
        /// The plan says that nothing is imported when this one is here.
        case cancel(ShelvedCard)
        /// A sentence for the person who brought the card.
        case refuse(String)
    }

    /// Decides by the plan, and puts in what comes of it, so that the next card of the same file meets it.
    ///
    /// - Parameters:
    ///   - now: when the card was made, if its format does not tell.
    ///   - former: the card that the pass of a card here was when it came; asked for where the pass comes again.
    package mutating func take(
        _ card: Card, _ duplicates: ImportPlan.Duplicates, now: Moment, former: (Card) -> Card? = { _ in nil }
    ) -> Decision {
        if let here = entries[card.id] { return meet(card, here, duplicates, now, former) }
        let identity = card.identity
        let twin = ids[identity].flatMap { entries[$0] }
        // Two passes with different names are two cards, though both show one number; the same bytes are one.
        let isOther = twin.map { $0.card.origin != nil && card.origin != nil && $0.card.origin != card.origin } ?? false
        if let twin, !isOther { return meet(card, twin, duplicates, now, former) }
        guard count < CardLimits.cards else {
            return .refuse("A wallet holds at most \(CardLimits.cards) cards.")
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
            return .refuse("It has the id of one card and the number of another one. Change one of both first.")
        }
        return decision(shelved, here)
    }

    // MARK: - Asking before importing

    /// What a card that comes in is to those that are here.
    package enum Relation: Sendable {
        case new
        /// All that its file says of it is here already.
        case same
        /// Its pass came again, with something else in it.
        case update
        /// It is here, and something is different.
        case different
    }

    package func relation(of card: Card) -> Relation {
        guard let here = duplicate(of: card) else { return .new }
        if card.updates(here) { return .update }
        if let origin = card.origin, origin == here.origin { return .same }
        return here.overwritten(by: card) == here ? .same : .different
    }
}
