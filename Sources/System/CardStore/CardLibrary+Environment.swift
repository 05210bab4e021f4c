// SPDX-License-Identifier: MIT
package import Cards

extension CardLibrary {
    /// The storage of the cards' photos.
    package enum PhotoPlace: Equatable, Sendable {
        /// A folder next to the wallet's store, created for the first photo.
        case folder(String)
        /// In memory only, for wallets in memory.
        case memory
    }

    /// The dependencies of the cards, passed in so that no code here calls the system.
    package struct Environment {
        package var clock: () -> Moment
        /// Called at each named step. An error that it throws stops the cards there, as if the process had died.
        package var onStep: (CardStep) throws -> Void
        /// Called after each durable change, with the ids of the changed cards.
        package var onChange: (Set<CardID>) -> Void
        /// Called when the automatic export failed after a change. The change itself is durable.
        package var onExportFailure: (CardStoreError) -> Void

        package init(
            clock: @escaping () -> Moment, onStep: @escaping (CardStep) throws -> Void = { _ in },
            onChange: @escaping (Set<CardID>) -> Void = { _ in },
            onExportFailure: @escaping (CardStoreError) -> Void = { _ in }
        ) {
            self.clock = clock
            self.onStep = onStep
            self.onChange = onChange
            self.onExportFailure = onExportFailure
        }
    }
}
