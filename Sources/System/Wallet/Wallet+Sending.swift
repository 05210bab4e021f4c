// SPDX-License-Identifier: MIT
package import HubAPI
package import Money

/// What became of an order to send money by the time its first sync was over.
package struct SendOutcome: Sendable, Equatable {
    package enum State: Sendable, Equatable {
        /// The hub has moved the money.
        case sent
        /// It is written down and leaves at the next sync; with what kept this one from it.
        case waiting(because: String?)
        /// The hub said no, and nothing moved; a sentence says why.
        case refused(String)
    }

    /// What commands name it by: `s` and a number.
    package let subject: String
    package let state: State
    package let report: SyncReport
    /// What the hub said, where it refused.
    package var problem: HubProblem? { report.problems[subject] }
}

extension Wallet {
    /// Writes an online transfer down and syncs at once.
    ///
    /// Whatever becomes of the sync, the order is durable afterwards: it is sent once, now or later.
    package func sendNow(to username: String, _ amount: Amount, note: String? = nil) throws -> SendOutcome {
        let subject = try send(to: username, amount, note: note)
        let report = try sync()
        let line = try activity(limit: 200).first { $0.subject == subject }
        let state: SendOutcome.State =
            switch line?.status {
            case .done: .sent
            case .failed: .refused(line?.detail ?? "The hub refused the transfer.")
            default: .waiting(because: report.failure?.message)
            }
        return SendOutcome(subject: subject, state: state, report: report)
    }
}
