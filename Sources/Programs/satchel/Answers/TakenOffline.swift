// SPDX-License-Identifier: MIT
import HubAPI
import Wallet

/// What the command line calls money that was taken offline, whoever tells of it: the wallet's history, the hub's, a
/// sync.
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
