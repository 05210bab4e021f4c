// SPDX-License-Identifier: MIT
package import Cards

extension CardLibrary {
    /// The result of an undo or redo.
    package struct Undoing: Equatable, Sendable {
        /// The restored version; nil when nothing was left to restore.
        package let version: Former?
        /// Versions that were skipped because another card has their store and number by now.
        package let stayed: [Stayed]

        package var card: Card? { version?.card }
    }

    /// A version that cannot be restored because another card has its store and number.
    package struct Stayed: Equatable, Sendable {
        package let version: Former
        package let twin: Card
    }

    /// Restores the last version that was deleted, changed or replaced and can be restored. Repeated calls go further
    /// back.
    ///
    /// The version that it replaces is kept for ``redo()``, and later undos skip it.
    package func undo() throws -> Undoing { try bringBack(deleted().filter { !$0.wasUndone }) }

    /// Restores the version that the last ``undo()`` replaced. An undo after it goes back again.
    package func redo() throws -> Undoing { try bringBack(deleted().filter(\.wasUndone)) }

    private func bringBack(_ versions: [Former]) throws -> Undoing {
        var stayed: [Stayed] = []
        var ids: Set<CardID> = []
        // Of each card, only its last version is a candidate.
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
