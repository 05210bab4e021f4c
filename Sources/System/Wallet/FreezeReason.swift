// SPDX-License-Identifier: MIT

/// Why nothing can be spent before the next sync.
package enum FreezeReason: String, Sendable, Equatable, CaseIterable {
    /// Old files were copied back, or another copy has paid since.
    case rolledBack = "rolled-back"
    /// The wallet was restored from a backup.
    case restored = "restored"
    /// The security chip that the wallet used is another one, or the wallet was made to forget it.
    case otherChip = "other-chip"
}

extension WalletError {
    /// That nothing can be spent before the next sync.
    static func frozen(_ reason: FreezeReason, file: String = #fileID, line: Int = #line) -> WalletError {
        let message =
            switch reason {
            case .rolledBack:
                "This copy of the wallet is out of date: old files were copied back, or another copy has paid since. Sync before paying again."
            case .restored: "This wallet was restored from a backup. Log in and sync before paying."
            case .otherChip:
                "This wallet was separated from its security chip, so another copy may have paid since. Sync before paying again."
            }
        return WalletError(.frozen, message, file: file, line: line)
    }
}
