// SPDX-License-Identifier: MIT
import HubAPI
import HubLedger
import HubStorage
import Money
import SQL
import Tokens

extension HubContext {
    /// Moves money from one account to another.
    ///
    /// - Throws: `HubProblem` with `.accountFrozen` or `.insufficientBalance`.
    func transfer(
        _ amount: Amount, from payer: (id: Int64, account: AccountID), to payee: (id: Int64, account: AccountID),
        note: String?, operation: OperationID?, in store: StoreChange
    ) throws -> Ledger.Posted {
        let ledger = ledger(store)
        let table = currencies(store.database)
        let source = table.name(of: payer.account, in: amount.currency)
        try AccountBalance.requireUnfrozen(payer.id, in: store.database)
        try requireRoom(for: amount, of: payer.id, in: store.database)
        try requireFunds(amount, on: source, ledger)
        try table.open(amount.currency, for: payee.id, payee.account, ledger: ledger)
        return try ledger.post(
            Entry(moving: amount, from: source, to: table.name(of: payee.account, in: amount.currency)),
            .init(
                .transfer, note: note, sender: payer.id, recipient: payee.id, operation: operation,
                operatedBy: operation.map { _ in payer.id }))
    }

    /// Checks an amount against the limit of one transfer or payout for this account's role.
    ///
    /// - Throws: `HubProblem` with `.overLimit`.
    func requireRoom(for amount: Amount, of account: Int64, in database: any SQLConnection) throws {
        // Without any limits, skip the look-up of the role, which every transfer would pay for.
        guard !configuration.roleLimits.isEmpty,
            let most = configuration.limits(of: try Roles.role(of: account, in: database)).perTransfer
        else { return }
        try AccountLimits.check(amount, atMost: most)
    }

    /// Finds the account of a username. Unknown names are limited to a number an hour for each caller.
    ///
    /// - Throws: `HubProblem` with `.unknownRecipient` or `.tooManyRequests`.
    func lookUp(_ username: String, for caller: Caller, in database: any SQLConnection) throws -> (
        id: Int64, account: AccountID
    ) {
        try lookups.check(caller.id, at: clock.now())
        guard let found = try Accounts.find(username, in: database) else {
            lookups.missed(caller.id, at: clock.now())
            throw Accounts.unknownRecipient
        }
        return found
    }
}
