// SPDX-License-Identifier: MIT
package import HubAPI
package import Money

/// What the hub answered to an order to send money.
package struct SendOutcome: Sendable {
    package enum State: Sendable, Equatable {
        /// The hub has moved the money.
        case sent
        /// The order is kept and leaves at the next sync; a sentence says why it did not leave now.
        case waiting(because: String)
        /// The hub said no, and nothing moved; a sentence says why.
        case refused(String)
    }

    /// What commands name it by: `s` and a number.
    package let subject: String
    package let state: State
    /// Why it was not sent.
    package let failure: WalletError?
    /// What the hub said against it.
    package var problem: HubProblem? { failure?.cause as? HubProblem }
}

extension Wallet {
    /// Writes an online transfer down and asks the hub for it at once. Other orders wait for the next sync.
    ///
    /// Once the order is written down, nothing is thrown but a stop of the wallet: the order is sent once, now or later,
    /// and the outcome is what the hub answered to this order.
    package func sendNow(to username: String, _ amount: Amount, note: String? = nil) throws -> SendOutcome {
        try run {
            // An app may have had this copy open for hours; what another copy has ordered is not repeated from here.
            try RollbackSaga(wallet: open).check()
            let saga = SendSaga(wallet: open, link: link)
            let row = try saga.queue(to: username, amount, note: note)
            do {
                try saga.drain(row)
                return SendOutcome(subject: "s\(row)", state: .sent, failure: nil)
            } catch {
                guard !open.isStopped, let failure = WalletError.translating(error) as? WalletError else { throw error }
                let isOpen = try saga.isQueued(row)
                return SendOutcome(
                    subject: "s\(row)",
                    state: isOpen ? .waiting(because: failure.message) : .refused(failure.message), failure: failure)
            }
        }
    }
}
