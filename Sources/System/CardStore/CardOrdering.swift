// SPDX-License-Identifier: MIT
internal import Cards

/// The orders in which cards are listed.
enum CardOrdering {
    static func sorted(_ cards: some Collection<Card>, by order: CardQuery.Order) -> [CardID] {
        // Folded once per card, not once per comparison.
        let keyed = cards.map { card in
            Key(id: card.id, rank: rank(of: card, order), store: Folding.fold(card.store), number: card.number)
        }
        return keyed.sorted().map(\.id)
    }

    /// The sort key before the store; lower values first.
    private static func rank(of card: Card, _ order: CardQuery.Order) -> Int64 {
        switch order {
        case .store: 0
        case .lastUsed: card.lastUsed.map { -$0.milliseconds } ?? .max
        case .starred: card.isStarred ? 0 : 1
        }
    }

    private struct Key: Comparable {
        let id: CardID
        let rank: Int64
        let store: String
        let number: String

        static func < (left: Key, right: Key) -> Bool {
            if left.rank != right.rank { return left.rank < right.rank }
            if left.store != right.store { return left.store < right.store }
            if left.number != right.number { return left.number < right.number }
            return left.id < right.id
        }
    }
}
