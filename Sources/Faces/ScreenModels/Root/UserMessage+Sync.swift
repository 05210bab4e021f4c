// SPDX-License-Identifier: MIT
internal import Wallet

extension UserMessage {
    /// Why a sync is incomplete; nil when it is complete.
    init?(of report: SyncReport) {
        guard let failure = report.failure else { return nil }
        self.init(WalletError(failure.code ?? .hubRefused, failure.message, cause: report.problem))
    }

    /// Why the hub did not accept a transfer.
    init(of outcome: SendOutcome, _ sentence: String) {
        self.init(WalletError(.hubRefused, sentence, cause: outcome.problem))
    }
}
