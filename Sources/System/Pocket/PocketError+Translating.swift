// SPDX-License-Identifier: MIT
internal import Cards
internal import Keys
internal import SQLite
internal import Vault

extension PocketError {
    /// The same failure in this module's words, when it came from a module below; a stop asked for by `onStep` and anything
    /// unknown stay as they are.
    static func translating(_ error: any Error) -> any Error {
        switch error {
        case let error as SQLiteError: PocketError(code(for: error), error.message, cause: error)
        case let error as KeysError: PocketError(code(for: error), error.message, cause: error)
        case let error as VaultError:
            PocketError(error.code == .tooLarge ? .tooLarge : .damaged, error.message, cause: error)
        case let error as CardsError: PocketError(code(for: error), error.message, cause: error)
        default: error
        }
    }

    private static func code(for error: SQLiteError) -> Code {
        switch error.code {
        case .full: .storageFull
        case .busy: .inUse
        case .newerVersion: .newerVersion
        case .corrupt, .foreignFile, .mismatch: .damaged
        default: .storage
        }
    }

    private static func code(for error: KeysError) -> Code {
        switch error.code {
        case .malformed, .brokenSeal: .damaged
        case .unsupported: .newerVersion
        case .locked: .inUse
        case .full: .storageFull
        default: .storage
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
