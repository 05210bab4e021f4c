// SPDX-License-Identifier: MIT
package import HubAPI
internal import Keys
package import Money

/// The hub's answer to an order to send money.
package struct SendOutcome: Sendable {
    package enum State: Sendable, Equatable {
        /// The hub has moved the money.
        case sent
        /// The order is kept and leaves at the next sync.
        case waiting(because: WalletError)
        /// The hub said no, and nothing moved.
        case refused(WalletError)
    }

    /// The transfer itself.
    package let subject: ReferenceID
    package let state: State

    /// Why it was not sent.
    package var failure: WalletError? {
        switch state {
        case .sent: nil
        case .waiting(let error), .refused(let error): error
        }
    }

    /// What the hub said against it.
    package var problem: HubProblem? { failure?.cause as? HubProblem }
}

extension Wallet {
    /// Stores an online transfer and sends it to the hub at once. Other orders wait for the next sync.
    ///
    /// Once the order is durable, this throws only when the wallet is stopped. The hub executes the order once, now or
    /// later, and the outcome is the hub's answer to this order.
    package func sendNow(to username: String, _ amount: Amount, note: String? = nil) throws -> SendOutcome {
        try run {
            try open.require(.sendMoney)
            // An app may have had this copy open for hours. It must not repeat an order that another copy has sent.
            try RollbackSaga(context: open).check()
            let saga = SendSaga(context: open, link: link)
            let row = try saga.queue(to: username, amount, note: note)
            let name = ReferenceID(.transfer, row)
            do {
                try saga.drain(row)
                return SendOutcome(subject: name, state: .sent)
            } catch {
                guard !open.isStopped, let failure = WalletError.translating(error) as? WalletError else { throw error }
                let isOpen = try saga.isQueued(row)
                return SendOutcome(subject: name, state: isOpen ? .waiting(because: failure) : .refused(failure))
            }
        }
    }
}
