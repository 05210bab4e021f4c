// SPDX-License-Identifier: MIT

/// The user's choices for an import.
package struct ImportPlan: Hashable, Sendable {
    /// Whether to delete the existing cards, in the same transaction that adds the new ones.
    package var erase: Bool
    package var duplicates: Duplicates
    /// The language in which the user wants a pass's texts. It is needed to recognize the user's changes to an existing
    /// card.
    package var language: String

    /// How to treat a card that already exists, or that occurred earlier in the same file.
    package enum Duplicates: String, CaseIterable, Hashable, Sendable {
        /// A newer copy of a pass applies its issuer's changes; any other existing card stays as it is.
        case update = "update"
        /// The existing card stays as it is.
        case skip = "skip"
        /// The incoming card replaces it.
        case overwrite = "overwrite"
        /// Missing data of one is taken from the other; see `Card.merging(_:)`.
        case merge = "merge"
        /// Nothing is imported.
        case cancel = "cancel"
    }

    package init(erase: Bool = false, duplicates: Duplicates = .update, language: String = "en") {
        self.erase = erase
        self.duplicates = duplicates
        self.language = language
    }
}

/// The result of an import.
package struct ImportReport: Equatable, Sendable {
    package var inserted = 0
    package var overwritten = 0
    package var merged = 0
    /// Cards whose pass was imported again with changes.
    package var updated = 0
    /// Duplicates that changed nothing, including identical ones.
    package var skipped = 0
    /// Existing cards that the plan deleted.
    package var erased = 0
    package var bad: [ImportProblem] = []
    /// Cards that duplicate an earlier one of the same file, with the outcome.
    package var repeated: [ImportProblem] = []

    package init() {}

    /// Whether the import changed nothing.
    package var changedNothing: Bool { inserted + overwritten + merged + updated + erased == 0 }
}
