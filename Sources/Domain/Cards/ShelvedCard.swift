// SPDX-License-Identifier: MIT

/// A card as it stands on a shelf, with what makes it the same as another one.
///
/// A class, so that shelves, rows and imports of thousands hold one card together instead of a copy each.
package final class ShelvedCard: Equatable, Sendable {
    package let card: Card
    let identity: CardIdentity

    package convenience init(_ card: consuming Card) {
        let identity = card.identity
        self.init(card, identity)
    }

    init(_ card: consuming Card, _ identity: CardIdentity) {
        self.card = card
        self.identity = identity
    }

    package static func == (left: ShelvedCard, right: ShelvedCard) -> Bool {
        left === right || left.card == right.card
    }
}
