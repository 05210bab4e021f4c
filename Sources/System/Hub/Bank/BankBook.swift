// SPDX-License-Identifier: MIT
import Banking
import HubAPI
import Money
import SQL
import Tokens

/// Books what has happened at the bank, each movement once; inside an open transaction.
///
///     money at the bank   bank:EUR       below zero by what the bank holds for us
///     ordered, not paid   payouts:EUR    never below zero
///     nobody's yet        suspense:EUR   what the operator has to look at
struct BankBook {
    let parts: HubParts
    let store: StoreChange

    private var database: any SQLConnection { store.database }
    private var ledger: Ledger { parts.ledger(store) }
    private var owed: OwedPayouts { OwedPayouts(database: database) }
    private var reference: AccountReference { AccountReference(hub: parts.keys.hub) }

    /// Opens the ledger accounts of a currency's bank.
    func open(_ currency: Currency) throws {
        try ledger.open(LedgerName.bank(currency), in: currency, mayOverdraw: true)
        try ledger.open(LedgerName.suspense(currency), in: currency, mayOverdraw: true)
        try ledger.open(LedgerName.payouts(currency), in: currency)
    }

    typealias Outcome = (state: BankTransactionState, doubt: MovementDoubt?)

    /// Books movements of a statement, each unless it was booked before; what may have been waits for the operator.
    ///
    /// - Parameter told: what the statement tells of, see ``ToldNames``.
    /// - Returns: what became of each, and why it may be one that was told before; nil when it was known.
    func book(
        _ movements: [BankTransaction], of statement: BankStatement, told: Set<[UInt8]>
    ) throws -> [Outcome?] {
        var known = KnownMovements(database: database, statement: statement, told: told)
        return try movements.map { movement in
            guard case .unknown(let name, let doubt) = try known.judge(movement) else { return nil }
            return try book(movement, of: statement, as: name, doubt)
        }
    }

    private func book(
        _ movement: BankTransaction, of statement: BankStatement, as name: [UInt8], _ doubt: MovementDoubt?
    ) throws -> Outcome {
        let row = try database.returned(
            """
            INSERT INTO bank_transaction (iban, bank_id, statement, day, currency, amount, name, counter_iban, end_to_end,
                remittance, reason, state, time, named, source, batch, whole, doubt, orders)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
            """,
            [
                .text(statement.account.text), .blob(name), .text(statement.id), .text(movement.day),
                .text(movement.amount.currency.code), .integer(movement.amount.minorUnits),
                .optional(movement.counterpartName), .optional(movement.counterpartIBAN?.text),
                .optional(movement.endToEndID), .text(movement.remittance.joined(separator: "\n")),
                .optional(movement.returnReason), .integer(BankTransactionState.suspended.rawValue),
                try .unsigned(store.now.seconds), .integer(movement.referenceKind.rawValue),
                .blob(KnownMovements.source(of: statement)),
                .optional(movement.batch?.reference.map(KnownMovements.hash)),
                .optional(movement.batch?.amount.minorUnits), .optional(doubt?.rawValue),
                .optional(movement.orderIDs.isEmpty ? nil : movement.orderIDs.joined(separator: "\n")),
            ]
        ).int(0)
        let (state, entry) = try doubt == nil ? decide(movement) : (.suspended, suspend(movement.amount))
        let reversal = try doubt == nil && isBareReversalOfPayout(movement) ? MovementDoubt.reversal : nil
        try database.run(
            "UPDATE bank_transaction SET state = ?, entry = ?, doubt = ? WHERE id = ?",
            [
                .integer(state.rawValue), .integer(entry), .optional((doubt ?? reversal)?.rawValue), .integer(row),
            ])
        return (state, doubt)
    }

    /// How far the books are from what a bank says that an account held when a statement ended; nil when they are not, or when
    /// they know of later movements.
    static func difference(
        to closing: BankStatement.Balance, of account: IBAN, from database: any SQLConnection
    ) throws -> Hub.Difference? {
        let later = try database.row(
            "SELECT 1 FROM bank_transaction WHERE iban = ? AND day > ? LIMIT 1",
            [.text(account.text), .text(closing.day)])
        let balance = try database.row(
            "SELECT balance FROM ledger WHERE name = ?", [.text(LedgerName.bank(closing.amount.currency).text)])
        guard later == nil, let balance else { return nil }
        let books = try Amount(minorUnits: try balance.int(0), currency: closing.amount.currency).negated
        return books == closing.amount ? nil : Hub.Difference(bank: closing.amount, books: books, day: closing.day)
    }

    // MARK: - Deciding

    private func decide(_ movement: BankTransaction) throws -> (BankTransactionState, Int64) {
        try movement.amount.isPositive ? credit(movement) : debit(movement)
    }

    private func credit(_ movement: BankTransaction) throws -> (BankTransactionState, Int64) {
        // Anybody may write a payout's id on a transfer; only the bank says that one came back.
        if movement.returnReason != nil, let entry = try takeBack(movement) { return (.settled, entry) }
        // Without the reason of a return, a reversal may be the bank's own correction, of a fee or of a debit booked twice.
        if movement.returnReason != nil || movement.isReversal {
            return (.suspended, try suspend(movement.amount))
        }
        let named = reference.accounts(in: movement.remittance)
        if named.count == 1, let row = named.first, let account = try account(row) {
            return (
                .credited, try deposit(movement.amount, from: LedgerName.bank(movement.amount.currency), to: account)
            )
        }
        return (.suspended, try suspend(movement.amount))
    }

    private func account(_ row: Int64) throws -> (id: Int64, account: AccountID)? {
        try database.row("SELECT uid FROM account WHERE id = ?", [.integer(row)]).map {
            (row, try AccountID(try $0.blob(0)))
        }
    }

    private func debit(_ movement: BankTransaction) throws -> (BankTransactionState, Int64) {
        let due = try movement.amount.negated
        try owed.noteThatTheBankHas(movement.endToEndID, movement.orderIDs, at: store.now)
        guard !movement.isReversal, let paid = try paid(by: movement), paid.total == due else {
            return (.suspended, try suspend(movement.amount))
        }
        let entry = try ledger.post(
            Entry(moving: due, from: LedgerName.payouts(due.currency), to: LedgerName.bank(due.currency)),
            .init(.bank)
        ).entry
        try owed.settle(paid, by: entry)
        return (.settled, entry)
    }

    /// The payout that a debit names, or else all of the files that it names.
    private func paid(by movement: BankTransaction) throws -> OwedPayouts.Sum? {
        if let id = try owed.id(movement.endToEndID) { return try owed.payout(id) }
        return try owed.all(of: movement.orderIDs, in: movement.amount.currency)
    }

    /// Gives a payout that came back to whom it was taken from; nil when it cannot be one of ours.
    private func takeBack(_ movement: BankTransaction) throws -> Int64? {
        guard let payout = try payout(movement.endToEndID), let owner = payout.account, payout.returned == nil,
            payout.state == .exported || payout.state == .completed,
            payout.amount.currency == movement.amount.currency, try payout.amount.isAtLeast(movement.amount),
            let account = try account(owner)
        else { return nil }
        let entry = try deposit(
            movement.amount, from: LedgerName.bank(movement.amount.currency), to: account, .payoutReturn,
            note: movement.returnReason)
        try owed.bringBack(payout.row, by: entry)
        try owed.noteThatTheBankHas(movement.endToEndID, [], at: store.now)
        return entry
    }

    /// What may have brought a payout back, or be a correction of the bank's own: the operator has to look.
    private func isBareReversalOfPayout(_ movement: BankTransaction) throws -> Bool {
        guard movement.amount.isPositive, movement.isReversal, movement.returnReason == nil else { return false }
        return try payout(movement.endToEndID) != nil
    }

    private struct Known {
        let row: Int64
        let account: Int64?
        let amount: Amount
        let state: Payout.State?
        let debited: Int64?
        let returned: Int64?
    }

    private func payout(_ endToEndID: String?) throws -> Known? {
        guard let id = endToEndID.flatMap(PayoutBook.publicID) else { return nil }
        return try database.row(
            "SELECT id, account, amount, currency, state, debited, returned FROM payout WHERE public_id = ?",
            [.blob(id.bytes)]
        ).map {
            Known(
                row: try $0.int(0), account: try $0.optionalInt(1),
                amount: Amount(minorUnits: try $0.int(2), currency: try Currency(code: try $0.text(3))),
                state: Payout.State(rawValue: try $0.text(4)), debited: try $0.optionalInt(5),
                returned: try $0.optionalInt(6))
        }
    }

    // MARK: - Moving

    private func deposit(
        _ amount: Amount, from source: AccountName, to account: (id: Int64, account: AccountID),
        _ kind: EntryKind = .deposit, note: String? = nil
    ) throws -> Int64 {
        let book = parts.currencies(database)
        try book.open(amount.currency, for: account.id, account.account, ledger: ledger)
        return try ledger.post(
            Entry(moving: amount, from: source, to: book.name(of: account.account, in: amount.currency)),
            .init(kind, note: note, recipient: account.id)
        ).entry
    }

    /// Suspense grows by what came in and shrinks by what left, whether or not anybody knows why.
    private func suspend(_ amount: Amount) throws -> Int64 {
        let (bank, suspense) = (LedgerName.bank(amount.currency), LedgerName.suspense(amount.currency))
        return try ledger.post(
            amount.isPositive
                ? Entry(moving: amount, from: bank, to: suspense)
                : Entry(moving: try amount.negated, from: suspense, to: bank), .init(.bank)
        ).entry
    }

    // MARK: - The operator's word

    private struct Suspended {
        /// What is left of it.
        let amount: Amount
        let name: String?
        let iban: String?
        let mayBeToldBefore: Bool
        /// Whether a part of it has settled payouts.
        let hasSettled: Bool
        /// Payouts that it may have paid.
        let owed: [Hub.Owed]
    }

    /// A movement that waits for the operator.
    ///
    /// - Throws: ``HubError`` with `.invalid` when there is none of that number.
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
        let mayBeToldBefore = try found.optionalInt(4).flatMap(MovementDoubt.init)?.mayBeToldBefore ?? false
        return Suspended(
            amount: amount, name: try found.optionalText(2), iban: try found.optionalText(3),
            mayBeToldBefore: mayBeToldBefore, hasSettled: try found.int(5) != 0,
            owed: mayBeToldBefore
                ? [] : try owed.payable(by: amount, try found.optionalText(6), try found.optionalText(7)))
    }

    private func resolve(_ row: Int64, _ state: BankTransactionState, _ entry: Int64) throws {
        try database.run(
            "UPDATE bank_transaction SET state = ?, resolved = ? WHERE id = ?",
            [.integer(state.rawValue), .integer(entry), .integer(row)])
    }

    /// Gives a movement in suspense to an account.
    func assign(_ row: Int64, to account: (id: Int64, account: AccountID)) throws -> Amount {
        let amount = try suspended(row).amount
        guard amount.isPositive else { throw Self.leftTheBank(row) }
        let entry = try deposit(amount, from: LedgerName.suspense(amount.currency), to: account)
        try resolve(row, .assigned, entry)
        return amount
    }

    /// Orders the bank to send a movement in suspense back where it came from.
    func sendBack(_ row: Int64, to iban: IBAN?, name: String?) throws -> Amount {
        let found = try suspended(row)
        guard found.amount.isPositive else { throw Self.leftTheBank(row) }
        guard let iban = try iban ?? found.iban.map({ try IBAN($0) }), let name = name ?? found.name, !name.isEmpty
        else {
            throw HubError(.invalid, "The bank did not say whose movement \(row) is; name the IBAN and the owner.")
        }
        guard try database.row("SELECT 1 FROM bank_account WHERE iban = ?", [.text(iban.text)]) == nil else {
            throw HubError(.invalid, "\(iban.printed) is the hub's own account. Name the IBAN of whom to pay.")
        }
        let entry = try ledger.post(
            Entry(
                moving: found.amount, from: LedgerName.suspense(found.amount.currency),
                to: LedgerName.payouts(found.amount.currency)), .init(.bank)
        ).entry
        _ = try PayoutBook(parts: parts, store: store).insert(
            account: nil, amount: found.amount, iban: iban, name: name, text: "Returned, not assigned", held: entry)
        try resolve(row, .sentBack, entry)
        return found.amount
    }

    /// Books a movement in suspense as the operator's own: a fee of the bank, interest, money brought or taken.
    func absorb(_ row: Int64, note: String?) throws -> Amount {
        let found = try suspended(row)
        let amount = found.amount
        if !found.hasSettled, let payout = found.owed.first {
            throw HubError(
                .invalid,
                "Movement \(row) names \(payout.id), which no debit has settled. Say what it has paid with "
                    + "`satchel-hub bank settle \(row)`, and absorb the rest.")
        }
        let suspense = LedgerName.suspense(amount.currency)
        let own = amount.currency == parts.currency ? LedgerName.funding : LedgerName.funding(amount.currency)
        let entry = try ledger.post(
            amount.isPositive
                ? Entry(moving: amount, from: suspense, to: own)
                : Entry(moving: try amount.negated, from: own, to: suspense), .init(.bank, note: note)
        ).entry
        try resolve(row, .absorbed, entry)
        return amount
    }

    /// What a movement in suspense has settled.
    struct Settlement {
        let payouts: Int64
        let total: Amount
        /// What is left of the movement, below zero if it left the bank.
        let rest: Amount
        /// Whether more that was named is still to be settled.
        let isMore: Bool
    }

    /// Payouts that are given back in one commit, so that payments between two commits wait milliseconds.
    private static let returnsPerCommit: Int64 = 200

    /// Settles payouts by a movement in suspense: by a debit, the bank has paid them, with something of its own on top or
    /// several at once; by what came in, it has brought them back. What is left of the movement stays in suspense.
    ///
    /// - Parameter name: a payout's id, as we or the bank write it, or the id of a file for all of it that is not settled.
    /// - Throws: ``HubError`` with `.invalid` for payouts that are not owed or did not go out, or more than is left.
    func settle(_ row: Int64, by name: String) throws -> Settlement {
        let found = try suspended(row)
        if found.mayBeToldBefore, let other = try twin(of: row) {
            throw HubError(
                .invalid,
                "Movement \(row) may be movement \(other), which waits as well. Settle that one; strike this one if the bank "
                    + "has moved the money once.")
        }
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
        try owed.settle(sum, by: entry)
        return ((sum.payouts, sum.total), entry)
    }

    /// Gives as many as one commit takes back to whom they were taken from.
    private func bringBack(_ sum: OwedPayouts.Sum) throws -> (settled: (payouts: Int64, total: Amount), entry: Int64) {
        var (payouts, total, last) = (Int64(0), Amount.zero(sum.total.currency), Int64(0))
        for payout in try owed.gone(sum, limit: Self.returnsPerCommit) {
            guard let account = try account(payout.account) else {
                throw HubError(.internalFault, "A payout's account is not there.")
            }
            last = try deposit(
                payout.amount, from: LedgerName.suspense(payout.amount.currency), to: account, .payoutReturn)
            try owed.bringBack(payout.row, by: last)
            (payouts, total) = (payouts + 1, try total.adding(payout.amount))
        }
        return ((payouts, total), last)
    }

    /// A movement in suspense of which this one may be a copy.
    private func twin(of row: Int64) throws -> Int64? {
        try database.row(
            """
            SELECT o.id FROM bank_transaction t JOIN bank_transaction o
                ON o.state = t.state AND o.iban = t.iban AND o.day = t.day AND o.amount = t.amount
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

    /// Undoes a movement in suspense that the bank had told of before: it has moved this money once.
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
        try resolve(row, .struck, try suspend(try found.amount.negated))
        return found.amount
    }
}
