// SPDX-License-Identifier: MIT
package import Cards

extension CardCase {
    /// What became of a step back, or of taking one back.
    package struct Undoing: Equatable, Sendable {
        /// The card that is back; nil when nothing was left that can come back.
        package let card: Card?
        /// Versions that would have come first, but whose store and number are another card's by now.
        package let stayed: [Stayed]
    }

    /// A version that cannot come back beside the card that has its store and number.
    package struct Stayed: Equatable, Sendable {
        package let version: Former
        package let twin: Card
    }

    /// Brings back the last version that was deleted or replaced and can come back: each time one further back.
    ///
    /// What it displaces is kept, is not undone to again, and comes back with ``redo()``.
    package func undo() throws -> Undoing { try bringBack(deleted().filter { !$0.wasUndone }) }

    /// Brings back what the last ``undo()`` displaced; an undo after it goes back once more.
    package func redo() throws -> Undoing { try bringBack(deleted().filter(\.wasUndone)) }

    private func bringBack(_ versions: [Former]) throws -> Undoing {
        var stayed: [Stayed] = []
        for version in versions {
            if let twin = shelf.twin(of: version.card), twin.id != version.card.id {
                stayed.append(Stayed(version: version, twin: twin))
            } else {
                return Undoing(card: try restore(version), stayed: stayed)
            }
        }
        return Undoing(card: nil, stayed: stayed)
    }
}
