// SPDX-License-Identifier: MIT
import Banking
import HubAPI
import HubLedger
import HubStorage
import Money
import SQL
import Tokens

/// The operator's decisions on movements in suspense. Runs inside an open transaction.
struct SuspenseTable {
    let context: HubContext
    let store: StoreChange

    private var database: any SQLConnection { store.database }
    private var ledger: Ledger { context.ledger(store) }
    private var bank: BankTable { BankTable(context: context, store: store) }
    private var owed: OwedPayouts { OwedPayouts(database: database) }

    private struct Suspended {
        /// The part of the movement that is not settled yet.
        let amount: Amount
        let name: String?
        let iban: String?
        let mayBeToldBefore: Bool
        /// Whether a part of the movement has settled payouts.
        let hasSettled: Bool
        /// Payouts that the movement may have paid.
        let owed: [Hub.Owed]
    }

    /// A movement in suspense.
    ///
    /// - Throws: ``HubError`` with `.invalid` if there is none of that number.
    private func suspended(_ row: Int64) throws -> Suspended {
        let found = try database.row(
            """
            SELECT amount + explained, currency, name, counter_iban, doubt, explained, end_to_end, orders
            FROM bank_transaction WHERE id = ? AND state = ?
            """, [.integer(row), .integer(BankTransactionState.suspended.rawValue)])
        guard let found else {
            throw HubError(.invalid, "No movement \(row) is in suspense. See `satchel-hub bank suspense`.")
        }
        let amount = Amount(minorUnits: try found.int(0), currency: try Currency(code: try found.text(1)))
        return Suspended(
            amount: amount, name: try found.optionalText(2), iban: try found.optionalText(3),
            mayBeToldBefore: try found.optionalInt(4).flatMap(MovementDoubt.init)?.mayBeToldBefore ?? false,
            hasSettled: try found.int(5) != 0,
            owed: try owed.payable(by: amount, try found.optionalText(6), try found.optionalText(7)))
    }

    /// A movement in suspense whose money the operator moves on, and which therefore counts as having happened.
    ///
    /// - Throws: ``HubError`` with `.invalid` also for a movement that may be a copy of another one in suspense,
    ///   because that one could be moved on as well.
    private func moving(_ row: Int64) throws -> Suspended {
        let found = try suspended(row)
        if found.mayBeToldBefore, let other = try twin(of: row) {
            throw HubError(
                .invalid,
                "Movement \(row) may be movement \(other), which waits as well. Decide on that one first; then strike this one if "
                    + "the bank has moved the money once.")
        }
        return found
    }

    private func resolve(_ row: Int64, _ state: BankTransactionState, _ entry: Int64) throws {
        try database.run(
            "UPDATE bank_transaction SET state = ?, resolved = ? WHERE id = ?",
            [.integer(state.rawValue), .integer(entry), .integer(row)])
    }

    /// Credits a movement in suspense to an account.
    func assign(_ row: Int64, to account: (id: Int64, account: AccountID)) throws -> Amount {
        let amount = try moving(row).amount
        guard amount.isPositive else { throw Self.leftTheBank(row) }
        let entry = try bank.deposit(amount, from: LedgerName.suspense(amount.currency), to: account)
        try resolve(row, .assigned, entry)
        return amount
    }

    /// Orders the bank to return a movement in suspense to its sender.
    func sendBack(_ row: Int64, to iban: IBAN?, name: String?) throws -> Amount {
        let found = try moving(row)
        guard found.amount.isPositive else { throw Self.leftTheBank(row) }
        guard let iban = try iban ?? found.iban.map({ try IBAN($0) }), let name = name ?? found.name, !name.isEmpty
        else {
            throw HubError(.invalid, "The bank did not say whose movement \(row) is; name the IBAN and the owner.")
        }
        guard try database.row("SELECT 1 FROM bank_account WHERE iban = ?", [.text(iban.text)]) == nil else {
            throw HubError(.invalid, "\(iban.printed) is the hub's own account. Enter the IBAN of the payee.")
        }
        if let reason = PayoutTable.unreachable(iban, in: found.amount.currency) { throw HubError(.invalid, reason) }
        let entry = try ledger.post(
            Entry(
                moving: found.amount, from: LedgerName.suspense(found.amount.currency),
                to: LedgerName.payouts(found.amount.currency)), .init(.bank)
        ).entry
        _ = try PayoutTable(context: context, store: store).insert(
            account: nil, amount: found.amount, iban: iban, name: name, text: "Returned, not assigned", held: entry)
        try resolve(row, .sentBack, entry)
        return found.amount
    }

    /// Posts a movement in suspense to the operator's own account: a bank fee, interest, cash paid in or taken out.
    ///
    /// - Parameter hasPaidNothing: the operator confirms that it paid no payout, although it names one that no debit
    ///   has settled.
    func absorb(_ row: Int64, note: String?, hasPaidNothing: Bool) throws -> Amount {
        let found = try moving(row)
        let amount = found.amount
        if !found.hasSettled, !hasPaidNothing, let payout = found.owed.first {
            throw HubError(
                .invalid,
                "Movement \(row) names \(payout.id), which no debit has settled. Say what it has paid with "
                    + "`satchel-hub bank settle \(row)`, and absorb the rest; or say --paid-nothing.")
        }
        let suspense = LedgerName.suspense(amount.currency)
        let own = amount.currency == context.currency ? LedgerName.funding : LedgerName.funding(amount.currency)
        let entry = try ledger.post(
            amount.isPositive
                ? Entry(moving: amount, from: suspense, to: own)
                : Entry(moving: try amount.negated, from: own, to: suspense), .init(.bank, note: note)
        ).entry
        try resolve(row, .absorbed, entry)
        return amount
    }

    /// The result of settling payouts by a movement in suspense.
    struct Settlement {
        let payouts: Int64
        let total: Amount
        /// What is left of the movement, negative if it left the bank.
        let rest: Amount
        /// Whether more named payouts remain to be settled.
        let isMore: Bool
    }

    /// The largest number of payouts returned in one commit, so that payments wait only milliseconds between two
    /// commits.
    private static let returnsPerCommit: Int64 = 200

    /// Settles payouts by a movement in suspense. A debit has paid them, possibly several at once or with a charge on
    /// top; a credit has brought them back. What is left of the movement stays in suspense.
    ///
    /// - Parameter name: a payout's id in the hub's or the bank's form, or a file's id for all its payouts that are
    ///   not settled.
    /// - Throws: ``HubError`` with `.invalid` for payouts that are not owed or were not paid out, or that exceed what
    ///   is left.
    /// - Throws: ``HubError`` with `.invalid` for payouts that are not owed or did not go out, or more than is left.
    func settle(_ row: Int64, by name: String) throws -> Settlement {
        let found = try moving(row)
        let isDebit = found.amount.isNegative
        let left = isDebit ? try found.amount.negated : found.amount
        let sum = isDebit ? try owed.named(name) : try owed.gone(name)
        guard sum.total.currency == left.currency else {
            throw HubError(.invalid, "Movement \(row) is of \(left.currency.code), not of \(sum.total.currency.code).")
        }
        guard try left.isAtLeast(sum.total) else {
            throw HubError(
                .invalid,
                "Movement \(row) has \(left.formatted) left, which cannot be \(sum.total.formatted)."
                    + (sum.payouts > 1 ? " Name its payouts one by one." : ""))
        }
        let (settled, entry) = isDebit ? try pay(sum) : try bringBack(sum)
        let rest = try found.amount.adding(isDebit ? settled.total : settled.total.negated)
        try database.run(
            "UPDATE bank_transaction SET explained = explained + ? WHERE id = ?",
            [.integer(rest.minorUnits - found.amount.minorUnits), .integer(row)])
        if rest.isZero { try resolve(row, .settled, entry) }
        return Settlement(
            payouts: settled.payouts, total: settled.total, rest: rest, isMore: settled.payouts < sum.payouts)
    }

    private func pay(_ sum: OwedPayouts.Sum) throws -> (settled: (payouts: Int64, total: Amount), entry: Int64) {
        let currency = sum.total.currency
        let entry = try ledger.post(
            Entry(moving: sum.total, from: LedgerName.payouts(currency), to: LedgerName.suspense(currency)),
            .init(.bank)
        ).entry
        try owed.settle(sum, by: entry, at: store.now)
        return ((sum.payouts, sum.total), entry)
    }

    /// Returns as many payouts to their accounts as one commit may contain.
    private func bringBack(_ sum: OwedPayouts.Sum) throws -> (settled: (payouts: Int64, total: Amount), entry: Int64) {
        var (payouts, total, last) = (Int64(0), Amount.zero(sum.total.currency), Int64(0))
        for payout in try owed.gone(sum, limit: Self.returnsPerCommit) {
            guard let account = try bank.account(payout.account) else {
                throw HubError(.internalFault, "A payout's account is not there.")
            }
            last = try bank.deposit(
                payout.amount, from: LedgerName.suspense(payout.amount.currency), to: account, .payoutReturn)
            try owed.bringBack(payout.row, by: last)
            (payouts, total) = (payouts + 1, try total.adding(payout.amount))
        }
        return ((payouts, total), last)
    }

    /// Another movement in suspense of which this one may be a copy.
    private func twin(of row: Int64) throws -> Int64? {
        try database.row(
            """
            SELECT o.id FROM bank_transaction t JOIN bank_transaction o
                ON o.state = t.state AND o.iban = t.iban
                    AND (o.id = t.original OR o.day = t.day
                        AND (o.amount = t.amount OR o.amount = t.whole OR o.whole = t.amount OR o.whole = t.whole))
            WHERE t.id = ? AND o.id < t.id ORDER BY o.id LIMIT 1
            """, [.integer(row)]
        ).map { try $0.int(0) }
    }

    private static func leftTheBank(_ row: Int64) -> HubError {
        HubError(
            .invalid,
            "Movement \(row) left the bank. Say which payouts it has paid with `satchel-hub bank settle`, or absorb it."
        )
    }

    /// Reverses a movement in suspense that the bank had already reported: the money moved only once.
    func strike(_ row: Int64) throws -> Amount {
        let found = try suspended(row)
        guard !found.hasSettled else {
            throw HubError(
                .invalid, "Movement \(row) has settled payouts, so it has moved. Assign, return or absorb the rest.")
        }
        guard found.mayBeToldBefore else {
            throw HubError(
                .invalid, "Nothing says that movement \(row) was told before. Assign, return or absorb it instead.")
        }
        try resolve(row, .struck, try bank.suspend(try found.amount.negated))
        return found.amount
    }
}
