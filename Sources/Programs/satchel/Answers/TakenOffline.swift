// SPDX-License-Identifier: MIT
import HubAPI
import Wallet

/// The command line's word for money that was taken offline: in the wallet's history, the hub's, and a sync.
private let takenOffline = "taken-offline"

extension Activity.Kind {
    /// Its name on command lines and in answers.
    var word: String { self == .bought ? takenOffline : rawValue }
}

extension AccountTransaction.Kind {
    /// Its name on command lines and in answers.
    var word: String { self == .purchase ? takenOffline : rawValue }
}

extension ActivityEvent.Name {
    /// Its name in answers.
    var word: String { self == .bought ? takenOffline : rawValue }
}

extension SyncReport.Part {
    /// Its name in tables and answers.
    var word: String { self == .purchases ? takenOffline : rawValue }
}
