// SPDX-License-Identifier: MIT
internal import Keys
internal import SQLite

/// What a failure of the file, of its keys or of its seals means to a part that keeps its tables there.
package enum StoreTrouble: Sendable {
    case damaged
    case full
    case inUse
    case newerVersion
    /// Anything else that the disk or the system does.
    case storage
    /// A row is larger than rows may be.
    case tooLarge
    case wrongPassphrase

    /// The trouble and its sentence; nil for a failure of something else.
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
