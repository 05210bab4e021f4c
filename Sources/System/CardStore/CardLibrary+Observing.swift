// SPDX-License-Identifier: MIT
package import Vault

extension CardLibrary {
    /// Whether a commit may have changed rows of the cards.
    package static func isConcerned(by change: SealedStoreChange) -> Bool { change.concerns(CardSchema.tables) }
}
