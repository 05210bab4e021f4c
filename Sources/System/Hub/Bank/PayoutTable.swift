// SPDX-License-Identifier: MIT
import Banking
import Bytes
import Crypto
import HubAPI
import HubLedger
import HubStorage
import Money
import SQL
import Tokens

/// Payouts to banks and their states. Runs inside an open transaction.
///
///     pending ──export──▶ exported ──debit in a statement──▶ completed ──return in a statement──▶ returned
///        └──its owner, the operator──▶ cancelled
///                          └──the bank's refusal, as the operator reports it──▶ refused
///
/// A pending payout is withheld, that is, left out of every file, while its account is locked or has an open fraud
/// case.
struct PayoutTable {
    let context: HubContext
    let store: StoreChange

    private var database: any SQLConnection { store.database }

    /// The largest number of payments in one file.
    static let paymentsPerFile: Int64 = 5_000
    /// The largest number of withheld payouts that are listed.
    private static let maximumWithheld: Int64 = 1_000
    /// The condition that a row of `payout` is withheld.
    private static let isWithheld = """
        (EXISTS (SELECT 1 FROM account a WHERE a.id = payout.account AND a.locked IS NOT NULL)
            OR EXISTS (SELECT 1 FROM fraud_case f WHERE f.account = payout.account AND f.closed IS NULL))
        """
    private static let columns = "SELECT public_id, currency, amount, iban, name, text, state, created FROM payout"

    /// Moves the money from the account to the ledger account of payouts at once.
    func order(_ order: PayoutOrder, from caller: Caller) throws -> (payout: Payout, entry: Int64) {
        let ledger = context.ledger(store)
        let iban = try Self.iban(order.iban)
        let currency = order.amount.currency
        if let reason = Self.unreachable(iban, in: currency) { throw HubProblem(.badIBAN, reason) }
        let own = try database.row("SELECT iban FROM bank_account WHERE currency = ?", [.text(currency.code)])
        guard let own else {
            throw HubProblem(.noBank, "This hub has no bank account in \(currency.code). Ask its operator.")
        }
        guard try own.text(0) != iban.text else {
            throw HubProblem(.badRequest, "This is the hub's own account. Name yours.")
        }
        try AccountBalance.requireUnfrozen(caller.id, in: database)
        // A payout must not move more than a transfer may, for example from a stolen session.
        try context.requireRoom(for: order.amount, of: caller.id, in: database)
        let source = context.currencies(database).name(of: caller.account, in: currency)
        try context.requireFunds(order.amount, on: source, ledger)
        let posted = try ledger.post(
            Entry(moving: order.amount, from: source, to: LedgerName.payouts(currency)),
            .init(.payout, note: order.note, sender: caller.id, operation: order.id, operatedBy: caller.id))
        let payout = try insert(
            account: caller.id, amount: order.amount, iban: iban, name: order.name, text: order.note ?? "Payout",
            held: posted.entry)
        return (payout, posted.entry)
    }

    /// Cancels a pending payout and returns the money to its owner.
    ///
    /// - Throws: `HubProblem` with `.notFound` or `.tooLate`.
    func cancel(_ id: OperationID, of caller: Caller) throws -> (payout: Payout, entry: Int64) {
        guard var payout = try find(id, of: caller) else {
            throw HubProblem(.notFound, "This account has no payout of that id.")
        }
        guard payout.state == .pending else {
            throw HubProblem(.tooLate, "The payout is \(payout.state.rawValue); you can cancel only a pending one.")
        }
        payout.state = .cancelled
        return (payout, try giveBack(id, as: payout.state, note: nil).entry)
    }

    /// Cancels a pending payout for the operator.
    ///
    /// - Parameter reason: the note that the owner sees in the history.
    /// - Throws: ``HubError`` with `.invalid` if the id is unknown or the payout is not pending.
    func cancel(_ id: OperationID, reason: String) throws -> (amount: Amount, account: Int64?) {
        guard let state = try state(of: id) else { throw Self.unknown(id) }
        guard state == .pending else {
            throw HubError(.invalid, "The payout is \(state.rawValue); only a pending one can be cancelled.")
        }
        let back = try giveBack(id, as: .cancelled, note: reason)
        return (back.amount, back.account)
    }

    /// Returns the money of a payout that the bank refused: one in a file that was handed over, neither debited nor
    /// returned.
    ///
    /// The bank's refusal is no movement and appears in no statement, so the operator reports it. If the bank debits
    /// the payout after all, the debit goes to suspense.
    ///
    /// - Parameter named: what debits in suspense name.
    /// - Returns: nil if the payout was already refused.
    /// - Throws: ``HubError`` with `.invalid` for any other payout, or for one that a debit in suspense may have paid.
    func refuse(
        _ id: OperationID, reason: String?, named: OwedPayouts.Named
    ) throws -> (amount: Amount, account: Int64?)? {
        let row = try database.row(
            """
            SELECT p.state, p.debited, p.returned, coalesce(e.written, e.seen), p.amount, e.message
            FROM payout p LEFT JOIN bank_export e ON e.id = p.export WHERE p.public_id = ?
            """, [.blob(id.bytes)])
        guard let row, let state = Payout.State(rawValue: try row.text(0)) else { throw Self.unknown(id) }
        guard state != .refused else { return nil }
        guard state == .exported else {
            throw HubError(
                .invalid,
                "The payout is \(state.rawValue); a bank refuses exported ones."
                    + (state == .pending ? " No bank has seen it: use `satchel-hub bank cancel`." : ""))
        }
        guard try row.optionalInt(1) == nil, try row.optionalInt(2) == nil else {
            throw HubError(.invalid, "A statement says that the bank has paid this payout or brought it back.")
        }
        guard try row.optionalInt(3) != nil else {
            throw HubError(
                .invalid, "The payout's file was never finished. Run `satchel-hub bank export`, which writes it.")
        }
        if let debit = named.debit(paying: id, of: try row.int(4), in: try row.optionalText(5)) {
            throw HubError(
                .invalid,
                "Movement \(debit) in suspense may have paid payout \(id): the bank names it there. Say what it has paid with "
                    + "`satchel-hub bank settle \(debit)` first.")
        }
        let back = try giveBack(id, as: .refused, note: reason)
        return (back.amount, back.account)
    }

    /// The payouts of a file that can still be refused, oldest first.
    func refusable(in message: String, limit: Int64) throws -> [OperationID] {
        try database.rows(
            """
            SELECT p.public_id FROM payout p JOIN bank_export e ON e.id = p.export
            WHERE e.message = ? AND p.state = ? AND p.debited IS NULL AND p.returned IS NULL ORDER BY p.id LIMIT ?
            """, [.text(message), .text(Payout.State.exported.rawValue), .integer(limit)]
        ).compactMap { OperationID(bytes: try $0.blob(0)) }
    }

    static func unknown(_ id: OperationID) -> HubError {
        HubError(.invalid, "There is no payout \(id). See `satchel-hub bank payouts`.")
    }

    private func state(of id: OperationID) throws -> Payout.State? {
        try database.row("SELECT state FROM payout WHERE public_id = ?", [.blob(id.bytes)]).flatMap {
            Payout.State(rawValue: try $0.text(0))
        }
    }

    /// Moves the held money back to the owner's account, or to suspense if it came from there.
    private func giveBack(
        _ id: OperationID, as state: Payout.State, note: String?
    ) throws -> (amount: Amount, account: Int64?, entry: Int64) {
        let row = try database.returned(
            "UPDATE payout SET state = ? WHERE public_id = ? RETURNING account, amount, currency, held",
            [.text(state.rawValue), .blob(id.bytes)])
        let amount = Amount(minorUnits: try row.int(1), currency: try Currency(code: try row.text(2)))
        let (owner, ledger) = (try row.optionalInt(0), context.ledger(store))
        let name = try owner.map {
            context.currencies(database).name(of: try Accounts.account($0, in: database), in: amount.currency)
        }
        let entry = try ledger.post(
            Entry(
                moving: amount, from: LedgerName.payouts(amount.currency),
                to: name ?? LedgerName.suspense(amount.currency)),
            .init(name == nil ? .bank : .payoutReturn, note: note, recipient: owner)
        ).entry
        if owner == nil {
            // A movement that the operator wanted to send back waits for the operator again.
            try database.run(
                "UPDATE bank_transaction SET state = ?, resolved = NULL WHERE resolved = ? AND state = ?",
                [
                    .integer(BankTransactionState.suspended.rawValue), .integer(try row.int(3)),
                    .integer(BankTransactionState.sentBack.rawValue),
                ])
        }
        try database.run(
            "UPDATE payout SET cancelled = ? WHERE public_id = ?", [.integer(entry), .blob(id.bytes)])
        return (amount, owner, entry)
    }

    func insert(
        account: Int64?, amount: Amount, iban: IBAN, name: String, text: String, held: Int64
    ) throws -> Payout {
        let id = OperationID(at: store.now, random: context.random)
        try database.run(
            """
            INSERT INTO payout (public_id, account, currency, amount, iban, name, text, state, created, held)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .blob(id.bytes), .optional(account), .text(amount.currency.code), .integer(amount.minorUnits),
                .text(iban.text), .text(name), .text(text), .text(Payout.State.pending.rawValue),
                try .unsigned(store.now.seconds), .integer(held),
            ])
        return Payout(
            id: id, iban: iban.text, name: name, amount: amount, note: text, state: .pending, time: store.now.seconds)
    }

    // MARK: - For the bank

    /// Creates one file of the pending payouts in a currency that are not withheld. They are exported in the same
    /// commit.
    ///
    /// - Returns: the row of the file; nil if there are no such payouts.
    func export(_ currency: Currency) throws -> Int64? {
        let rows = try database.rows(
            Self.columns + " WHERE state = ? AND currency = ? AND NOT \(Self.isWithheld) ORDER BY id LIMIT ?",
            [.text(Payout.State.pending.rawValue), .text(currency.code), .integer(Self.paymentsPerFile)])
        let bank = try database.row(
            "SELECT iban, name, bic, version FROM bank_account WHERE currency = ?", [.text(currency.code)])
        guard !rows.isEmpty, let bank, let version = PaymentOrder.Version(rawValue: try bank.text(3)) else {
            return nil
        }
        let payouts = try rows.map(Self.payout).filter { try !giveBackUnreachable($0) }
        guard !payouts.isEmpty else { return rows.count < Self.paymentsPerFile ? nil : try export(currency) }
        let message = "SATCHEL" + Hex.encode(context.random.bytes(12))
        let order = PaymentOrder(
            id: message, created: String(store.now.iso8601.dropLast()), iban: try IBAN(try bank.text(0)),
            bic: try bank.optionalText(2), name: try bank.text(1),
            payments: try payouts.map {
                PaymentOrder.Payment(
                    endToEndID: Self.endToEndID($0.id), amount: $0.amount, name: $0.name, iban: try IBAN($0.iban),
                    text: $0.note ?? "")
            })
        let total = try payouts.reduce(Amount.zero(currency)) { try $0.adding($1.amount) }
        let export = try database.returned(
            """
            INSERT INTO bank_export (message, currency, payments, total, bytes, created) VALUES (?, ?, ?, ?, ?, ?)
            RETURNING id
            """,
            [
                .text(message), .text(currency.code), .integer(Int64(payouts.count)), .integer(total.minorUnits),
                .blob(try context.configuration.funding.encode(order, version)),
                try .unsigned(store.now.seconds),
            ]
        ).int(0)
        for payout in payouts {
            try database.run(
                "UPDATE payout SET state = ?, export = ? WHERE public_id = ?",
                [.text(Payout.State.exported.rawValue), .integer(export), .blob(payout.id.bytes)])
        }
        return export
    }

    /// Why no file may contain a payout to this account; nil if one may. A bank may refuse a whole file for one such
    /// account.
    static func unreachable(_ iban: IBAN, in currency: Currency) -> String? {
        guard currency.code == "EUR", !iban.isInSEPA else { return nil }
        return "Euros are paid out by SEPA transfer, which reaches no bank of \(iban.country). Name another account."
    }

    /// Gives back the money of a payout that an earlier version accepted although its country cannot be reached. The
    /// result says whether it did.
    private func giveBackUnreachable(_ payout: Payout) throws -> Bool {
        let reason: String?
        do {
            reason = Self.unreachable(try IBAN(payout.iban), in: payout.amount.currency)
        } catch let error as MoneyError {
            reason = error.message
        }
        guard let reason else { return false }
        let back = try giveBack(payout.id, as: .cancelled, note: String(reason.prefix(140)))
        try store.log(
            .payoutCancelled, of: back.account, by: context.configuration.actor,
            "\(payout.id), \(back.amount.formatted): \(reason)")
        return true
    }

    /// The end-to-end id of a payout: 32 of the 35 characters that a bank accepts.
    static func endToEndID(_ id: OperationID) -> String { Hex.encode(id.bytes).uppercased() }

    /// The payout that an end-to-end id names; nil for ids that are not the hub's.
    static func publicID(_ endToEndID: String) -> OperationID? {
        guard endToEndID.utf8.count == 32 else { return nil }
        do { return OperationID(bytes: try Hex.decode(endToEndID.lowercased())) } catch { return nil }
    }

    /// For the operator: the payout that an end-to-end id names; nil for ids that are not the hub's.
    static func words(of endToEndID: String?, from database: any SQLConnection) throws -> String? {
        guard let id = endToEndID.flatMap(publicID) else { return nil }
        return try database.row(
            """
            SELECT a.username FROM payout p LEFT JOIN account a ON a.id = p.account WHERE p.public_id = ?
            """, [.blob(id.bytes)]
        ).map { "payout \(id)" + (try $0.optionalText(0).map { " of \($0)" } ?? "") }
    }

    /// - Throws: `HubProblem` with `.badIBAN`.
    static func iban(_ text: String) throws -> IBAN {
        do { return try IBAN(text) } catch let error as MoneyError { throw HubProblem(.badIBAN, error.message) }
    }

    // MARK: - Reading

    private func find(_ id: OperationID, of caller: Caller) throws -> Payout? {
        try database.row(
            Self.columns + " WHERE account = ? AND public_id = ?", [.integer(caller.id), .blob(id.bytes)]
        ).map(Self.payout)
    }

    /// The newest payouts of an account, or of all accounts if nil.
    static func list(of account: Int64?, limit: Int, from database: any SQLConnection) throws -> [Payout] {
        guard let account else {
            return try database.rows(columns + " ORDER BY id DESC LIMIT ?", [.integer(Int64(limit))]).map(payout)
        }
        return try database.rows(
            columns + " WHERE account = ? ORDER BY id DESC LIMIT ?", [.integer(account), .integer(Int64(limit))]
        ).map(payout)
    }

    /// The withheld payouts, oldest first.
    static func withheld(from database: any SQLConnection) throws -> [Hub.WithheldPayout] {
        try database.rows(
            """
            SELECT public_id, currency, amount, a.username, a.locked FROM payout JOIN account a ON a.id = payout.account
            WHERE state = ? AND \(isWithheld) ORDER BY payout.id LIMIT ?
            """, [.text(Payout.State.pending.rawValue), .integer(maximumWithheld)]
        ).map {
            guard let id = OperationID(bytes: try $0.blob(0)) else {
                throw HubError(.internalFault, "A payout cannot be read.")
            }
            return Hub.WithheldPayout(
                id: id, username: try $0.text(3),
                amount: Amount(minorUnits: try $0.int(2), currency: try Currency(code: try $0.text(1))),
                isLocked: try $0.optionalInt(4) != nil)
        }
    }

    private static func payout(_ row: Row) throws -> Payout {
        guard let id = OperationID(bytes: try row.blob(0)), let state = Payout.State(rawValue: try row.text(6)) else {
            throw HubError(.internalFault, "A payout cannot be read.")
        }
        return Payout(
            id: id, iban: try row.text(3), name: try row.text(4),
            amount: Amount(minorUnits: try row.int(2), currency: try Currency(code: try row.text(1))),
            note: try row.text(5), state: state, time: try row.unsigned(7))
    }
}
