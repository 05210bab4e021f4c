// SPDX-License-Identifier: MIT
internal import Cards
internal import Vault

extension CardStoreError {
    /// Translates an error of a lower module to ``CardStoreError``. A stop requested by `onStep` and unknown errors stay
    /// as they are.
    static func translating(_ error: any Error) -> any Error {
        if let (trouble, message) = StoreTrouble.of(error) {
            return CardStoreError(code(for: trouble), message, cause: error)
        }
        return switch error {
        case let error as CardsError: CardStoreError(code(for: error), error.message, cause: error)
        default: error
        }
    }

    private static func code(for trouble: StoreTrouble) -> Code {
        switch trouble {
        case .damaged: .damaged
        case .full: .storageFull
        case .inUse: .inUse
        case .newerVersion: .newerVersion
        case .storage, .wrongPassphrase: .storage
        case .tooLarge: .tooLarge
        }
    }

    private static func code(for error: CardsError) -> Code {
        switch error.code {
        case .tooLarge: .tooLarge
        case .newerVersion: .newerVersion
        case .noCardsToExport: .noCardsToExport
        default: .badCard
        }
    }
}
