// SPDX-License-Identifier: MIT
package import Vault

/// The kinds of a wallet's rows, as what shows them tells them apart.
package enum WalletRows: CaseIterable, Sendable {
    /// Everything that balances are computed from.
    case money
    /// The lines of the wallet's history.
    case history
    /// The hub, the session, and the settings.
    case account
    /// Cached answers of the hub.
    case answers

    private var tables: Set<String> {
        switch self {
        case .money:
            [
                "wallet", SettingRecord.table, OfflineKeyRecord.table, OfflineTokenRecord.table, RequestRecord.table,
                OutgoingRecord.table, "incoming", RedemptionRecord.table, PurchaseRecord.table, SendRecord.table,
                OrderRecord.table, UploadRecord.table,
            ]
        case .history: [ActivityRecord.table, EvidenceRecord.table, AccountEntryRecord.table]
        case .account: ["wallet", SettingRecord.table, AnnouncementRecord.table]
        case .answers: [KeptAnswerRecord.table]
        }
    }

    /// The kinds that a commit may have changed.
    package static func changed(by change: SealedStoreChange) -> Set<WalletRows> {
        Set(allCases.filter { change.concerns($0.tables) })
    }
}
