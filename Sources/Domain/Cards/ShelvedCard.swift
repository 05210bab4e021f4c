// SPDX-License-Identifier: MIT

/// A card as it stands on a shelf, with what makes it the same as another one.
///
/// A class, so that shelves, rows and imports of thousands hold one card together instead of a copy each.
package final class ShelvedCard: Equatable, Sendable {
    package let card: Card
    /// The number by which lists name it: of this wallet, the card's as long as it is here. Zero before it has one.
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
