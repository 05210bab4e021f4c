// SPDX-License-Identifier: MIT
package import Banking
package import Money
import SQL
import Tokens

/// The operator's part of banking: each call is durable when it returns.
extension Hub {
    /// What a file of statements brought.
    package struct ImportReport: Sendable, Equatable {
        package var statements = 0
        /// Movements that reached the account they named.
        package var credited = 0
        /// Movements that paid a payout or brought one back.
        package var settled = 0
        /// Movements that wait for the operator.
        package var suspended = 0
        /// Of these, movements that the bank may have told of before.
        package var doubtful = 0
        /// Movements that an earlier file had brought.
        package var known = 0
        /// Accounts that are not the hub's, whose statements were left out.
        package var foreign: [IBAN] = []
        /// What the bank says that an account held in the end, where the books say something else.
        package var apart: [Difference] = []
    }

    /// The bank's balance of an account beside that of the books, which know of it what statements have told.
    package struct Difference: Sendable, Equatable {
        package var bank: Amount
        package var books: Amount
        /// The day at whose end it is the bank's.
        package var day: String
    }

    /// What a movement in suspense has settled on the operator's word.
    package struct Settlement: Sendable, Equatable {
        package var payouts: Int64
        package var total: Amount
        /// What is left of the movement, below zero if it left the bank.
        package var rest: Amount
    }

    /// A movement that waits for the operator.
    package struct Suspended: Sendable {
        package var number: Int64
        package var day: String
        package var amount: Amount
        package var name: String?
        package var iban: String?
        package var text: String
        package var reason: String?
        /// Why it may be one that the bank has told of before, or be no return of a payout.
        package var doubt: String?
        /// The payout that it names, if it is not owed, such as one that was refused; its state.
        package var notOwed: (payout: String, state: String)?
        /// Payouts that it may have paid: ids of them or of their files, and how much they are.
        package var owed: [Owed] = []
    }

    /// What a bank was ordered to pay and no debit has settled.
    package struct Owed: Sendable, Equatable {
        /// A payout's id, or that of a file.
        package var id: String
        package var total: Amount
    }

    /// Movements of one commit, so that payments between two commits wait milliseconds.
    private static let movementsPerCommit = 50

    /// Says which account at a bank the hub has in the account's currency; replaces the one before.
    ///
    /// - Throws: ``HubError`` with `.invalid` for a currency that is not kept, a name or a BIC that no bank takes.
    package func setBank(
        _ currency: Currency, iban: IBAN, name: String, bic: String?, version: PaymentOrder.Version
    ) throws {
        guard 1...64 ~= name.utf8.count, name.isVisibleLine else {
            throw HubError(.invalid, "The name of an account's owner has 1 to 64 bytes on one line.")
        }
        guard bic.map(PaymentOrder.isBIC) ?? true else {
            throw HubError(.invalid, "A BIC has 8 or 11 capital letters and digits, such as COBADEFFXXX.")
        }
        let parts = parts
        try parts.store.writeAndWait { store in
            guard try parts.currencies(store.database).kept().contains(currency) else {
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
            try BankBook(parts: parts, store: store).open(currency)
            try store.log(.bankNamed, of: nil, by: parts.configuration.actor, "\(currency.code) \(iban.text)")
        }
    }

    /// Books every movement of a file of statements that no earlier file has brought; an interrupted import is finished by
    /// repeating it. Statements of accounts that are not the hub's are left out.
    ///
    /// - Throws: `BankingError` for a file that cannot be read, ``HubError`` with `.invalid` when no statement is of an account of
    ///   the hub, or one has another currency than its account; then nothing of it is booked.
    package func importStatements(_ file: [UInt8]) throws -> ImportReport {
        let all = try parts.configuration.funding.statements(in: file)
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
        let parts = parts
        let told = ToldNames(statements)
        var pace = CommitPace()
        for (number, statement) in statements.enumerated() {
            var rest = statement.transactions.filter { !$0.amount.isZero }[...]
            while !rest.isEmpty {
                pace.giveWay()
                let batch = Array(rest.prefix(Self.movementsPerCommit))
                rest = rest.dropFirst(batch.count)
                let outcomes = try parts.store.writeAndWait { store in
                    let book = BankBook(parts: parts, store: store)
                    let outcomes = try book.book(batch, of: statement, told: told[number])
                    let news = outcomes.count { $0 != nil }
                    if news > 0 {
                        try store.log(
                            .statementsImported, of: nil, by: parts.configuration.actor,
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
        report.apart = try parts.store.read { try Self.differences(to: statements, from: $0) }
        return report
    }

    /// For each account how far the books are from what the last of its statements say.
    private static func differences(
        to statements: [BankStatement], from database: any SQLConnection
    ) throws -> [Difference] {
        var seen: Set<IBAN> = []
        return try statements.map(\.account).filter { seen.insert($0).inserted }.compactMap { account in
            let closings = statements.filter { $0.account == account }.compactMap(\.closing)
            // Nobody can say which of one day is the last one.
            let day = closings.map(\.day).max()
            let differences = try closings.filter { $0.day == day }.map {
                try BankBook.difference(to: $0, of: account, from: database)
            }
            return differences.contains { $0 == nil } ? nil : differences.last ?? nil
        }
    }

    /// Whether a statement is of one of the hub's accounts.
    ///
    /// - Throws: ``HubError`` with `.invalid` for one that has another currency than its account.
    private func isOwn(_ statement: BankStatement) throws -> Bool {
        let row = try parts.store.read {
            try $0.row("SELECT currency FROM bank_account WHERE iban = ?", [.text(statement.account.text)])
        }
        guard let row else { return false }
        let currency = try Currency(code: try row.text(0))
        guard statement.transactions.allSatisfy({ $0.amount.currency == currency }) else {
            throw HubError(.invalid, "The statement has movements in another currency than \(currency.code).")
        }
        return true
    }

    /// How many movements wait for the operator.
    package func suspenseCount() throws -> Int64 {
        try parts.store.read {
            try $0.row(
                "SELECT count(*) FROM bank_transaction WHERE state = ?",
                [.integer(BankTransactionState.suspended.rawValue)])
        }?.int(0) ?? 0
    }

    /// What waits for the operator, oldest first, at most a thousand.
    ///
    /// - Parameter number: only what came later than the movement of this number.
    package func suspense(after number: Int64 = 0) throws -> [Suspended] {
        try parts.store.read { database in
            try database.rows(
                """
                SELECT id, day, amount + explained, currency, name, counter_iban, remittance, reason, doubt, end_to_end, orders
                FROM bank_transaction WHERE state = ? AND id > ? ORDER BY id LIMIT 1000
                """, [.integer(BankTransactionState.suspended.rawValue), .integer(number)]
            ).map {
                let doubt = try $0.optionalInt(8).flatMap(MovementDoubt.init)
                let payout =
                    try doubt == .reversal ? PayoutBook.words(of: try $0.optionalText(9), from: database) : nil
                let amount = Amount(minorUnits: try $0.int(2), currency: try Currency(code: try $0.text(3)))
                let owed = OwedPayouts(database: database)
                return Suspended(
                    number: try $0.int(0), day: try $0.text(1), amount: amount,
                    name: try $0.optionalText(4), iban: try $0.optionalText(5), text: try $0.text(6),
                    reason: try $0.optionalText(7),
                    doubt: doubt?.sentence(payout),
                    notOwed: amount.isNegative ? try owed.noLongerOwed(try $0.optionalText(9)) : nil,
                    owed: doubt?.mayBeToldBefore == true
                        ? [] : try owed.payable(by: amount, try $0.optionalText(9), try $0.optionalText(10)))
            }
        }
    }

    /// Gives a movement in suspense to an account.
    package func assign(_ number: Int64, to username: String) throws -> Amount {
        let parts = parts
        return try parts.store.writeAndWait { store in
            guard let account = try Accounts.find(username, in: store.database) else {
                throw HubError(.invalid, "There is no account named \(username).")
            }
            let amount = try SuspenseBook(parts: parts, store: store).assign(number, to: account)
            try store.log(
                .suspenseAssigned, of: account.id, by: parts.configuration.actor,
                "number \(number), \(amount.formatted)")
            return amount
        }
    }

    /// Orders the bank to send a movement in suspense back, with the next export.
    package func sendBack(_ number: Int64, to iban: IBAN?, name: String?) throws -> Amount {
        let parts = parts
        return try parts.store.writeAndWait { store in
            let amount = try SuspenseBook(parts: parts, store: store).sendBack(number, to: iban, name: name)
            try store.log(
                .suspenseReturned, of: nil, by: parts.configuration.actor, "number \(number), \(amount.formatted)")
            return amount
        }
    }

    /// Books a movement in suspense as the operator's own.
    ///
    /// - Parameter hasPaidNothing: whether it has paid no payout, though it names one.
    /// - Throws: ``HubError`` with `.invalid` also for a debit that may have paid a payout, unless it has not.
    package func absorb(_ number: Int64, note: String?, hasPaidNothing: Bool = false) throws -> Amount {
        let parts = parts
        return try parts.store.writeAndWait { store in
            let amount = try SuspenseBook(parts: parts, store: store).absorb(
                number, note: note, hasPaidNothing: hasPaidNothing)
            try store.log(
                .suspenseAbsorbed, of: nil, by: parts.configuration.actor, "number \(number), \(amount.formatted)")
            return amount
        }
    }

    /// Settles payouts by a movement in suspense: a debit has paid them, with a charge on top, several as one, or without
    /// their names; what came in has brought them back. Repeating it finishes what was interrupted.
    ///
    /// - Parameter name: a payout's id, as we or the bank write it, or the id of a file for all of it that is not settled.
    /// - Throws: ``HubError`` with `.invalid` for a movement that is not in suspense, for payouts that no bank owes or that did
    ///   not go out, or that are more than what is left of the movement.
    package func settle(_ number: Int64, by name: String) throws -> Settlement {
        let parts = parts
        var settlement: Settlement?
        var isMore = true
        var pace = CommitPace()
        while isMore {
            pace.giveWay()
            let step = try parts.store.writeAndWait { store in
                let step = try SuspenseBook(parts: parts, store: store).settle(number, by: name)
                try store.log(
                    .suspenseSettled, of: nil, by: parts.configuration.actor,
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

    /// Undoes a movement in suspense that the bank has told of before, under whatever name: it has moved this money once.
    ///
    /// - Throws: ``HubError`` with `.invalid` unless the import has said that it may be one.
    package func strike(_ number: Int64) throws -> Amount {
        let parts = parts
        return try parts.store.writeAndWait { store in
            let amount = try SuspenseBook(parts: parts, store: store).strike(number)
            try store.log(
                .suspenseStruck, of: nil, by: parts.configuration.actor, "number \(number), \(amount.formatted)")
            return amount
        }
    }
}
