// SPDX-License-Identifier: MIT
import Banking
import HubAPI
import HubLedger
import HubStorage
import Money
import SQL
import Tokens

/// Posts bank movements to the ledger, each movement once. Runs inside an open transaction.
///
///     money at the bank   bank:EUR       negative: minus what the bank holds for the hub
///     ordered, not paid   payouts:EUR    never negative
///     unassigned          suspense:EUR   what the operator has to decide
struct BankTable {
    let context: HubContext
    let store: StoreChange

    private var database: any SQLConnection { store.database }
    private var ledger: Ledger { context.ledger(store) }
    private var owed: OwedPayouts { OwedPayouts(database: database) }
    private var reference: DepositReference { DepositReference(hub: context.keys.hub) }

    /// Opens the ledger accounts of a currency's bank.
    func open(_ currency: Currency) throws {
        try ledger.open(LedgerName.bank(currency), in: currency, mayOverdraw: true)
        try ledger.open(LedgerName.suspense(currency), in: currency, mayOverdraw: true)
        try ledger.open(LedgerName.payouts(currency), in: currency)
    }

    typealias Outcome = (state: BankTransactionState, doubt: MovementDoubt?)

    /// Posts the movements of a statement, except those that are already posted. Doubtful movements go to suspense for
    /// the operator.
    ///
    /// - Parameter told: the movements of the same file, see ``SeenReferences``.
    /// - Returns: for each movement its state and why it may be a repetition; nil for a movement that was already
    ///   posted.
    func book(
        _ movements: [BankTransaction], of statement: BankStatement, told: Set<[UInt8]>
    ) throws -> [Outcome?] {
        var known = StatementDeduplicator(database: database, statement: statement, told: told)
        return try movements.map { movement in
            if Self.isPayment(movement) {
                try owed.noteThatTheBankHas(movement.endToEndID, movement.orderIDs, at: store.now)
            }
            guard case .unknown(let name, let doubt, let original) = try known.judge(movement) else { return nil }
            return try book(movement, of: statement, as: name, doubt, beside: original)
        }
    }

    private func book(
        _ movement: BankTransaction, of statement: BankStatement, as name: [UInt8], _ doubt: MovementDoubt?,
        beside original: Int64?
    ) throws -> Outcome {
        let row = try database.returned(
            """
            INSERT INTO bank_transaction (iban, bank_id, statement, day, currency, amount, name, counter_iban, end_to_end,
                remittance, reason, state, time, named, source, batch, whole, doubt, orders,
                original)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
            """,
            [
                .text(statement.account.text), .blob(name), .text(statement.id), .text(movement.day),
                .text(movement.amount.currency.code), .integer(movement.amount.minorUnits),
                .optional(movement.counterpartName), .optional(movement.counterpartIBAN?.text),
                .optional(movement.endToEndID), .text(movement.remittance.joined(separator: "\n")),
                .optional(movement.returnReason), .integer(BankTransactionState.suspended.rawValue),
                try .unsigned(store.now.seconds), .integer(movement.referenceKind.rawValue),
                .blob(StatementDeduplicator.source(of: statement)),
                .optional(movement.batch?.reference.map(StatementDeduplicator.hash)),
                .optional(movement.batch?.amount.minorUnits), .optional(doubt?.rawValue),
                .optional(movement.orderIDs.isEmpty ? nil : movement.orderIDs.joined(separator: "\n")),
                .optional(original),
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

    /// The bank's closing balance of an account and the ledger's balance, if they differ; nil if they agree or the
    /// database has later movements.
    static func difference(
        to closing: BankStatement.Balance, of account: IBAN, from database: any SQLConnection
    ) throws -> Hub.Difference? {
        let later = try database.row(
            "SELECT 1 FROM bank_transaction WHERE iban = ? AND day > ? LIMIT 1",
            [.text(account.text), .text(closing.day)])
        let balance = try database.row(
            "SELECT balance FROM ledger WHERE name = ?", [.text(LedgerName.bank(closing.amount.currency).text)])
        guard later == nil, let balance else { return nil }
        let ledgerBalance = try Amount(minorUnits: try balance.int(0), currency: closing.amount.currency).negated
        return ledgerBalance == closing.amount
            ? nil : Hub.Difference(bank: closing.amount, ledger: ledgerBalance, day: closing.day)
    }

    // MARK: - Deciding

    private func decide(_ movement: BankTransaction) throws -> (BankTransactionState, Int64) {
        try movement.amount.isPositive ? credit(movement) : debit(movement)
    }

    private func credit(_ movement: BankTransaction) throws -> (BankTransactionState, Int64) {
        // Any payer may write a payout's id on a transfer; only the bank's return reason shows that a payout came back.
        if movement.returnReason != nil, let entry = try takeBack(movement) { return (.settled, entry) }
        // A reversal without a return reason may be the bank's own correction, of a fee or of a debit booked twice.
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

    func account(_ row: Int64) throws -> (id: Int64, account: AccountID)? {
        try database.row("SELECT uid FROM account WHERE id = ?", [.integer(row)]).map {
            (row, try AccountID(try $0.blob(0)))
        }
    }

    private func debit(_ movement: BankTransaction) throws -> (BankTransactionState, Int64) {
        let due = try movement.amount.negated
        guard Self.isPayment(movement), let paid = try paid(by: movement), paid.total == due else {
            return (.suspended, try suspend(movement.amount))
        }
        let entry = try ledger.post(
            Entry(moving: due, from: LedgerName.payouts(due.currency), to: LedgerName.bank(due.currency)),
            .init(.bank)
        ).entry
        try owed.settle(paid, by: entry, at: store.now)
        return (.settled, entry)
    }

    /// Whether the hub ordered the movement. Others may write a payout's id on a payment to the hub and have it
    /// reversed.
    private static func isPayment(_ movement: BankTransaction) -> Bool {
        movement.amount.isNegative && !movement.isReversal && movement.returnReason == nil
    }

    /// The payout that a debit names. Otherwise, if the debit is a whole entry, all owed payouts of the files that it
    /// names.
    private func paid(by movement: BankTransaction) throws -> OwedPayouts.Sum? {
        if let id = try owed.id(movement.endToEndID) { return try owed.payout(id) }
        return try movement.batch == nil ? owed.all(of: movement.orderIDs, in: movement.amount.currency) : nil
    }

    /// Credits a payout that came back to the account that ordered it. The result is nil if the movement cannot be one
    /// of the hub's payouts.
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

    /// A reversal that may have returned a payout or may be the bank's own correction. The operator has to decide.
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
        guard let id = endToEndID.flatMap(PayoutTable.publicID) else { return nil }
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

    func deposit(
        _ amount: Amount, from source: AccountName, to account: (id: Int64, account: AccountID),
        _ kind: EntryKind = .deposit, note: String? = nil
    ) throws -> Int64 {
        let table = context.currencies(database)
        try table.open(amount.currency, for: account.id, account.account, ledger: ledger)
        return try ledger.post(
            Entry(moving: amount, from: source, to: table.name(of: account.account, in: amount.currency)),
            .init(kind, note: note, recipient: account.id)
        ).entry
    }

    /// Moves an amount between bank and suspense: suspense grows by what came in and shrinks by what left.
    func suspend(_ amount: Amount) throws -> Int64 {
        let (bank, suspense) = (LedgerName.bank(amount.currency), LedgerName.suspense(amount.currency))
        return try ledger.post(
            amount.isPositive
                ? Entry(moving: amount, from: bank, to: suspense)
                : Entry(moving: try amount.negated, from: suspense, to: bank), .init(.bank)
        ).entry
    }
}
