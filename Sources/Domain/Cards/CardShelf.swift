// SPDX-License-Identifier: MIT

/// All cards of a wallet, no two with one id or one identity; decides what becomes of a card that comes in.
package struct CardShelf: Sendable {
    private var cards: [CardID: Card] = [:]
    private var ids: [CardIdentity: CardID] = [:]

    package init() {}

    package var count: Int { cards.count }
    /// In no order.
    package var all: some Collection<Card> { cards.values }

    package subscript(id: CardID) -> Card? { cards[id] }

    /// The card that is the same: it has the same id, or else the same store and number.
    package func duplicate(of card: Card) -> Card? { cards[card.id] ?? twin(of: card) }

    /// The card with the same store and number, whatever its id.
    package func twin(of card: Card) -> Card? { ids[card.identity].flatMap { cards[$0] } }

    /// Puts a card in, or in the place of the one with its id.
    ///
    /// - Returns: false, with nothing changed, when another card has its store and number.
    @discardableResult
    package mutating func put(_ card: Card) -> Bool {
        let identity = card.identity
        guard ids[identity].map({ $0 == card.id }) ?? true else { return false }
        if let before = cards.updateValue(card, forKey: card.id), before.identity != identity {
            ids[before.identity] = nil
        }
        ids[identity] = card.id
        return true
    }

    package mutating func remove(_ id: CardID) {
        guard let card = cards.removeValue(forKey: id) else { return }
        ids[card.identity] = nil
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

    /// Decides by the plan; the caller puts the card in, so that the next one of the same file meets it.
    ///
    /// - Parameter now: when the card was made, if its format does not tell.
    package func decision(on card: Card, _ duplicates: ImportPlan.Duplicates, now: Moment) -> Decision {
        guard let here = duplicate(of: card) else {
            guard count < CardLimits.cards else {
                return .refuse("A wallet holds at most \(CardLimits.cards) cards.")
            }
            var fresh = card
            fresh.created = card.created ?? now
            return .insert(fresh)
        }
        switch duplicates {
        case .skip: return .skip
        case .cancel: return .cancel(here)
        case .merge: return decision(here, here.merging(card), Decision.merge)
        case .overwrite:
            var changed = here.overwritten(by: card)
            guard changed != here else { return .skip }
            changed.modified = card.modified ?? now
            return decision(here, changed, Decision.overwrite)
        }
    }

    private func decision(_ here: Card, _ changed: Card, _ decide: (Card, Card) -> Decision) -> Decision {
        guard changed != here else { return .skip }
        guard twin(of: changed).map({ $0.id == here.id }) ?? true else {
            return .refuse("It has the id of one card and the number of another one. Change one of both first.")
        }
        return decide(changed, here)
    }
}
