// SPDX-License-Identifier: MIT
package import Cards

extension CardCase {
    /// What became of a step back, or of taking one back.
    package struct Undoing: Equatable, Sendable {
        /// The version that is back; nil when nothing was left that can come back.
        package let version: Former?
        /// Versions that would have come first, but whose store and number are another card's by now.
        package let stayed: [Stayed]

        package var card: Card? { version?.card }
    }

    /// A version that cannot come back beside the card that has its store and number.
    package struct Stayed: Equatable, Sendable {
        package let version: Former
        package let twin: Card
    }

    /// Brings back the last version that was deleted, changed or replaced and can come back: each time one further back.
    ///
    /// What it displaces is kept, is not undone to again, and comes back with ``redo()``.
    package func undo() throws -> Undoing { try bringBack(deleted().filter { !$0.wasUndone }) }

    /// Brings back what the last ``undo()`` displaced; an undo after it goes back once more.
    package func redo() throws -> Undoing { try bringBack(deleted().filter(\.wasUndone)) }

    private func bringBack(_ versions: [Former]) throws -> Undoing {
        var stayed: [Stayed] = []
        var ids: Set<CardID> = []
        // What a card was earlier does not come back in the place of what it was last.
        for version in versions where !ids.contains(version.card.id) {
            if let twin = shelf.twin(of: version.card), twin.id != version.card.id {
                stayed.append(Stayed(version: version, twin: twin))
                ids.insert(version.card.id)
            } else {
                try restore(version)
                return Undoing(version: version, stayed: stayed)
            }
        }
        return Undoing(version: nil, stayed: stayed)
    }
}
