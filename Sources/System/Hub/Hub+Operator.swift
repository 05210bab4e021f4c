// SPDX-License-Identifier: MIT
import HubAPI
import HubLedger
import HubStorage
package import Money
import SQL
package import Tokens

/// The operator's commands. Each call is durable when it returns.
extension Hub {
    /// The recipient of a top-up.
    package enum TopUpTarget: Sendable {
        case account(String)
        /// The fund that pays honest owners if a double spender cannot.
        case guaranteeFund
    }

    /// Credits cash that a customer paid in to the operator.
    ///
    /// - Returns: the balance afterwards.
    /// - Throws: ``HubError`` with `.invalid` for an unknown name or an amount that is not positive.
    package func topUp(_ target: TopUpTarget, _ amount: Amount, note: String? = nil) throws -> Amount {
        guard amount.isPositive else { throw HubError(.invalid, "A top-up must be more than zero.") }
        let context = context
        return try context.store.writeAndWait { store in
            let (ledger, table) = (context.ledger(store), context.currencies(store.database))
            guard try table.kept().contains(amount.currency) else {
                throw HubError(
                    .invalid,
                    "This hub does not keep \(amount.currency.code). Add it with `satchel-hub currency add` first.")
            }
            let name: AccountName
            var recipient: Int64?
            switch target {
            case .guaranteeFund:
                guard amount.currency == context.currency else {
                    throw HubError(
                        .invalid, "The guarantee fund pays for tokens, so it is in \(context.currency.code).")
                }
                name = LedgerName.guarantee
            case .account(let username):
                let (row, id) = try Self.require(username, in: store.database)
                try table.open(amount.currency, for: row, id, ledger: ledger)
                (name, recipient) = (table.name(of: id, in: amount.currency), row)
            }
            try store.log(
                .toppedUp, of: recipient, by: context.configuration.actor,
                amount.formatted + (recipient == nil ? " to the guarantee fund" : ""))
            let source = amount.currency == context.currency ? LedgerName.funding : LedgerName.funding(amount.currency)
            let posted = try ledger.post(
                Entry(moving: amount, from: source, to: name), .init(.topUp, note: note, recipient: recipient))
            return posted.balances[name] ?? .zero(amount.currency)
        }
    }

    /// Makes an account a merchant whose certificates carry a name, or with nil an ordinary account again.
    ///
    /// - Throws: ``HubError`` with `.invalid` for an unknown account or a name of more than 64 bytes.
    package func setMerchant(_ username: String, name: String?) throws {
        let isUsable = name.map { 1...64 ~= $0.utf8.count && $0.isVisibleLine } ?? true
        guard isUsable else {
            throw HubError(.invalid, "A merchant's name has 1 to 64 bytes, on one line, and no invisible characters.")
        }
        let actor = context.configuration.actor
        try context.store.writeAndWait { store in
            let account = try Self.require(username, in: store.database)
            try store.database.run(
                "UPDATE account SET merchant = ? WHERE id = ?", [.optional(name), .integer(account.id)])
            try store.log(.merchantNamed, of: account.id, by: actor, name ?? "no name")
            // The account of an operator keeps its role.
            guard try Roles.role(of: account.id, in: store.database) != .operator else { return }
            try Roles.set(name == nil ? .member : .merchant, of: account.id, by: actor, in: store)
        }
    }

    /// Returns the unredeemed amounts of roots whose refund date has come, pays due claims, and deletes expired
    /// sessions.
    ///
    /// Repeating it changes nothing. Each group of roots is one commit, so that other commits of a serving hub wait
    /// only briefly.
    ///
    /// - Parameters:
    ///   - now: hub time.
    ///   - settlingAllCases: also pay the claims of open fraud cases before their date.
    ///   - isWanted: called before each commit; when it returns false, the rest is left to the next sweep.
    @discardableResult
    package func sweep(
        _ now: Timestamp, settlingAllCases: Bool = false, while isWanted: () -> Bool = { true }
    ) throws -> SweepReport {
        var report = SweepReport()
        var last: Int64? = 0
        while let after = last {
            guard isWanted() else { return report }
            let sofar = report
            (last, report) = try context.store.writeAndWait { [self] store in
                try context.clockHold.check(at: store.now)
                var report = sofar
                let sweep = RefundSweep(
                    store: store, now: now, ledger: ledger(store, at: now), hub: id, hubKey: rootKey)
                let last = try sweep.run(
                    after: after, maximum: Self.rootsPerCommit, report: &report, log: context.configuration.log)
                return (last, report)
            }
        }
        let paid = try context.store.writeAndWait { [self] store in
            try context.clockHold.check(at: store.now)
            let claims = Claims(
                store: store, now: now, ledger: ledger(store, at: now), configuration: context.configuration)
            let paid = try claims.settleDue(early: settlingAllCases)
            if settlingAllCases || paid.units > 0 {
                let amount = try Amount(units: paid.units, currency: currency)
                try store.log(
                    .casesSettled, of: nil, by: settlingAllCases ? context.configuration.actor : "sweep",
                    "\(amount.formatted) on \(paid.claims.count) claims"
                        + (settlingAllCases ? ", before their date" : ""))
            }
            try Sessions.sweep(store)
            return paid
        }
        report.claims = paid.claims.count
        report.compensated = paid.units
        return report
    }

    private static let rootsPerCommit = 100

    private func ledger(_ store: StoreChange, at now: Timestamp) -> Ledger {
        context.ledger(store, at: now)
    }

    private static func require(_ username: String, in database: any SQLConnection) throws -> (
        id: Int64, account: AccountID
    ) {
        guard let found = try Accounts.find(username, in: database) else {
            throw HubError(.invalid, "There is no account named \(username).")
        }
        return found
    }
}
