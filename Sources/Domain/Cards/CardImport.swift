// SPDX-License-Identifier: MIT

/// What was read from a file of cards: one bad card never fails the others.
///
/// Every card of it is as it may be kept: ``add(_:at:)`` is the only way in.
package struct CardImport: Equatable, Sendable {
    package internal(set) var bundle: CardBundle
    /// Where each card of the bundle stood in the file, from 1.
    package private(set) var positions: [Int]
    package private(set) var problems: [ImportProblem]

    package init() {
        bundle = CardBundle()
        positions = []
        problems = []
    }

    /// A bundle whose cards stand in their own order.
    package init(_ bundle: CardBundle) {
        self.init()
        self.bundle.files = bundle.files
        self.bundle.groupOrder = bundle.groupOrder
        for (index, card) in bundle.cards.enumerated() { add(card, at: index + 1) }
    }

    /// Takes a card as it may be kept, or notes why not.
    package mutating func add(_ card: consuming Card, at position: Int) {
        do {
            try card.check()
            bundle.cards.append(card)
            positions.append(position)
        } catch {
            refuse(position, error.message)
        }
    }

    /// Notes why what stood at a position, from 1, was not taken, or not whole.
    package mutating func refuse(_ position: Int, _ reason: String) {
        problems.append(ImportProblem(position, reason))
    }
}

/// Why a card of a file was not taken, or not whole.
package struct ImportProblem: Hashable, Sendable {
    /// From 1, in the order of the file.
    package let position: Int
    /// A sentence for the person who brought the file; never what the card holds.
    package let reason: String

    package init(_ position: Int, _ reason: String) {
        self.position = position
        self.reason = reason
    }
}
