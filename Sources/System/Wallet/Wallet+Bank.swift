// SPDX-License-Identifier: MIT
internal import Bytes
package import HubAPI
package import Money

/// Money from and to accounts at banks.
extension Wallet {
    /// Where to transfer money so that it reaches the account; asks the hub.
    package func funding() throws -> FundingAnswer {
        try run {
            let answer = try link.call(Routes.funding, Nothing())
            // What people copy by hand must have its check digits right.
            _ = try CreditorReference(answer.reference)
            for bank in answer.banks { _ = try IBAN(bank.iban) }
            return answer
        }
    }

    /// Pays from the account to an account at a bank.
    ///
    /// The order is durable before the hub is asked: when no answer comes, the next sync finishes it, and the error has its
    /// name in ``WalletError/keptOrder``.
    ///
    /// - Returns: what the history names it by: `h` and a number.
    @discardableResult
    package func payOut(_ amount: Amount, to iban: IBAN, name: String, note: String? = nil) throws -> String {
        try run {
            let saga = OrderSaga(wallet: open, link: link)
            let row = try saga.payOut(amount, to: iban, name: name, note: note)
            try finish("h\(row)", isOpen: { try saga.waiting().contains(row) }) { try saga.finish(row) }
            return "h\(row)"
        }
    }

    /// The newest payouts with what became of them; asks the hub.
    package func payouts() throws -> [Payout] { try run { try link.call(Routes.payouts, Nothing()).payouts } }

    /// Takes a payout back that no bank has seen yet; repeating it is harmless.
    package func cancelPayout(_ id: OperationID) throws -> Payout {
        try run {
            let order = PayoutCancellation(id: try open.operation(), payout: id)
            let answer = try link.call(Routes.cancelPayout, order)
            try open.keep(answer.balance)
            return answer.payout
        }
    }
}
