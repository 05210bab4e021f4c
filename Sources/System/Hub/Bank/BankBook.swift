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
    private var reference: AccountReference { AccountReference(hub: parts.keys.hub) }

    /// Opens the ledger accounts of a currency's bank.
    func open(_ currency: Currency) throws {
        try ledger.open(LedgerName.bank(currency), in: currency, mayOverdraw: true)
        try ledger.open(LedgerName.suspense(currency), in: currency, mayOverdraw: true)
        try ledger.open(LedgerName.payouts(currency), in: currency)
    }

    /// Books one movement of a statement, unless it was booked before; what may have been waits for the operator.
    ///
    /// - Returns: what became of it, and why it may be one that was told before; nil when it was known.
    func book(
        _ movement: BankTransaction, of statement: BankStatement
    ) throws -> (state: BankTransactionState, doubt: MovementDoubt?)? {
        let verdict = try KnownMovements(database: database, statement: statement).judge(movement)
        guard case .unknown(let name, let doubt) = verdict else { return nil }
        let row = try database.returned(
            """
            INSERT INTO bank_transaction (iban, bank_id, statement, day, currency, amount, name, counter_iban, end_to_end,
                remittance, reason, state, time, named, source, batch, whole, doubt)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
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
        guard !movement.isReversal, let payout = try payout(movement.endToEndID), payout.state == .exported,
            payout.debited == nil, payout.amount == due
        else { return (.suspended, try suspend(movement.amount)) }
        let entry = try ledger.post(
            Entry(
                moving: due, from: LedgerName.payouts(due.currency), to: LedgerName.bank(due.currency)),
            .init(.bank)
        ).entry
        let state: Payout.State = payout.returned == nil ? .completed : .returned
        try database.run(
            "UPDATE payout SET state = ?, debited = ? WHERE id = ?",
            [.text(state.rawValue), .integer(entry), .integer(payout.row)])
        return (.settled, entry)
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
        // The bank may tell of the return before it tells of the payment.
        let state: Payout.State = payout.debited == nil ? .exported : .returned
        try database.run(
            "UPDATE payout SET state = ?, returned = ? WHERE id = ?",
            [.text(state.rawValue), .integer(entry), .integer(payout.row)])
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

    /// A movement that waits for the operator.
    ///
    /// - Throws: ``HubError`` with `.invalid` when there is none of that number.
    private func suspended(_ row: Int64) throws -> (amount: Amount, name: String?, iban: String?, mayBeStruck: Bool) {
        let found = try database.row(
            "SELECT amount, currency, name, counter_iban, doubt FROM bank_transaction WHERE id = ? AND state = ?",
            [.integer(row), .integer(BankTransactionState.suspended.rawValue)])
        guard let found else {
            throw HubError(.invalid, "No movement \(row) is in suspense. See `satchel-hub bank suspense`.")
        }
        return (
            Amount(minorUnits: try found.int(0), currency: try Currency(code: try found.text(1))),
            try found.optionalText(2), try found.optionalText(3),
            try found.optionalInt(4).flatMap(MovementDoubt.init)?.mayBeToldBefore ?? false
        )
    }

    private func resolve(_ row: Int64, _ state: BankTransactionState, _ entry: Int64) throws {
        try database.run(
            "UPDATE bank_transaction SET state = ?, resolved = ? WHERE id = ?",
            [.integer(state.rawValue), .integer(entry), .integer(row)])
    }

    /// Gives a movement in suspense to an account.
    func assign(_ row: Int64, to account: (id: Int64, account: AccountID)) throws -> Amount {
        let amount = try suspended(row).amount
        guard amount.isPositive else {
            throw HubError(.invalid, "Movement \(row) left the bank; absorb it instead.")
        }
        let entry = try deposit(amount, from: LedgerName.suspense(amount.currency), to: account)
        try resolve(row, .assigned, entry)
        return amount
    }

    /// Orders the bank to send a movement in suspense back where it came from.
    func sendBack(_ row: Int64, to iban: IBAN?, name: String?) throws -> Amount {
        let found = try suspended(row)
        guard found.amount.isPositive else {
            throw HubError(.invalid, "Movement \(row) left the bank; absorb it instead.")
        }
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
        let amount = try suspended(row).amount
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

    /// Undoes a movement in suspense that the bank had told of before: it has moved this money once.
    func strike(_ row: Int64) throws -> Amount {
        let found = try suspended(row)
        guard found.mayBeStruck else {
            throw HubError(
                .invalid, "Nothing says that movement \(row) was told before. Assign, return or absorb it instead.")
        }
        try resolve(row, .struck, try suspend(try found.amount.negated))
        return found.amount
    }
}
