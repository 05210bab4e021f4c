// SPDX-License-Identifier: MIT

/// A card with its list number and its identity.
///
/// It is a class so that shelves, rows and imports of thousands share one card instead of copying it.
package final class ShelvedCard: Equatable, Sendable {
    package let card: Card
    /// The number of the card in lists of this wallet, constant while the card exists. Zero before it has one.
    package let place: Int
    let identity: CardIdentity

    package convenience init(_ card: consuming Card, place: Int = 0) {
        let identity = card.identity
        self.init(card, identity, place: place)
    }

    init(_ card: consuming Card, _ identity: CardIdentity, place: Int) {
        self.card = card
        self.place = place
        self.identity = identity
    }

    package static func == (left: ShelvedCard, right: ShelvedCard) -> Bool {
        left === right || left.card == right.card
    }
}
