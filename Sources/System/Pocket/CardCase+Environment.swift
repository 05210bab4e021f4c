// SPDX-License-Identifier: MIT
package import Cards

extension CardCase {
    /// Where the photos of the cards are.
    package enum PhotoPlace: Equatable, Sendable {
        /// A folder beside the wallet's store, made when the first photo comes.
        case folder(String)
        /// Nowhere but in this value; for wallets in memory.
        case memory
    }

    /// Everything that the cards do not do themselves: passed in, so that nothing in them asks the machine.
    package struct Environment {
        package var clock: () -> Moment
        /// Called at each named step; what it throws ends the cards there, as if the process had died.
        package var onStep: (CardStep) throws -> Void
        /// Called after each change that was kept, with the ids of the cards that are different now.
        package var onChange: (Set<CardID>) -> Void
        /// Called when the file that follows the cards could not be written after a change, which is kept all the same.
        package var onExportFailure: (PocketError) -> Void

        package init(
            clock: @escaping () -> Moment, onStep: @escaping (CardStep) throws -> Void = { _ in },
            onChange: @escaping (Set<CardID>) -> Void = { _ in },
            onExportFailure: @escaping (PocketError) -> Void = { _ in }
        ) {
            self.clock = clock
            self.onStep = onStep
            self.onChange = onChange
            self.onExportFailure = onExportFailure
        }
    }
}
