// SPDX-License-Identifier: MIT

/// What a person wants done with cards that come in.
package struct ImportPlan: Hashable, Sendable {
    /// Whether the cards that are here go first; with the same transaction as the new ones come.
    package var erase: Bool
    package var duplicates: Duplicates
    /// The language that texts of passes were wanted in: it tells what a person changed in the one that is here.
    package var language: String

    /// What happens to a card that is here already, or that stood earlier in the same file.
    package enum Duplicates: String, CaseIterable, Hashable, Sendable {
        /// A pass that comes again brings what its issuer changed; any other card that is here stays as it is.
        case update = "update"
        /// The card that is here stays as it is.
        case skip = "skip"
        /// The card that comes in takes its place.
        case overwrite = "overwrite"
        /// What one of both lacks comes from the other; see `Card.merging(_:)`.
        case merge = "merge"
        /// Nothing at all is imported.
        case cancel = "cancel"
    }

    package init(erase: Bool = false, duplicates: Duplicates = .update, language: String = "en") {
        self.erase = erase
        self.duplicates = duplicates
        self.language = language
    }
}

/// What came of an import.
package struct ImportReport: Equatable, Sendable {
    package var inserted = 0
    package var overwritten = 0
    package var merged = 0
    /// Cards whose pass came again, and changed.
    package var updated = 0
    /// Duplicates that changed nothing, those that are the same to the last field among them.
    package var skipped = 0
    /// Cards that were here and went because the plan said so.
    package var erased = 0
    package var bad: [ImportProblem] = []
    /// Cards that met an earlier one of the same file, with what became of them.
    package var repeated: [ImportProblem] = []

    package init() {}

    /// Whether anything is different afterwards.
    package var changedNothing: Bool { inserted + overwritten + merged + updated + erased == 0 }
}
