// SPDX-License-Identifier: MIT
package import Banking
import HubLedger
import HubStorage
package import Money
import SQL
import Tokens

/// The operator's bank commands. Each call is durable when it returns.
extension Hub {
    /// The result of importing a file of statements.
    package struct ImportReport: Sendable, Equatable {
        package var statements = 0
        /// Movements credited to the account that they named.
        package var credited = 0
        /// Movements that paid a payout or returned one.
        package var settled = 0
        /// Movements in suspense, which wait for the operator.
        package var suspended = 0
        /// Those of them that the bank may have reported before.
        package var doubtful = 0
        /// Movements that were already posted from an earlier file.
        package var known = 0
        /// Accounts that are not the hub's. Their statements were skipped.
        package var foreign: [IBAN] = []
        /// Accounts whose closing balance at the bank differs from the ledger.
        package var apart: [Difference] = []
    }

    /// The bank's balance of an account, and the ledger's balance from the imported statements.
    package struct Difference: Sendable, Equatable {
        package var bank: Amount
        package var ledger: Amount
        /// The day at whose end the bank's balance holds.
        package var day: String
    }

    /// The payouts that a movement in suspense has settled by the operator's decision.
    package struct Settlement: Sendable, Equatable {
        package var payouts: Int64
        package var total: Amount
        /// What is left of the movement, negative if it left the bank.
        package var rest: Amount
    }

    /// A movement in suspense, which waits for the operator.
    package struct Suspended: Sendable {
        package var number: Int64
        package var day: String
        package var amount: Amount
        package var name: String?
        package var iban: String?
        package var text: String
        package var reason: String?
        /// Why the bank may have reported it before, or why it may not be a return of a payout.
        package var doubt: String?
        /// The same for programs: `repetition`, `otherReference` or `reversal`.
        package var doubtCode: String?
        /// The payout that it names and the payout's state, if the payout is not owed, such as a refused one.
        package var notOwed: (payout: String, state: String)?
        /// Payouts that it may have paid: the ids of them or of their files, with the totals.
        package var owed: [Owed] = []
    }

    /// A payout or file that a bank was ordered to pay and that no debit has settled.
    package struct Owed: Sendable, Equatable {
        /// The id of a payout or of a file.
        package var id: String
        package var total: Amount
    }

    /// The largest number of movements in one commit, so that payments wait only milliseconds between two commits.
    private static let movementsPerCommit = 50

    /// Sets the hub's bank account in the account's currency. Replaces the previous one.
    ///
    /// - Throws: ``HubError`` with `.invalid` for a currency that the hub does not have, or a name or BIC that no bank
    ///   accepts.
    package func setBank(
        _ currency: Currency, iban: IBAN, name: String, bic: String?, version: PaymentOrder.Version
    ) throws {
        guard 1...64 ~= name.utf8.count, name.isVisibleLine else {
            throw HubError(.invalid, "The name of an account's owner has 1 to 64 bytes on one line.")
        }
        guard bic.map(PaymentOrder.isBIC) ?? true else {
            throw HubError(.invalid, "A BIC has 8 or 11 capital letters and digits, such as COBADEFFXXX.")
        }
        let context = context
        try context.store.writeAndWait { store in
            guard try context.currencies(store.database).kept().contains(currency) else {
                throw HubError(
                    .invalid, "This hub does not keep \(currency.code). Add it with `satchel-hub currency add` first.")
            }
            let other = try store.database.row(
                "SELECT currency FROM bank_account WHERE iban = ? AND currency <> ?",
                [.text(iban.text), .text(currency.code)])
            guard other == nil else {
                throw HubError(.invalid, "This account is the one for another currency already.")
            }
            try store.database.run(
                """
                INSERT INTO bank_account (currency, iban, name, bic, version) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (currency) DO UPDATE SET iban = excluded.iban, name = excluded.name, bic = excluded.bic,
                    version = excluded.version
                """,
                [
                    .text(currency.code), .text(iban.text), .text(name), .optional(bic), .text(version.rawValue),
                ])
            try BankTable(context: context, store: store).open(currency)
            try store.log(.bankNamed, of: nil, by: context.configuration.actor, "\(currency.code) \(iban.text)")
        }
    }

    /// Posts every movement of a file of statements that no earlier file contained. Repeat an interrupted import to
    /// finish it. Statements of accounts that are not the hub's are skipped.
    ///
    /// - Throws: `BankingError` for a file that cannot be read. ``HubError`` with `.invalid` if no statement is of an
    ///   account of the hub, or one has another currency than its account. In these cases nothing is posted.
    package func importStatements(_ file: [UInt8]) throws -> ImportReport {
        let all = try context.configuration.funding.statements(in: file)
        let statements = try all.filter { try isOwn($0) }
        if statements.isEmpty, let foreign = all.first {
            throw HubError(
                .invalid,
                "The statement is of \(foreign.account.printed), which is not this hub's. See `satchel-hub bank account`."
            )
        }
        var report = ImportReport(statements: statements.count)
        for account in all.map(\.account) where !statements.contains(where: { $0.account == account }) {
            if !report.foreign.contains(account) { report.foreign.append(account) }
        }
        let context = context
        let told = SeenReferences(statements)
        var pace = CommitPace()
        for (number, statement) in statements.enumerated() {
            var rest = statement.transactions.filter { !$0.amount.isZero }[...]
            while !rest.isEmpty {
                pace.giveWay()
                let batch = Array(rest.prefix(Self.movementsPerCommit))
                rest = rest.dropFirst(batch.count)
                let outcomes = try context.store.writeAndWait { store in
                    let table = BankTable(context: context, store: store)
                    let outcomes = try table.book(batch, of: statement, told: told[number])
                    let news = outcomes.count { $0 != nil }
                    if news > 0 {
                        try store.log(
                            .statementsImported, of: nil, by: context.configuration.actor,
                            "\(news) movements of statement \(statement.id)")
                    }
                    return outcomes
                }
                for outcome in outcomes {
                    switch outcome?.state {
                    case nil: report.known += 1
                    case .credited: report.credited += 1
                    case .settled: report.settled += 1
                    default: report.suspended += 1
                    }
                    if outcome?.doubt != nil { report.doubtful += 1 }
                }
            }
        }
        report.apart = try context.store.read { try Self.differences(to: statements, from: $0) }
        return report
    }

    /// For each account, the difference between the ledger and the closing balance of its last statement.
    private static func differences(
        to statements: [BankStatement], from database: any SQLConnection
    ) throws -> [Difference] {
        var seen: Set<IBAN> = []
        return try statements.map(\.account).filter { seen.insert($0).inserted }.compactMap { account in
            let closings = statements.filter { $0.account == account }.compactMap(\.closing)
            // Several closings of one day have no known order.
            let day = closings.map(\.day).max()
            let differences = try closings.filter { $0.day == day }.map {
                try BankTable.difference(to: $0, of: account, from: database)
            }
            return differences.contains { $0 == nil } ? nil : differences.last ?? nil
        }
    }

    /// Whether a statement is of one of the hub's bank accounts.
    ///
    /// - Throws: ``HubError`` with `.invalid` if its currency is not that of the account.
    private func isOwn(_ statement: BankStatement) throws -> Bool {
        let row = try context.store.read {
            try $0.row("SELECT currency FROM bank_account WHERE iban = ?", [.text(statement.account.text)])
        }
        guard let row else { return false }
        let currency = try Currency(code: try row.text(0))
        guard statement.transactions.allSatisfy({ $0.amount.currency == currency }) else {
            throw HubError(.invalid, "The statement has movements in another currency than \(currency.code).")
        }
        return true
    }

    /// The number of movements in suspense.
    package func suspenseCount() throws -> Int64 {
        try context.store.read {
            try $0.row(
                "SELECT count(*) FROM bank_transaction WHERE state = ?",
                [.integer(BankTransactionState.suspended.rawValue)])
        }?.int(0) ?? 0
    }

    /// The movements in suspense, oldest first, at most a thousand.
    ///
    /// - Parameter number: only movements with a higher number are returned.
    package func suspense(after number: Int64 = 0) throws -> [Suspended] {
        try context.store.read { database in
            try database.rows(
                """
                SELECT id, day, amount + explained AS amount, currency, name, counter_iban, remittance, reason, doubt,
                    end_to_end, orders
                FROM bank_transaction WHERE state = ? AND id > ? ORDER BY id LIMIT 1000
                """, [.integer(BankTransactionState.suspended.rawValue), .integer(number)]
            ).map {
                let doubt = try $0.optionalInt("doubt").flatMap(MovementDoubt.init)
                let payout =
                    try doubt == .reversal
                    ? PayoutTable.words(of: try $0.optionalText("end_to_end"), from: database) : nil
                let amount = Amount(
                    minorUnits: try $0.int("amount"), currency: try Currency(code: try $0.text("currency")))
                let owed = OwedPayouts(database: database)
                return Suspended(
                    number: try $0.int("id"), day: try $0.text("day"), amount: amount,
                    name: try $0.optionalText("name"), iban: try $0.optionalText("counter_iban"),
                    text: try $0.text("remittance"), reason: try $0.optionalText("reason"),
                    doubt: doubt?.sentence(payout), doubtCode: doubt?.code,
                    notOwed: amount.isNegative ? try owed.noLongerOwed(try $0.optionalText("end_to_end")) : nil,
                    owed: doubt?.mayBeToldBefore == true
                        ? []
                        : try owed.payable(
                            by: amount, try $0.optionalText("end_to_end"), try $0.optionalText("orders")))
            }
        }
    }

    /// Credits a movement in suspense to an account.
    package func assign(_ number: Int64, to username: String) throws -> Amount {
        let context = context
        return try context.store.writeAndWait { store in
            guard let account = try Accounts.find(username, in: store.database) else {
                throw HubError(.invalid, "There is no account named \(username).")
            }
            let amount = try SuspenseTable(context: context, store: store).assign(number, to: account)
            try store.log(
                .suspenseAssigned, of: account.id, by: context.configuration.actor,
                "number \(number), \(amount.formatted)")
            return amount
        }
    }

    /// Orders the bank, in the next export, to return a movement in suspense.
    package func sendBack(_ number: Int64, to iban: IBAN?, name: String?) throws -> Amount {
        let context = context
        return try context.store.writeAndWait { store in
            let amount = try SuspenseTable(context: context, store: store).sendBack(number, to: iban, name: name)
            try store.log(
                .suspenseReturned, of: nil, by: context.configuration.actor, "number \(number), \(amount.formatted)")
            return amount
        }
    }

    /// Posts a movement in suspense to the operator's own account.
    ///
    /// - Parameter hasPaidNothing: the operator confirms that the movement paid no payout, although it names one.
    /// - Throws: ``HubError`` with `.invalid` also for a debit that may have paid a payout, unless `hasPaidNothing`.
    package func absorb(_ number: Int64, note: String?, hasPaidNothing: Bool = false) throws -> Amount {
        let context = context
        return try context.store.writeAndWait { store in
            let amount = try SuspenseTable(context: context, store: store).absorb(
                number, note: note, hasPaidNothing: hasPaidNothing)
            try store.log(
                .suspenseAbsorbed, of: nil, by: context.configuration.actor, "number \(number), \(amount.formatted)")
            return amount
        }
    }

    /// Settles payouts by a movement in suspense. A debit has paid them, with a charge on top, several at once, or
    /// without their names; a credit has brought them back. Repeat an interrupted call to finish it.
    ///
    /// - Parameter name: a payout's id in the hub's or the bank's form, or a file's id for all its payouts that are
    ///   not settled.
    /// - Throws: ``HubError`` with `.invalid` for a movement that is not in suspense, for payouts that are not owed or
    ///   were not paid out, or that exceed what is left of the movement.
    package func settle(_ number: Int64, by name: String) throws -> Settlement {
        let context = context
        var settlement: Settlement?
        var isMore = true
        var pace = CommitPace()
        while isMore {
            pace.giveWay()
            let step = try context.store.writeAndWait { store in
                let step = try SuspenseTable(context: context, store: store).settle(number, by: name)
                try store.log(
                    .suspenseSettled, of: nil, by: context.configuration.actor,
                    "number \(number), \(name), \(step.total.formatted)")
                return step
            }
            settlement = Settlement(
                payouts: (settlement?.payouts ?? 0) + step.payouts,
                total: try settlement?.total.adding(step.total) ?? step.total, rest: step.rest)
            isMore = step.isMore
        }
        guard let settlement else { throw HubError(.internalFault, "Nothing was settled.") }
        return settlement
    }

    /// Reverses a movement in suspense that the bank had already reported under another name: the money moved only
    /// once.
    ///
    /// - Throws: ``HubError`` with `.invalid` unless the import marked it as a possible repetition.
    package func strike(_ number: Int64) throws -> Amount {
        let context = context
        return try context.store.writeAndWait { store in
            let amount = try SuspenseTable(context: context, store: store).strike(number)
            try store.log(
                .suspenseStruck, of: nil, by: context.configuration.actor, "number \(number), \(amount.formatted)")
            return amount
        }
    }
}
