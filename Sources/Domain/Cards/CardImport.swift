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
            refuse(position, CardRemark(error))
        }
    }

    /// Notes why what stood at a position, from 1, was not taken, or not whole.
    package mutating func refuse(_ position: Int, _ remark: CardRemark) {
        problems.append(ImportProblem(position, remark))
    }
}

/// Why a card of a file was refused or is incomplete.
package struct ImportProblem: Hashable, Sendable {
    /// From 1, in the order of the file.
    package let position: Int
    package let remark: CardRemark

    package init(_ position: Int, _ remark: CardRemark) {
        self.position = position
        self.remark = remark
    }

    /// In English, for commands.
    package var reason: String { remark.sentence }
}
