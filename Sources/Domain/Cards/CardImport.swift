// SPDX-License-Identifier: MIT

/// The result of reading a file of cards. One bad card never fails the others.
///
/// Every card in it is valid, because ``add(_:at:)`` is the only way to add one.
package struct CardImport: Equatable, Sendable {
    package internal(set) var bundle: CardBundle
    /// The position of each card of the bundle in the file, from 1.
    package private(set) var positions: [Int]
    package private(set) var problems: [ImportProblem]

    package init() {
        bundle = CardBundle()
        positions = []
        problems = []
    }

    /// A bundle whose positions are its own order.
    package init(_ bundle: CardBundle) {
        self.init()
        self.bundle.files = bundle.files
        self.bundle.groupOrder = bundle.groupOrder
        for (index, card) in bundle.cards.enumerated() { add(card, at: index + 1) }
    }

    /// Adds a valid card, or records why it is invalid.
    package mutating func add(_ card: consuming Card, at position: Int) {
        do {
            try card.check()
            bundle.cards.append(card)
            positions.append(position)
        } catch {
            refuse(position, error.message)
        }
    }

    /// Records why the card at a position, from 1, was refused or is incomplete.
    package mutating func refuse(_ position: Int, _ reason: String) {
        problems.append(ImportProblem(position, reason))
    }
}

/// Why a card of a file was refused or is incomplete.
package struct ImportProblem: Hashable, Sendable {
    /// From 1, in the order of the file.
    package let position: Int
    /// A sentence for the user; it never contains the card's data.
    package let reason: String

    package init(_ position: Int, _ reason: String) {
        self.position = position
        self.reason = reason
    }
}
