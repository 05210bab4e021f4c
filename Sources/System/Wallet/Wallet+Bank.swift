// SPDX-License-Identifier: MIT
internal import Bytes
package import HubAPI
internal import Keys
package import Money

/// Deposits from and payouts to bank accounts.
extension Wallet {
    /// The bank details for a deposit into the account; asks the hub.
    package func funding() throws -> FundingAnswer {
        try run {
            let answer = try link.call(Routes.funding, Nothing())
            // Users copy these by hand, so their check digits must be right.
            _ = try CreditorReference(answer.reference)
            for bank in answer.banks { _ = try IBAN(bank.iban) }
            return answer
        }
    }

    /// Pays money from the account to a bank account.
    ///
    /// The order is durable before the wallet calls the hub. If no answer comes, the next sync finishes it, and the
    /// error has its reference in ``WalletError/keptOrder``.
    ///
    /// - Returns: what the history names it by.
    @discardableResult
    package func payOut(_ amount: Amount, to iban: IBAN, name: String, note: String? = nil) throws -> ReferenceID {
        try run {
            try open.require(.withdraw)
            let saga = OrderSaga(context: open, link: link)
            let row = try saga.payOut(amount, to: iban, name: name, note: note)
            let reference = ReferenceID(.order, row)
            try finish(reference, isOpen: { try saga.waiting().contains(row) }) { try saga.finish(row) }
            return reference
        }
    }

    /// The newest payouts with their states; asks the hub.
    package func payouts() throws -> [Payout] { try run { try link.call(Routes.payouts, Nothing()).payouts } }

    /// Cancels a payout that no bank has received yet. Repeating the call is safe.
    package func cancelPayout(_ id: OperationID) throws -> Payout {
        try run {
            let order = PayoutCancellation(id: try open.operation(), payout: id)
            let answer = try link.call(Routes.cancelPayout, order)
            try open.keep(answer.balance)
            return answer.payout
        }
    }
}
