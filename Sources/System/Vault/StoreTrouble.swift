// SPDX-License-Identifier: MIT
internal import Keys
internal import SQLite

/// The kind of a failure of the store's file, keys or seals, for the parts that have tables in it.
package enum StoreTrouble: Sendable {
    case damaged
    case full
    case inUse
    case newerVersion
    /// Any other failure of the disk or the system.
    case storage
    /// A row is larger than allowed.
    case tooLarge
    case wrongPassphrase

    /// The kind of the failure and its message; nil if the error is not from the store.
    package static func of(_ error: any Error) -> (trouble: StoreTrouble, message: String)? {
        switch error {
        case let error as SQLiteError: (StoreTrouble(error.code), error.message)
        case let error as KeysError: (StoreTrouble(error.code), error.message)
        case let error as VaultError: (error.code == .tooLarge ? .tooLarge : .damaged, error.message)
        default: nil
        }
    }

    private init(_ code: SQLiteError.Code) {
        switch code {
        case .full: self = .full
        case .busy: self = .inUse
        case .newerVersion: self = .newerVersion
        case .corrupt, .foreignFile, .mismatch: self = .damaged
        default: self = .storage
        }
    }

    private init(_ code: KeysError.Code) {
        switch code {
        case .wrongPassphrase: self = .wrongPassphrase
        case .malformed, .brokenSeal: self = .damaged
        case .unsupported: self = .newerVersion
        case .locked: self = .inUse
        case .full: self = .full
        case .notFound, .inputOutput, .stale: self = .storage
        }
    }
}
